import { expect } from 'chai';
import { chooseMapping } from '../../../importer/questions/chooseMapping.ts';
import { faultsOf, importError } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';

describe('importer: mapping file with faults', () => {
  const files = temporaryFiles();

  it('is rejected with all of its faults, each with its path', async () => {
    const content = {
      decimals: 'x',
      decimal: '12',
      tax_rate: 190,
      fields: {},
    };
    const file = files.write('form.json', JSON.stringify(content));
    const error = await importError(() => chooseMapping('articles', ['T'], { file }));

    expect(error.message).to.match(/form\.json: 3 errors: /);
    expect(error.faults.map(({ text }) => text)).to.have.members([
      'unknown key "decimals"; known keys: resource, type, account_name, decimal, date, price_is_gross, tax_rate, price_per, guess, fields, carry_down, inherit, skip, only, ignore_lines, skip_repeats, unused, unmapped',
      "/decimal: must be one of the number formats 1.234,56  1,234.56  1234,56  1234.56  1 234,56  1'234.56",
      '/tax_rate: must be at most 100',
    ]);
  });

  it('is rejected for unknown fields, unknown columns and invalid rules', async () => {
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
    const faults = await faultsOf(() => chooseMapping('articles', ['T'], { file }));

    expect(faults[0]).to.match(
      /^\/fields\/article_titel: unknown field; fields of articles: external_ident, /,
    );
    expect(faults.toSpliced(0, 1)).to.deep.equal([
      '/fields/article_title: unknown column "Titel"; columns of the file: "T"',
      '/fields/article_price: unknown key "splitt"; known keys: column, constant, join, hash, with, needs, unless, split, part, values, otherwise, divide, decimal, date, plain_text, line_breaks, fallback',
      '/fields/article_sku: must have exactly one of column, constant, join, hash',
      '/fields/article_nr: unknown column "U"; columns of the file: "T"',
      '/fields/article_ean/fallback: unknown column "W"; columns of the file: "T"',
      '/fields/article_unit: must be the name of a column, a list of names, or an object',
      '/fields/date_created/date: must be a date format such as DD.MM.YYYY or YYYY-MM-DD HH:mm:ss',
      '/skip/0/columns: unknown column "X"; columns of the file: "T"',
    ]);
  });

  it('is rejected for keys without an effect', async () => {
    const content = {
      fields: {
        article_title: { column: 'T', otherwise: 'x', date: 'DD.MM.YYYY' },
        article_nr: { column: 'T', part: 'last', decimal: '1.234,56' },
        article_sku: { column: 'T', fallback: { column: 'T', with: '-' } },
        article_price: { column: 'T', decimal: '1.234,56' },
        article_tax_rate: { column: 'T', values: { a: 7 }, otherwise: '19', decimal: '1.234,56' },
        date_created: { column: 'T', date: 'DD.MM.YYYY' },
      },
    };
    const file = files.write('idle.json', JSON.stringify(content));

    expect(await faultsOf(() => chooseMapping('articles', ['T'], { file }))).to.deep.equal([
      '/fields/article_title: "otherwise" has no effect without "values": add it, or remove "otherwise"',
      '/fields/article_title/date: article_title is not a date: remove the format',
      '/fields/article_nr: "part" has no effect without "split": add it, or remove "part"',
      '/fields/article_nr/decimal: article_nr is not a number with decimals: remove the format',
      '/fields/article_sku/fallback: "with" has no effect without "join": add it, or remove "with"',
    ]);
  });

  it('is rejected only for its resource, when that is another one', async () => {
    const content = { resource: 'customers', fields: { bill_city: 'T' } };
    const file = files.write('other.json', JSON.stringify(content));
    const faults = await faultsOf(() => chooseMapping('articles', ['T'], { file }));

    expect(faults).to.deep.equal([
      '/resource: the mapping is for customers, but the command imports articles',
    ]);
  });

  it('is rejected with line and column when it is not valid JSON, and when it does not exist', async () => {
    const file = files.write('broken.json', '{\n  "fields": {\n    "a": "b",\n  }\n}');
    const cut = files.write('cut.json', '{\n  "fields": {');

    expect((await importError(() => chooseMapping('articles', ['T'], { file }))).message).to.match(
      /broken\.json, line 4, column 3: not valid JSON: Expected double-quoted property name/,
    );
    expect((await importError(() => chooseMapping('articles', ['T'], { file: cut }))).message).to.match(
      /cut\.json, line 2, column 14: not valid JSON: /,
    );
    expect(
      (await importError(() => chooseMapping('articles', ['T'], { file: '/none.json' }))).message,
    ).to.equal('/none.json does not exist');
  });

  it("can't be combined with a preset", async () => {
    expect(
      (await importError(() => chooseMapping('articles', ['T'], { file: 'a', preset: 'b' }))).message,
    ).to.equal("--preset and --mapping can't be combined: use one of them");
  });
});
