import { expect } from 'chai';
import { chooseMapping } from '../../../cli/import/mapping/index.ts';
import { importError } from './records.ts';
import { temporaryFiles } from './temporary.ts';

describe('import mapping file', () => {
  const files = temporaryFiles();

  /** What becomes of a row under a mapping file. */
  function map(resource: 'customers' | 'articles', mapping: object, row: Readonly<Record<string, string>>) {
    const file = files.write('mapping.json', JSON.stringify(mapping));
    return chooseMapping(resource, Object.keys(row), { file }).map({ line: 2, values: Object.values(row) });
  }

  it('has constants, joins, splits, translations and fallbacks', () => {
    const mapping = {
      type: 'crm',
      account_name: 'AltCRM',
      fields: {
        external_ident: 'Nr',
        bill_firstname: { column: 'Name', split: ' ', part: 'before_last' },
        bill_lastname: { column: 'Name', split: ' ', part: 'last' },
        bill_street: { join: ['Straße', 'Nr.'], with: ' ' },
        bill_zipcode: { column: 'Ort', split: ' ', part: 1 },
        bill_city: { column: 'Ort', split: ' ', part: 'rest' },
        bill_country: { constant: 'AT' },
        bill_title: { column: 'Geschlecht', values: { 1: 'Herr', 2: 1 }, otherwise: '' },
        bill_phone: { column: ['Tel. privat', 'Tel. Büro'] },
        bill_email: { column: 'Mail', fallback: { column: 'Mail 2' } },
      },
    };
    const row = {
      ...{
        Nr: '7',
        Name: 'Anna Maria Tee',
        Straße: 'Ring',
        'Nr.': '5',
        Ort: '1010 Wien Mitte',
        Geschlecht: '2',
      },
      ...{ 'Tel. privat': '', 'Tel. Büro': '0222', Mail: '', 'Mail 2': 'a@example.com' },
    };

    expect(map('customers', mapping, row)).to.deep.equal({
      input: {
        ...{ external_ident: '7', bill_firstname: 'Anna Maria', bill_lastname: 'Tee', bill_street: 'Ring 5' },
        ...{
          bill_zipcode: '1010',
          bill_city: 'Wien Mitte',
          bill_country: 'at',
          bill_title: 1,
          bill_phone: '0222',
        },
        ...{ bill_email: 'a@example.com', customer_type: 'crm', external_account_name: 'AltCRM' },
      },
    });
  });

  it('splits a name of one word so that it is the last name', () => {
    const mapping = {
      fields: {
        bill_firstname: { column: 'Name', split: ' ' },
        bill_lastname: { column: 'Name', split: ' ', part: 'rest' },
      },
    };

    expect(map('customers', mapping, { Name: 'Tee' }))
      .to.have.property('input')
      .that.includes({ bill_lastname: 'Tee' });
    expect(map('customers', mapping, { Name: 'Tee' })).to.not.have.nested.property('input.bill_firstname');
    expect(map('customers', mapping, { Name: 'Max von Tee' }))
      .to.have.property('input')
      .that.includes({
        ...{ bill_firstname: 'Max', bill_lastname: 'von Tee' },
      });
  });

  it('says how numbers and dates are written, for the file or a column', () => {
    const mapping = {
      decimal: '1.234,56',
      fields: {
        article_title: 'T',
        article_price: 'P',
        article_purchase_price: { column: 'E', decimal: '1,234.56' },
        date_created: { column: 'D', date: 'MM/DD/YYYY HH:mm' },
      },
    };

    expect(map('articles', mapping, { T: 'a', P: '1.234', E: '1,234', D: '12/31/2026 23:59' }))
      .to.have.property('input')
      .that.includes({
        article_price: '1234',
        article_purchase_price: '1234',
        date_created: '2026-12-31 23:59:00',
      });
  });

  it('makes net prices of gross ones with four decimals, rounded half up', () => {
    const mapping = {
      price_is_gross: true,
      tax_rate: 19,
      fields: { article_title: 'T', article_price: 'P', article_tax_rate: 'S' },
    };
    const price = (gross: string, rate = '') => map('articles', mapping, { T: 'a', P: gross, S: rate });

    expect(price('9.99'))
      .to.have.property('input')
      .that.includes({ article_price: '8.395', article_tax_rate: '19' });
    expect(price('1')).to.have.nested.property('input.article_price', '0.8403');
    expect(price('10', '7')).to.have.nested.property('input.article_price', '9.3458');
    expect(price('0.00010005', '0')).to.have.nested.property('input.article_price', '0.0001');
  });

  it('does not make a net price without a tax rate', async () => {
    const fields = { article_title: 'T', article_price_total: 'P' };
    const error = await importError(() => map('articles', { fields }, { T: 'a', P: '11.90' }));
    const taxed = { fields: { ...fields, article_tax_rate: 'S' } };

    expect(error.message).to.equal(
      'the prices of "P" are gross: to make net ones of them, give a tax rate, or a column that has it',
    );
    expect(map('articles', taxed, { T: 'a', P: '11.90', S: '' })).to.deep.equal({
      fault: {
        code: 'value_unreadable',
        field: 'article_tax_rate',
        message: 'article_tax_rate: is needed to make a net price of a gross one',
      },
    });
  });

  it('skips rows, and carries values down', () => {
    const file = files.write(
      'carried.json',
      JSON.stringify({
        carry_down: { by: 'Gruppe', columns: ['Titel'] },
        skip: [
          { columns: ['Preis'], because: 'no price' },
          { columns: ['Status'], values: ['Archiv'], because: 'archived' },
        ],
        fields: {
          article_title: 'Titel',
          article_price: 'Preis',
          external_ident: { hash: ['Gruppe', 'Preis'] },
        },
      }),
    );
    const mapping = chooseMapping('articles', ['Gruppe', 'Titel', 'Preis', 'Status'], { file });
    const rows = [
      ['g1', 'Tee', '1', ''],
      ['g1', '', '2', ''],
      ['g1', '', '', ''],
      ['g1', '', '3', 'archiv'],
      ['g2', '', '4', ''],
    ];
    const titles = rows.map((values, place) => mapping.map({ line: place + 2, values }));

    expect(
      titles.map((row) => ('input' in row ? row.input.article_title : 'skip' in row ? row.skip : row)),
    ).to.deep.equal([...['Tee', 'Tee', 'no price', 'archived', undefined]]);
  });

  it('is refused with each of its faults and its path', async () => {
    const content = {
      decimals: 'x',
      decimal: '12',
      tax_rate: 190,
      fields: {},
    };
    const file = files.write('form.json', JSON.stringify(content));
    const error = await importError(() => chooseMapping('articles', ['T'], { file }));

    expect(error.message).to.match(/form\.json: 3 faults: /);
    expect(error.faults).to.have.members([
      'the file has the unknown key "decimals"',
      "/decimal must be written like one of 1.234,56  1,234.56  1234,56  1234.56  1 234,56  1'234.56",
      '/tax_rate must be <= 100',
    ]);
  });

  it('is refused for unknown fields, unknown columns and rules that are none', async () => {
    const content = {
      resource: 'customers',
      fields: {
        article_titel: 'T',
        article_title: 'Titel',
        article_price: { column: 'T', splitt: ',' },
        article_sku: { column: 'T', constant: 'x' },
        article_nr: { join: ['T', 'U'] },
        article_ean: { column: ['V', 'T'], fallback: 'W' },
        article_unit: 5,
        date_created: { column: 'T', date: 'anyhow' },
      },
      skip: [{ columns: ['X'], because: 'no' }],
    };
    const file = files.write('rules.json', JSON.stringify(content));
    const { faults } = await importError(() => chooseMapping('articles', ['T'], { file }));

    expect(faults[1]).to.match(/^\/fields\/article_titel is no field of articles: they are external_ident, /);
    expect(faults.toSpliced(1, 1)).to.deep.equal([
      '/resource is customers, not articles',
      '/fields/article_title: there is no column "Titel"; there are "T"',
      '/fields/article_price has the unknown key "splitt"',
      '/fields/article_sku must have one of column, constant, join and hash',
      '/fields/article_nr: there is no column "U"; there are "T"',
      '/fields/article_ean/fallback: there is no column "W"; there are "T"',
      '/fields/article_unit must be object',
      '/fields/date_created/date must be a form such as DD.MM.YYYY or YYYY-MM-DD HH:mm:ss',
      '/skip/0/columns: there is no column "X"; there are "T"',
    ]);
  });

  it('is refused with the place where it is no JSON, and when it is not there', async () => {
    const file = files.write('broken.json', '{\n  "fields": {\n    "a": "b",\n  }\n}');
    const cut = files.write('cut.json', '{\n  "fields": {');

    expect((await importError(() => chooseMapping('articles', ['T'], { file }))).message).to.match(
      /broken\.json, line 4, column 3, is no JSON: Expected double-quoted property name/,
    );
    expect((await importError(() => chooseMapping('articles', ['T'], { file: cut }))).message).to.match(
      /cut\.json, line 2, column 14, is no JSON: /,
    );
    expect(
      (await importError(() => chooseMapping('articles', ['T'], { file: '/none.json' }))).message,
    ).to.equal('/none.json does not exist');
  });

  it('is not taken together with a preset', async () => {
    expect(
      (await importError(() => chooseMapping('articles', ['T'], { file: 'a', preset: 'b' }))).message,
    ).to.equal('give a preset or a mapping file, not both');
  });
});
