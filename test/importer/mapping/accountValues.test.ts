import { expect } from 'chai';
import type { MappingOptions } from '../../../importer/mapping/mappingOptions.ts';
import type { Resource } from '../../../importer/mapping/rules/resourceFields.ts';
import { mapValues, tables } from '../records.ts';

describe('importer: values and the account', () => {
  const table = tables();

  function read(resource: Resource, field: string, text: string, options: MappingOptions = {}): unknown {
    const base = resource === 'articles' ? { article_title: 'a' } : { bill_lastname: 'a' };
    const mapped = mapValues(resource, { ...base, [field]: text }, options);
    return 'input' in mapped ? mapped.input[field] : 'fault' in mapped && mapped.fault.message;
  }

  for (const text of ['n/a', 'N/A', 'n. a.', '-', 'k.A.', 'k. A.', 'none', 'keine Angabe', 'unbekannt'])
    it(`has no country for ${text}`, () => {
      expect(read('customers', 'bill_country', text)).to.equal(undefined);
    });

  it('takes NA as Namibia only among country codes', async () => {
    const countries = async (text: string) => {
      const rows = await table.rows('customers', text);
      return rows.map((row) =>
        'input' in row ? row.input.bill_country : 'fault' in row && row.fault.message,
      );
    };
    const refused =
      'bill_country: "NA" may be Namibia, or mean that there is no country: write Namibia, or leave the cell empty';

    expect(await countries('Nachname,Land\nA,DE\nB,NA\n')).to.deep.equal(['de', 'na']);
    expect(await countries('Nachname,Land\nA,Deutschland\nB,NA\n')).to.deep.equal(['de', refused]);
    expect(await countries('Nachname,Land,Firma\nA,DE,NA\nB,NA,x\n')).to.deep.equal(['de', refused]);
    expect(await countries('Nachname,Land\nA,NA\nB,NA\n')).to.deep.equal([refused, refused]);
    expect(await countries('Nachname,Land\nA,Namibia\n')).to.deep.equal(['na']);
  });

  it('refuses prices in another currency, and percentages', () => {
    const foreign = (text: string, code: string) =>
      `article_price: "${text}" is not in EUR, the account's currency: convert it, or set --currency ${code} if it is the account's`;

    for (const [text, code] of [
      ['$ 12', 'USD'],
      ['12 USD', 'USD'],
      ['CHF 12.50', 'CHF'],
      ['12,00 £', 'GBP'],
      ['12 SEK', 'SEK'],
      ['12,50 lei', 'RON'],
    ] as const)
      expect(read('articles', 'article_price', text)).to.equal(foreign(text, code));
    for (const text of ['12 Mio', '12 xyz'])
      expect(read('articles', 'article_price', text)).to.equal(
        `article_price: "${text}" is not a number: correct it, or choose another column with --column`,
      );
    expect(read('articles', 'article_price', '12,50 lei', { currency: 'RON' })).to.equal('12.50');
    expect(
      read('articles', 'article_price', '12 USD', { currency: 'EUR', isServiceCurrency: true }),
    ).to.equal('article_price: "12 USD" is not in EUR, the account\'s currency: convert it');
    for (const text of ['12 €', '12,- €', '12,-', '12 EUR', '€ 12'])
      expect(read('articles', 'article_price', text), text).to.equal('12');
    expect(read('articles', 'article_price', '12 USD', { currency: 'USD' })).to.equal('12');
    expect(read('articles', 'article_price', '5%')).to.equal(
      'article_price: "5%" is a percentage, not an amount: choose another column',
    );
  });

  it('refuses rows of another currency, and to start when all rows are of another one', async () => {
    const head = 'Titel;Preis;MwSt;Währung\n';
    const mixed = await table.rows('articles', `${head}A;1;19;EUR\nB;1;19;USD\nC;1;19;€\n`);
    const start = (text: string, options: MappingOptions = {}) => table.refusal('articles', text, options);

    expect(mixed.map((row) => 'input' in row)).to.deep.equal([true, false, true]);
    expect(mixed[1]).to.have.nested.property('fault.code', 'currency_foreign');
    expect(await start(`${head}A;1;19;USD\n`)).to.match(
      /column "Währung" has "USD", but the account's currency is EUR: convert the prices, or set --currency/,
    );
    expect(await start('Titel;Preis in USD;MwSt\nA;1;19\n')).to.match(/column "Preis in USD" is in USD, but/);
    expect(await start('Titel;Preis;MwSt;Währung\nA;1;19;EUR\n', { currency: 'CHF' })).to.match(/is CHF/);
  });

  for (const name of ['Curr.', 'Ccy', 'WKZ', 'Divisa', 'Pénznem', 'currency_iso_code', 'Feld 9'])
    it(`knows a column of currencies by its values, whatever its name: ${name}`, async () => {
      const list = (...codes: string[]) =>
        `Titel;Preis netto;MwSt;${name}\n${codes.map((code, at) => `T${at};1;19;${code}\n`).join('')}`;

      expect(await table.refusal('articles', list('USD', 'USD'))).to.match(
        / has "USD", but the account's currency is EUR: /,
      );
      const mixed = await table.rows('articles', list('EUR', 'CHF'));
      expect(mixed[0]).to.have.property('input');
      expect(mixed[1]).to.have.nested.property('fault.code', 'currency_foreign');
    });

  it('takes no countries, units and words for currencies', async () => {
    for (const codes of [
      ['DEU', 'CHE'],
      ['PCE', 'KGM'],
      ['TOP', 'ALL'],
      ['EUR', 'PCE'],
    ]) {
      const rows = codes.map((code, at) => `T${at};1;19;${code}\n`).join('');
      const all = await table.rows('articles', `Titel;Preis netto;MwSt;Feld 9\n${rows}`);
      expect(all.every((row) => 'input' in row)).to.equal(true, codes.join());
    }
  });

  it('reads times without a zone in the time zone of the account', () => {
    const date = (text: string, timeZone?: string) =>
      read('customers', 'date_created', text, timeZone === undefined ? {} : { timeZone });

    expect(date('21.11.2026 10:00')).to.equal('2026-11-21 09:00:00');
    expect(date('2026-07-01 10:00:00')).to.equal('2026-07-01 08:00:00');
    expect(date('2026-07-01 10:00:00', 'UTC')).to.equal('2026-07-01 10:00:00');
    expect(date('2026-07-01 10:00:00', 'America/New_York')).to.equal('2026-07-01 14:00:00');
    expect(date('2026-07-01T10:00:00Z')).to.equal('2026-07-01 10:00:00');
    expect(date('2026-10-25 02:30:00')).to.equal('2026-10-25 00:30:00');
    expect(date('2026-03-29 02:30:00')).to.equal(
      'date_created: the date "2026-03-29 02:30:00" does not exist in Europe/Berlin: correct it, or leave such values out with --on-bad-value empty',
    );
  });

  it('reads payment terms in days, and refuses what is none', () => {
    const days = (text: string) => read('customers', 'term_of_credit', text);

    for (const text of [
      '14',
      '14 Tage',
      '14 Tage netto',
      'Net 14',
      '14 days',
      '14.0',
      'N14',
      '14 jours',
      'Netto 14 dage',
    ])
      expect(days(text), text).to.equal(14);
    for (const text of ['2/10 net 14', '7 Tage 2 % Skonto, 14 Tage netto', '3% 7, netto 14'])
      expect(days(text), text).to.equal(14);
    for (const text of ['sofort fällig', 'Due on receipt', 'à réception'])
      expect(days(text), text).to.equal(0);
    for (const text of ['2 % Skonto 8 Tage', '14T 2%'])
      expect(days(text)).to.match(/has a cash discount, but not the days without it/);
    for (const text of ['bald', '30 jours fin de mois', '-3'])
      expect(days(text)).to.equal(
        `term_of_credit: "${text}" is not a number of days, such as 14: correct it, or leave such values out with --on-bad-value empty`,
      );
  });

  it('refuses what is not an e-mail address', () => {
    for (const text of ['x', 'a@b', 'a@b.de, c@d.de', 'a b@c.de'])
      expect(read('customers', 'bill_email', text)).to.match(/^bill_email: .* is not an e-mail address/);
    expect(read('customers', 'bill_email', 'jürgen.o+x@mail.müller.de')).to.equal(
      'jürgen.o+x@mail.müller.de',
    );
    expect(read('customers', 'bill_email', 'keine')).to.equal(undefined);
  });

  it('takes the VAT number out of a list in JSON, and refuses what is not a single one', () => {
    const vat = (text: string) => read('customers', 'bill_vat_nr', text);

    for (const text of ['["DE136695976"]', '[ "DE136695976" ]', 'DE136695976', 'DEDE136695976'])
      expect(vat(text), text).to.equal('DE136695976');
    for (const text of ['[]', '[""]', '[ ]', '[null]']) expect(vat(text), text).to.equal(undefined);
    for (const text of [
      'CHE-123.456.789 MWST',
      'DE 136 695 976',
      'NL123456789B01',
      'IE1+23456L',
      '12/345/67890',
      '12-3456789',
    ])
      expect(vat(text), text).to.equal(text);
    for (const text of [
      '["DE136695976","ATU12345675"]',
      'DE136695976 / ATU12345675',
      'DE136695976 ATU12345675',
      'DE136695976, AT',
      '{DE136695976}',
    ])
      expect(vat(text), text).to.equal(
        `bill_vat_nr: "${text}" is not a single VAT number of letters, digits, blanks, points and hyphens: correct it, or leave such values out with --on-bad-value empty`,
      );
  });
});
