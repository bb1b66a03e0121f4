import { expect } from 'chai';
import { suggestMapping } from '../../../importer/questions/suggest.ts';
import { dryRun } from '../corpus/dryRun.ts';
import { inputs, tables } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';

describe('importer: values that variants take from their product', () => {
  const table = tables();
  const files = temporaryFiles();
  const articles = (lines: readonly string[], mapping?: object) =>
    table.rows(
      'articles',
      `${lines.join('\n')}\n`,
      mapping && { file: files.write('mapping.json', JSON.stringify(mapping)) },
    );
  const messages = async (...given: Parameters<typeof articles>) =>
    (await articles(...given)).map((row) => ('fault' in row ? row.fault.message : ''));

  const head = 'sku,parent_sku,name,unit,price,tax rate';
  const title = (...columns: readonly string[]) => ({ guess: true, fields: { article_title: columns } });

  it('do not include a unit: without one, the API has a default', async () => {
    const rows = await articles([head, 'A-1,A,Shirt,,11,19', 'A-2,A,,kg,11,19']);

    expect(inputs(rows)).to.have.length(1);
    expect(inputs(rows)[0]).to.include({ article_sku: 'A-1' }).and.not.have.property('article_unit');
  });

  it('do not include a part of a title that has other parts', async () => {
    const joined = { guess: true, fields: { article_title: { join: ['Name', 'Farbe'] } } };
    const rows = ['B-1,B,Mug,,unit_ppu,5,19', 'B-2,B,,,unit_ppu,5,19'];
    const found = await messages(['sku,parent_sku,Name,Farbe,unit,price,tax rate', ...rows], joined);

    expect(found[0]).to.equal('');
    expect(found[1]).to.match(
      /^the row takes "Name" and 1 more from its product "B", but the file has no such/,
    );
  });

  it('do not include a column that another one of its field replaces', async () => {
    const names = 'sku,parent_sku,Sale title,Title,unit,price,tax rate';
    const product = 'A,,Summer shirt,Shirt,unit_ppu,10,19';
    const variants = ['A-1,A,,Shirt red,unit_ppu,11,19', 'A-2,A,,,unit_ppu,11,19'];
    const lines = [names, product, ...variants];

    for (const mapping of [
      title('Sale title', 'Title'),
      { guess: true, fields: { article_title: { column: 'Sale title', fallback: 'Title' } } },
    ])
      expect(inputs(await articles(lines, mapping)).map(({ article_title }) => article_title)).to.deep.equal([
        'Summer shirt',
        'Shirt red',
        'Summer shirt',
      ]);
    expect(await messages([names, variants[0] ?? ''], title('Sale title', 'Title'))).to.deep.equal(['']);
  });

  it('are those of no product if its number is 0, unless a row has this number', async () => {
    const names = 'id,parent_id,name,price,tax rate';
    const found = await articles([names, '1,0,Shirt,10.00,19', '2,1,,,', '3,0,Mug,5.00,19']);

    expect(inputs(found).map(({ article_title }) => article_title)).to.deep.equal(['Shirt', 'Shirt', 'Mug']);
    expect(inputs(await articles([names, '3,0,Mug,5.00,', '0,,Tea,1.00,7']))[0]).to.include({
      article_tax_rate: '7',
    });
  });

  it('are those of an id only if a column has ids', async () => {
    const rows = [
      'ID,Type,SKU,Name,Published,Regular price,Tax status,Tax class,Short description,Description,Parent',
      '12,simple,900,Cap,1,20,taxable,7,,,',
      '900,variable,TS,Shirt,1,,taxable,19,,Nice,',
      '901,variation,TS-1,Shirt red,1,15,taxable,parent,,,id:900',
      '902,variation,TS-2,Cap red,1,15,taxable,parent,,,900',
      '903,variation,TS-3,Cap blue,1,15,taxable,parent,,,12',
    ];
    const rates = inputs(await table.rows('articles', rows.join('\n'), { preset: 'woocommerce' }));

    expect(rates.map((input) => input.article_tax_rate)).to.deep.equal(['7', '19', '7', '7']);
  });

  it('are those of the id that a column of ids names, also if it is the SKU of another product', async () => {
    const names = 'id,parent_id,sku,name,price,tax rate';
    const rows = await articles([names, '1,,2,Cap,10,7', '2,,B,Shirt,10,19', '3,2,B-1,,,']);

    expect(inputs(rows)[2]).to.include({ article_title: 'Shirt', article_tax_rate: '19' });
  });

  const repeated = [
    'sku,parent_sku,name,price,tax rate,stock,description',
    'A,,Shirt,10,19,1,x',
    'A,,Shirt,12,19,2,y',
    'A-1,A,,11,,,',
    'A-2,A,,,,,',
  ];

  it('are those that all rows of the product have', async () => {
    const found = await messages(repeated, { guess: true, fields: { external_ident: 'sku' } });

    expect(found[2]).to.equal('');
    expect(found[3]).to.match(/^the row takes "price" from its product "A", but several products/);
  });

  it('are those of the first row of the product with --on-repeat first', async () => {
    const file = Buffer.from(`${repeated.join('\n')}\n`);
    const ended = await dryRun(['articles', '--ident', 'sku', '--on-repeat', 'first'], 'list.csv', file);

    expect(ended).to.include({ kind: 'ran' });
    if (ended.kind !== 'ran') return;
    expect(ended.refused).to.deep.equal([]);
    expect(ended.stored.at(-1)).to.include({ article_price: '10', article_description: 'x' });
  });

  it('are not those of a row that is left out if another one has its name', async () => {
    const names = 'sku,parent_sku,name,price,tax rate,active';
    const lines = [names, 'A,,Old,9,7,0', 'A,,New,10,19,1', 'A-1,A,,11,,1', 'B,,Hat,9,7,0', 'B-1,B,,8,,1'];
    const rows = await table.rows('articles', lines.join('\n'), { only: { active: ['1'] } });

    expect(inputs(rows).map(({ article_title }) => article_title)).to.deep.equal(['New', 'New', 'Hat']);
  });

  const marking = {
    fields: {
      external_ident: 'SKU',
      article_title: 'Title',
      article_price: { constant: '1' },
      article_tax_rate: 'Class',
    },
    inherit: { by: 'Parent', keys: ['SKU'], columns: ['Class'], value: '#' },
  };

  it('are still told by their marker in the mapping that --suggest prints', async () => {
    const names = ['SKU', 'Parent', 'Title', 'Class'];
    const file = files.write('marking.json', JSON.stringify(marking));
    const suggested = suggestMapping('articles', names, { file });
    const rows = await articles([names.join(','), 'A,,Shirt,19', 'A-1,A,Shirt red,#'], suggested);

    expect(inputs(rows)[1]).to.include({ article_tax_rate: '19' });
  });

  it('are refused with the reason why the product is unknown', async () => {
    const reasons = (lines: readonly string[]) => messages(lines, marking);
    const names = 'SKU,Parent,Title,Class';

    expect(await reasons([names, 'A,,Shirt,#'])).to.deep.equal([
      'the row takes "Class" from its product, but names none in "Parent": name it there, or replace "#" by its value',
    ]);
    expect((await reasons([names, 'A,,Shirt,19,surplus', 'A-1,A,Shirt red,#']))[1]).to.equal(
      'the row takes "Class" from its product "A", but the row of this product is refused: correct it, or replace "#" by its value',
    );
  });

  it('are empty without a product if an optional column has a word such as "inherit"', async () => {
    const rows = await articles(['sku,parent_sku,name,price,tax rate,description', 'A-1,A,Hat,9,7,inherit']);

    expect(inputs(rows)[0]).to.not.have.property('article_description');
  });
});
