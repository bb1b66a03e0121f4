import { expect } from 'chai';
import { chooseMapping } from '../../../importer/questions/chooseMapping.ts';
import { fixture, importError, inputs, mapped, mapValues } from '../records.ts';

describe('importer: mapping by column names', () => {
  it('recognizes our own field names', () => {
    const row = {
      article_title: 'Tür',
      article_price: '12.50',
      article_tax_rate: '19',
      external_ident: 'x-1',
    };

    expect(mapValues('articles', row)).to.deep.equal({
      input: { ...row, article_type: 'csv' },
    });
  });

  it('guesses German headers of articles', async () => {
    const rows = await mapped('articles', fixture('articles.windows-1252.csv'), { decimal: '1.234,56' });
    const [plane, advice, coffee, same, trip] = inputs(rows);

    expect(plane).to.include({
      article_nr: '1001',
      article_title: 'Käsehobel "Größe 2"',
      article_unit: 'unit_ppu',
      article_description: 'Edelstahl;\nrostfrei, mit "Öse"',
      article_price: '1234.56',
      article_tax_rate: '19',
      article_purchase_price: '899.5',
      article_ean: '4006381333931',
      date_created: '2026-11-20 23:00:00',
    });
    expect(advice).to.include({ article_unit: 'unit_hour', date_created: '2026-02-01 07:30:00' });
    expect(coffee).to.include({
      article_unit: 'unit_kg',
      article_price: '12.5',
      article_description: 'kräftig\nwürzig',
    });
    expect(trip).to.include({ article_unit: 'unit_lump', article_price: '1250.00' });
    expect(same).to.deep.equal(coffee);
  });

  it('guesses the headers of an Excel file in UTF-16', async () => {
    const rows = inputs(await mapped('articles', fixture('articles.excel-utf-16.txt')));

    expect(rows.map(({ article_title: title, article_price: price }) => [title, price])).to.deep.equal([
      ['Türöffner', '1999.90'],
      ['Kabel, 3\u202fm', '7.99'],
    ]);
  });

  it('guesses English and German headers of customers, delivery addresses among them', () => {
    const [input] = inputs([
      mapValues('customers', {
        Salutation: 'Mr',
        'First name': 'Jim',
        Surname: 'Tea',
        'E-Mail': 'jim@example.com',
        Land: 'Österreich',
        Straße: 'Ring',
        'Hausnr.': '5',
        'Liefer-Straße': 'Hof',
        'Liefer-Hausnr.': '6',
        'Liefer-Ort': 'Graz',
        Lieferland: 'Austria',
        'Zahlungsziel (Tage)': '14',
        'USt-IdNr.': 'ATU1',
        'Leitweg-ID': '991-33333TEST-33',
      }),
    ]);

    expect(input).to.include({
      bill_title: 0,
      bill_firstname: 'Jim',
      bill_lastname: 'Tea',
      bill_email: 'jim@example.com',
      bill_country: 'at',
      bill_street: 'Ring 5',
      delivery_street: 'Hof 6',
      delivery_city: 'Graz',
      delivery_country: 'at',
      divergent_delivery_address: 1,
      term_of_credit: 14,
      bill_vat_nr: 'ATU1',
      public_authority_id: '991-33333TEST-33',
    });
  });

  it('guesses the owner of addresses, by ident or by external ident', () => {
    const own = mapValues('addresses', {
      customer_ident: 'cus_1',
      Ort: 'Kiel',
      Firma: 'A',
      is_business_client: '1',
    });
    const external = mapValues('addresses', { Kundennummer: '17', delivery_city: 'Kiel' });

    expect(own).to.deep.equal({
      input: { customer_ident: 'cus_1', delivery_city: 'Kiel', delivery_company: 'A' },
    });
    expect(external).to.deep.equal({ input: { customer_external_ident: '17', delivery_city: 'Kiel' } });
  });

  it('describes which column becomes which field, and which columns are not used', () => {
    const { description } = chooseMapping('articles', ['Bezeichnung', 'Lager', 'Titel']);

    expect(description).to.deep.equal({
      origin: 'column names',
      fields: [{ field: 'article_title', from: '"Bezeichnung"', columns: ['Bezeichnung'] }],
      unused: ['Titel', 'Lager'],
      similarNames: [],
      notices: [],
      decisions: [],
    });
  });

  it('takes no column for a field that the user leaves out', async () => {
    const columns = ['Bezeichnung', 'Artikelnummer'];

    const { description } = chooseMapping('articles', columns, { columns: { article_nr: '' } });
    const unknown = await importError(() => chooseMapping('articles', columns, { columns: { nr: '' } }));

    expect(description.fields.map(({ field }) => field)).to.deep.equal(['article_title']);
    expect(description.unused).to.deep.equal(['Artikelnummer']);
    expect(unknown.message).to.match(/^--column nr=…: unknown field/);
  });

  it('rejects columns without a required field', async () => {
    const untitled = await importError(() => chooseMapping('articles', ['SKU', 'Lager']));
    const strange = await importError(() => chooseMapping('customers', ['foo']));

    expect(untitled.message).to.equal(
      'the file has no column for article_title: its columns are "SKU", "Lager"; write a mapping file (--suggest prints one to start with)',
    );
    expect(strange.message).to.match(
      /^the file has no column for any field of customers: its columns are "foo";/,
    );
    expect((await importError(() => chooseMapping('addresses', ['Ort']))).message).to.match(
      /^the file has no column for customer_ident or customer_external_ident:/,
    );
  });

  it('hashes an ident that is too long, and keeps one that fits', () => {
    const ident = (id: string) => inputs([mapValues('articles', { Titel: 'a', ID: id })])[0]?.external_ident;

    expect(ident('x'.repeat(128))).to.equal('x'.repeat(128));
    expect(ident('x'.repeat(129))).to.match(/^[0-9a-f]{40}$/);
    expect(ident('x'.repeat(129))).to.not.equal(ident('x'.repeat(130)));
  });

  it('leaves out empty cells, and passes on the fault of a row', () => {
    const mapping = chooseMapping('articles', ['Titel', 'Preis']);
    const fault = { code: 'row_fields', message: 'the row has 1 value, but the header has 2 columns' };

    expect(mapping.map({ line: 2, values: ['a', '  '] }))
      .to.have.property('input')
      .that.has.keys('article_title', 'article_type');
    expect(mapping.map({ line: 3, values: ['a'], fault })).to.deep.equal({ fault });
  });

  it('uses the type and the account that are given', () => {
    const options = { type: 'shop', accountName: 'Filiale 2' };

    expect(mapValues('customers', { id: '1' }, options)).to.deep.equal({
      input: { customer_type: 'shop', external_account_name: 'Filiale 2', external_ident: '1' },
    });
  });

  it('marks rows with a company as business clients, unless a column says otherwise', () => {
    const flag = (row: Record<string, string>) =>
      inputs([mapValues('customers', row)])[0]?.is_business_client;

    expect(flag({ Firma: 'Tee GmbH' })).to.equal(1);
    expect(flag({ Firma: 'Tee GmbH', Firmenkunde: 'nein' })).to.equal(0);
    expect(flag({ Firma: '', Nachname: 'Tee' })).to.equal(undefined);
    expect(flag({ Firma: '', Firmenkunde: 'Ja' })).to.equal(1);
  });
});
