import { expect } from 'chai';
import type { MappingOptions } from '../../../importer/mapping/mappingOptions.ts';
import { piecesOf } from '../../../importer/mapping/values/divisors.ts';
import { chooseMapping } from '../../../importer/questions/chooseMapping.ts';
import { faultsOf, importError, tables } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';

describe('importer: prices that are divided', () => {
  const table = tables();
  const files = temporaryFiles();
  const articles = (text: string, options: MappingOptions) => table.rows('articles', text, options);

  /** The price of each row, or why it is refused. */
  async function prices(text: string, options: MappingOptions): Promise<unknown[]> {
    const rows = await articles(text, options);
    return rows.map((row) =>
      'input' in row ? row.input.article_price : 'fault' in row && row.fault.message,
    );
  }

  it('--divide divides exactly, and refuses a price with more decimals than the field has', async () => {
    const text = 'Nr;Titel;Preis;MwSt\n1;Tee;1999;19\n2;Saft;5;19\n3;Brot;0,001;7\n';

    expect(await prices(text, { divide: { article_price: 100 } })).to.deep.equal([
      '19.99',
      '0.05',
      'article_price: "0.001" divided by 100 has more than 4 decimals: correct it, or divide the price in the file',
    ]);
  });

  it('--divide works for gross prices, before the tax is taken out', async () => {
    const text = 'Nr;Titel;VK brutto;MwSt\n1;Tee;1190;19\n';

    expect(await prices(text, { divide: { article_price_total: 100 } })).to.deep.equal(['10']);
    const { message } = await importError(() => prices(text, { divide: { article_price: 100 } }));
    expect(message).to.match(/no column for article_price; .*set --divide article_price_total=100/);
  });

  const units: [text: string, pieces: number | undefined][] = [
    ['100', 100],
    ['1.000', 1000],
    ['1000 Stk', 1000],
    ['je 100', 100],
    ['per 100 pcs', 100],
    ['10,00', 10],
    ['C', 100],
    ['m', 1000],
    ['Tausend', 1000],
    ['Stück', undefined],
    ['1,5', undefined],
    ['0', 0],
    ['2x50', undefined],
  ];
  for (const [text, pieces] of units)
    it(`"${text}" means ${pieces ?? 'no number of'} pieces`, () => expect(piecesOf(text)).to.equal(pieces));

  it('--price-per divides the prices of a row by its column, and refuses what is not a number of pieces', async () => {
    const text =
      'Nr;Titel;Preis;PE;MwSt\n1;a;12,50;100;19\n2;b;3;C;19\n3;c;4;;19\n4;d;1;0;19\n5;e;1;Kiste;19\n';

    expect(await prices(text, { pricePer: 'PE' })).to.deep.equal([
      '0.125',
      '0.03',
      '4',
      ...['0', 'Kiste'].map(
        (value) =>
          `article_price: column "PE" has "${value}" instead of a number of pieces such as 100: correct it, or translate it with "values" of "price_per" in a mapping file`,
      ),
    ]);
  });

  it('both are shown where the price comes from, and can stand in a mapping file', async () => {
    const map = {
      fields: {
        article_title: 'Titel',
        article_price: { column: 'Preis', divide: 100 },
        article_tax_rate: 'MwSt',
      },
      price_per: { column: 'PE', values: { '0': 1, '2': 100 } },
    };
    const file = files.write('map.json', JSON.stringify(map));
    const columns = ['Titel', 'Preis', 'PE', 'MwSt'];
    const text = `${columns.join(';')}\na;1500;2;19\nb;1500;0;19\n`;

    expect(await prices(text, { file })).to.deep.equal(['0.15', '15']);
    expect(chooseMapping('articles', columns, { file }).description.fields).to.deep.include({
      field: 'article_price',
      from: '"Preis", divided by 100, divided by "PE"',
      columns: ['Preis'],
    });
  });

  it('a mapping file can divide neither another field nor a fallback alone', async () => {
    const map = {
      fields: {
        article_title: { column: 'Titel', divide: 2 },
        article_price: { column: 'Preis', fallback: { column: 'Titel', divide: 0 } },
      },
      price_per: 'Menge',
    };
    const file = files.write('wrong.json', JSON.stringify(map));

    const faults = await faultsOf(() => chooseMapping('articles', ['Titel', 'Preis'], { file }));
    expect(faults).to.deep.equal([
      '/fields/article_title/divide: only article_price, article_price_total and article_purchase_price can be divided',
      '/fields/article_price/fallback/divide: must be more than 0',
      '/fields/article_price/fallback/divide: set divide beside the fallback; it applies to both',
      '/price_per: unknown column "Menge"; columns of the file: "Titel", "Preis"',
    ]);
  });
});
