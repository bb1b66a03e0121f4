import { expect } from 'chai';
import { chooseMapping } from '../../../importer/mapping/index.ts';
import { importError } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';

describe('import mapping file with faults', () => {
  const files = temporaryFiles();

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
      resource: 'articles',
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

    expect(faults[0]).to.match(/^\/fields\/article_titel is no field of articles: they are external_ident, /);
    expect(faults.toSpliced(0, 1)).to.deep.equal([
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

  it('is refused for its resource alone, when it is one of another', async () => {
    const content = { resource: 'customers', fields: { bill_city: 'T' } };
    const file = files.write('other.json', JSON.stringify(content));
    const { faults } = await importError(() => chooseMapping('articles', ['T'], { file }));

    expect(faults).to.deep.equal(['/resource is customers, not articles']);
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
