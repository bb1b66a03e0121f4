import { expect } from 'chai';
import { chooseMapping } from '../../../importer/questions/chooseMapping.ts';
import { importError, outcomeOf } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';

describe('importer: mapping file', () => {
  const files = temporaryFiles();

  /** Maps a row with a mapping file. */
  function map(resource: 'customers' | 'articles', mapping: object, row: Readonly<Record<string, string>>) {
    const file = files.write('mapping.json', JSON.stringify(mapping));
    const chosen = chooseMapping(resource, Object.keys(row), { file });
    return outcomeOf(chosen, { line: 2, values: Object.values(row) });
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
      Nr: '7',
      Name: 'Anna Maria Tee',
      Straße: 'Ring',
      'Nr.': '5',
      Ort: '1010 Wien Mitte',
      Geschlecht: '2',
      'Tel. privat': '',
      'Tel. Büro': '0222',
      Mail: '',
      'Mail 2': 'a@example.com',
    };

    expect(map('customers', mapping, row)).to.deep.equal({
      input: {
        external_ident: '7',
        bill_firstname: 'Anna Maria',
        bill_lastname: 'Tee',
        bill_street: 'Ring 5',
        bill_zipcode: '1010',
        bill_city: 'Wien Mitte',
        bill_country: 'at',
        bill_title: 1,
        bill_phone: '0222',
        bill_email: 'a@example.com',
        customer_type: 'crm',
        external_account_name: 'AltCRM',
      },
    });
  });

  it('takes a name of one word as the last name', () => {
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
        bill_firstname: 'Max',
        bill_lastname: 'von Tee',
      });
  });

  it('sets the format of numbers and dates, for the file or for a column', () => {
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
        date_created: '2026-12-31 22:59:00',
      });
  });

  it('computes net prices with four decimals, rounded half up', () => {
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

  it('computes no net price without a tax rate', async () => {
    const fields = { article_title: 'T', article_price_total: 'P' };
    const error = await importError(() => map('articles', { fields }, { T: 'a', P: '11.90' }));
    const taxed = { fields: { ...fields, article_tax_rate: 'S' } };

    expect(error.message).to.equal(
      'the file: the prices of "P" are gross, but the tax rate is unknown: set --tax-rate, or map a column to article_tax_rate',
    );
    expect(map('articles', taxed, { T: 'a', P: '11.90', S: '' })).to.deep.equal({
      fault: {
        code: 'value_missing',
        field: 'article_tax_rate',
        message:
          'article_tax_rate: required to compute the net price from the gross price: add it, or set one for such rows, such as --tax-rate 19',
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
    ).to.deep.equal(['Tee', 'Tee', 'no price', 'archived', undefined]);
  });
});
