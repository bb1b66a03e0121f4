import { expect } from 'chai';
import { piecesColumnKind } from '../../../importer/mapping/guess/piecesNames.ts';
import { factorIn, priceName } from '../../../importer/mapping/guess/priceNames.ts';
import { chooseMapping } from '../../../importer/questions/chooseMapping.ts';
import { importError, mapped } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';
import { high, listOf, low, priceLists } from './priceLists.ts';

describe('importer: several columns of prices', () => {
  const { table, refusal, first } = priceLists();
  const files = temporaryFiles();

  const withTax = ['11,90', '23,80'] as const;

  const asked: [columns: Parameters<typeof listOf>[0], answers: readonly string[]][] = [
    [{ Listenpreis: high, Nettopreis: low }, ['article_price="Nettopreis"', 'article_price="Listenpreis"']],
    [{ Preis: low, UVP: high }, ['article_price="Preis"', 'article_price_total="UVP"']],
    [{ Price: low, MSRP: high }, ['article_price="Price"', 'article_price_total="MSRP"']],
    [
      { 'Preis Händler': low, 'Preis Endkunde': high },
      ['article_price_total="Preis Endkunde"', 'article_price="Preis Händler"'],
    ],
    [{ Endkunde: high, Händler: low }, ['article_price_total="Endkunde"', 'article_price="Händler"']],
    [{ VK1: low, VK2: high }, ['article_price="VK1"', 'article_price="VK2"']],
    [
      { 'Prix HT': low, 'Prix revendeur': high },
      ['article_price="Prix HT"', 'article_price="Prix revendeur"'],
    ],
    [
      { Prezzo: low, 'Prezzo al pubblico': high },
      ['article_price="Prezzo"', 'article_price="Prezzo al pubblico"'],
    ],
    [
      { 'Cena netto': low, 'Cena hurtowa': high },
      ['article_price="Cena netto"', 'article_price="Cena hurtowa"'],
    ],
    [{ Prijs: low, Adviesprijs: high }, ['article_price="Prijs"', 'article_price_total="Adviesprijs"']],
  ];
  for (const [columns, answers] of asked)
    it(`asks which one counts: ${Object.keys(columns).join(', ')}`, async () => {
      const text = await refusal(columns);
      expect(text).to.include('have prices: choose the one that you sell for with');
      for (const answer of answers) expect(text).to.include(`--column ${answer}`);
    });

  const clear: [columns: Parameters<typeof listOf>[0], price: string][] = [
    [{ 'VK netto': low, UVP: high }, '10.00'],
    [{ Preis: low, 'Preis brutto': withTax }, '10'],
    [{ 'Prezzo di vendita': low, 'Prezzo IVA inclusa': withTax }, '10'],
    [{ Preis: low, Streichpreis: high, Sonderpreis: ['', '9'] }, '10.00'],
    [{ Preis: low, Grundpreis: high, Versandkosten: high, Preisgruppe: ['1', '2'] }, '10.00'],
    [{ Preis: low, 'EK netto': high, 'VPE-Preis': high, 'Staffelpreis 1': high }, '10.00'],
    [{ Preis: low, 'Preis CHF': high, 'Preis 2': ['', ''] }, '10.00'],
    [{ 'Price per unit': low }, '10.00'],
    [{ VK: low, 'Preis in €/100 g': high, Gesamtpreis: high, Preisliste: ['1', '2'] }, '10.00'],
  ];
  for (const [columns, price] of clear)
    it(`takes the price without a question: ${Object.keys(columns).join(', ')}`, async () => {
      expect(await first(columns)).to.include({ article_price: price });
    });

  it('takes the one that the user chose', async () => {
    expect(await first({ Preis: low, UVP: high }, { columns: { article_price: 'Preis' } })).to.include({
      article_price: '10.00',
    });
  });

  it('names all candidates, but no purchase price and none of a pack, when no column is a clear price', async () => {
    const text = await refusal({ 'EK netto': low, 'VPE-Preis': high, 'Preis alt': low, 'Preis neu': high });

    expect(text).to.include('Is it "Preis alt" or "Preis neu"? Choose a column with');
    expect(await refusal({ 'EK netto': low, 'VPE-Preis': high })).to.match(
      /have 0.00. "VPE-Preis" may be for other quantities. Choose a column with .*=COLUMN/,
    );
  });

  it('asks about discounts beside a price', async () => {
    const columns = { Preis: low, Rabatt: ['10 %', '0'] } as const;

    expect(await refusal(columns)).to.equal(
      'column "Rabatt" has discounts ("10 %", "0") beside the prices of "Preis": if these are the prices to store, without the discount, set --column article_price="Preis"; otherwise compute them in the file',
    );
    for (const name of ['Abschlag', 'Rabais', 'Desconto'])
      expect(await refusal({ Preis: low, [name]: ['10', '0'] }), name).to.match(/has discounts/);
    expect(await first({ Preis: low, Rabatt: ['0', '0'], Rabattgruppe: ['1', '2'] })).to.include({
      article_price: '10.00',
    });
  });

  it('asks about cents, also for a column that the user chose', async () => {
    const cents = { 'Preis (Cent)': ['1999', '500'] } as const;
    const columns = { article_price: 'Preis (Cent)' };

    expect(await refusal(cents)).to.include(
      '--column article_price="Preis (Cent)" --divide article_price=100',
    );
    expect(await refusal(cents, { columns })).to.equal(
      'column "Preis (Cent)" seems to have prices in cents ("1999", "500"): add --divide article_price=100, or --divide article_price=1 if they are right as they are',
    );
    expect(await first(cents, { columns, divide: { article_price: 100 } })).to.include({
      article_price: '19.99',
    });
    expect(await first(cents, { columns, divide: { article_price: 1 } })).to.include({
      article_price: '1999',
    });
  });

  it('asks about JSON whose prices are all large whole numbers', async () => {
    const json = (...prices: readonly number[]) => {
      const rows = prices.map((price, at) =>
        JSON.stringify({ id: `${at}`, title: `t${at}`, price, tax_rate: 19 }),
      );
      return mapped('articles', files.write('list.jsonl', rows.join('\n')));
    };

    const { message } = await importError(() => json(1999, 2500));
    expect(message).to.match(
      /column "price" seems to have prices in cents, since .*: add --divide article_price=100, or/,
    );
    expect(await json(1999, 2500.5)).to.have.length(2);
    expect(await json(20, 35)).to.have.length(2);
  });

  it('asks about JSON with whole amounts beside a currency, but not with decimals', async () => {
    const json = (...amounts: readonly string[]) => {
      const rows = amounts.map(
        (amount, at) =>
          `{"id":"${at}","title":"t${at}","tax_rate":19,"money":{"amount":${amount},"currency":"EUR"}}`,
      );
      return mapped('articles', files.write('list.jsonl', rows.join('\n')), {
        columns: { article_price: 'money.amount' },
      });
    };

    const { message } = await importError(() => json('1999', '50'));
    expect(message).to.match(/in cents, since all of them are whole numbers beside a currency/);
    expect(await json('"19.99"', '"50.00"')).to.have.length(2);
    expect(await json('20', '50')).to.have.length(2);
  });

  it('asks about whole prices beside a number of decimals', async () => {
    expect(await refusal({ price: ['1999', '50'], currency_exponent: ['2', '2'] })).to.match(
      /without a decimal point, beside 2 decimals .*: add --divide article_price=100, or/,
    );
    expect(await first({ price: low, decimals: ['2', '2'] })).to.include({ article_price: '10.00' });
  });

  it('proposes columns in minor units with their factor, and no number of decimals', async () => {
    for (const name of ['amount_minor', 'price_minor_units', 'price_subunits', 'price_in_smallest_unit'])
      expect(await refusal({ [name]: ['1999', '50'], 'price.fractionDigits': ['2', '2'] })).to.include(
        `Is it "${name}"? Choose a column with --column article_price="${name}" --divide article_price=100, or`,
      );
  });

  it('asks about a file whose articles mostly cost nothing', async () => {
    const text = 'Titel;Preis;MwSt\na;0;19\nb;0,00 €;19\n';

    expect(await table.refusal('articles', text)).to.match(
      /^most prices in "Preis" are 0: choose another column with/,
    );
    expect(await table.rows('articles', text, { hasPrice: false })).to.have.length(2);
    expect(await table.rows('articles', `${text}c;1;19\n`)).to.have.length(3);
  });

  it('asks about the pieces of a package beside a price', async () => {
    const text = await refusal({ Preis: low, VPE: ['10', '6'] });

    expect(text).to.equal(
      'column "VPE" says how many pieces are in a package ("10", "6"): if the prices are for so many, divide them with --price-per "VPE"; if they are for a single piece, add --no-price-per',
    );
    expect(await first({ Preis: low, VPE: ['10', '6'] }, { pricePer: false })).to.include({
      article_price: '10.00',
    });
    expect(await first({ Preis: low, VPE: ['10', '5'] }, { pricePer: 'VPE' })).to.include({
      article_price: '1',
    });
  });

  it('says what a column that the user chose is taken for', () => {
    const notices = (column: string) =>
      chooseMapping('articles', ['Titel', column, 'MwSt'], { columns: { article_price: column } }).description
        .notices;

    expect(notices('Wert').join()).to.match(/"Wert" is read as a net price: its name does not say/);
    expect(notices('UVP').join()).to.match(
      /"UVP" is read as a net price, but such prices mostly include the tax/,
    );
    expect(notices('VK netto')).to.be.empty;
    expect(notices('VK netto (Cent)')).to.be.empty;
    expect(notices('VK brutto (Cent)').join()).to.match(/is read as a net price, but its name says gross/);
  });

  const named: [price: string, cost: string, rate: string, net: boolean][] = [
    ['Prix HT', 'Prix d’achat', 'Taux TVA', true],
    ['PV TTC', 'Coût', 'TVA (%)', false],
    ['Prezzo IVA esclusa', 'Prezzo di acquisto', 'Aliquota IVA', true],
    ['Cena brutto', 'Cena zakupu', 'Stawka VAT', false],
    ['Verkoopprijs excl. btw', 'Inkoopprijs', 'Btw-percentage', true],
    ['Precio sin IVA', 'Precio de compra', 'IVA %', true],
    ['PVP', 'Coste', 'Tipo IVA', false],
    ['Salgspris ekskl. moms', 'Kostpris', 'Momssats', true],
    ['Fiyat KDV dahil', 'Maliyet', 'KDV oranı', false],
  ];
  for (const [price, cost, rate, isNet] of named)
    it(`reads ${price}, ${cost} and ${rate}`, async () => {
      const text = `Titel;${price};${cost};${rate}\nTee;12,00;4,00;20\n`;

      expect(await table.first('articles', text)).to.include({
        article_price: isNet ? '12.00' : '10',
        article_tax_rate: '20',
      });
    });

  const factors: [name: string, number: number | undefined][] = [
    ['price_cents', 100],
    ['priceInCents', 100],
    ['amount_minor', 100],
    ['Preis je 100', 100],
    ['price_per_1000', 1000],
    ['Preis pro Tausend', 1000],
    ['Prix au cent', 100],
    ['VK inkl. 19 % MwSt', undefined],
    ['Preis 2026', undefined],
    ['price_percent', undefined],
  ];
  for (const [name, number] of factors)
    it(`"${name}" is divided by ${number ?? 'nothing'}`, () =>
      expect(factorIn(name)?.number).to.equal(number));

  it('knows columns of pieces and packages in several languages', () => {
    for (const name of [
      'Preiseinheit',
      'PE',
      'pro',
      'Price unit',
      'Unité de prix',
      'Unità prezzo',
      'Cena za',
      'Prijs per',
    ])
      expect(piecesColumnKind(name), name).to.equal('pieces');
    for (const name of ['VPE', 'Verpackungseinheit', 'Conditionnement', 'Verpakkingseenheid'])
      expect(piecesColumnKind(name), name).to.equal('pack');
    for (const name of [
      'Prix d’achat',
      'Prezzo di acquisto',
      'Cena zakupu',
      'Inkoopprijs',
      'Purchase price',
      'EK',
    ])
      expect(priceName.isPurchase(name), name).to.equal(true);
  });
});
