import { expect } from 'chai';
import type { MappingOptions } from '../../../importer/mapping/mappingOptions.ts';
import { tables } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';

describe('importer: rows that are selected', () => {
  const table = tables();
  const files = temporaryFiles();
  const text = 'Nr;Titel;Preis;MwSt;Gruppe\n11;a;1;19;Ware\n12;b;1;19; WARE \n13;c;1;19;Dienst\n14;d;1;19;\n';

  /** The number of each record, and the reason of each row that is left out. */
  async function outcomes(options: MappingOptions): Promise<unknown[]> {
    const rows = await table.rows('articles', text, options);
    return rows.map((row) => ('input' in row ? row.input.article_nr : 'skip' in row && row.skip));
  }
  const refusal = (options: MappingOptions) => table.refusal('articles', text, options);

  it('--only keeps rows by their value, in any case and with blanks around it', async () => {
    const others = 'left out: Gruppe is not ware';
    expect(await outcomes({ only: { Gruppe: ['ware'] } })).to.deep.equal(['11', '12', others, others]);
    expect(await outcomes({ only: { gruppe: ['Dienst', ''] } })).to.deep.equal([
      'left out: gruppe is not Dienst or empty',
      'left out: gruppe is not Dienst or empty',
      '13',
      '14',
    ]);
    expect(await outcomes({ only: { Gruppe: ['*'] } })).to.deep.equal(['11', '12', '13', '14']);
  });

  it('--skip leaves rows out by their value, also by an empty one', async () => {
    expect(await outcomes({ skip: { Gruppe: ['Dienst', ''], Nr: ['11'] } })).to.deep.equal([
      'left out: Nr is 11',
      '12',
      'left out: Gruppe is Dienst or empty',
      'left out: Gruppe is Dienst or empty',
    ]);
  });

  it('takes NULL for an empty cell', async () => {
    const nulls = 'Nr;Titel;Preis;MwSt;deleted_at\n11;a;1;19;NULL\n12;b;1;19;2026-01-02\n13;c;1;19;\n';
    const options = { only: { deleted_at: [''] } };

    const kept = (await table.rows('articles', nulls, options)).map((row) => 'input' in row);
    expect(kept).to.deep.equal([true, false, true]);
    const others = await table.rows('articles', nulls, { skip: { deleted_at: [''] } });
    expect(others.map((row) => 'input' in row)).to.deep.equal([false, true, false]);
  });

  it('looks for values in records only, not in lines of totals', async () => {
    const totals = 'Nr;Titel;Preis;MwSt;Gruppe\n11;a;1;19;Ware\n12;b;1;19;Ware\nSumme;;2;;\n';

    expect(await table.refusal('articles', totals, { skip: { Nr: ['Summe'] } })).to.match(
      /^--skip "Nr=Summe": no row has this value/,
    );
  });

  it('refuses a value that no row has, and names those of the column', async () => {
    const message = 'no row has this value; the values of the column are "Ware", "WARE", "Dienst", ""';
    expect(await refusal({ skip: { Gruppe: ['Dienste'] } })).to.equal(`--skip "Gruppe=Dienste": ${message}`);
    expect(await refusal({ only: { Gruppe: ['Ware', 'x'] } })).to.equal(`--only "Gruppe=x": ${message}`);
  });

  it('refuses to leave out all rows', async () => {
    expect(await refusal({ only: { Gruppe: ['Ware'] }, skip: { Gruppe: ['Ware'] } })).to.equal(
      '--only and --skip leave out all 4 rows: correct them',
    );
  });

  it('refuses an unknown column, and names similar ones', async () => {
    const all = '"Nr", "Titel", "Preis", "MwSt", "Gruppe"';
    await expectUnknown({ skip: { Grupe: ['x'] } }, `; similar: "Gruppe"; its columns are ${all}`);
    await expectUnknown({ only: { Status: ['x'] } }, `; its columns are ${all}`);
    await expectUnknown({ pricePer: 'PE' }, `; its columns are ${all}`);
  });

  async function expectUnknown(options: MappingOptions, end: string): Promise<void> {
    const rows = table.rows('articles', text, options);
    const error = await rows.then(
      () => undefined,
      (thrown: Error) => thrown,
    );
    expect(error?.message).to.match(/^--(?:skip|only|price-per) .* has no such column/);
    expect(error?.message.endsWith(`has no such column${end}`), error?.message).to.equal(true);
  }

  it('judges columns only by the rows that are kept', async () => {
    const mixed = 'Nr;Titel;Preis;MwSt;Art\n11;a;1;19;Ware\n12;b;1;A;Dienst\n13;c;1;B;Dienst\n';

    expect(await table.refusal('articles', mixed)).to.match(/column "MwSt" has unknown values/);
    expect(await table.first('articles', mixed, { only: { Art: ['Ware'] } })).to.include({
      article_nr: '11',
    });
  });

  const mapping = (rules: object) =>
    files.write(
      'map.json',
      JSON.stringify({
        fields: { article_nr: 'Nr', article_title: 'Titel', article_price: 'Preis' },
        tax_rate: 19,
        ...rules,
      }),
    );

  it('"only" of a mapping file keeps rows, and may not leave out all', async () => {
    const file = mapping({ only: [{ column: 'Gruppe', values: ['Dienst', 'Leistung'] }] });
    const [first] = await outcomes({ file });
    expect(first).to.equal('left out: Gruppe is not Dienst or Leistung');
    expect(await refusal({ file: mapping({ only: [{ column: 'Gruppe', values: ['Leistung'] }] }) })).to.match(
      /^"only" of the mapping file leaves out all rows: no row has "Leistung" in column "Gruppe"; its values are "WARE", "Dienst", ""/,
    );
  });

  it('reads own exports with them, too', async () => {
    const own = 'article_ident,article_title\nart_1,Tea\nart_2,Coffee\n';
    const rows = await table.rows('articles', own, {
      match: 'article_ident',
      skip: { article_title: ['tea'] },
    });

    expect(
      rows.map((row) => ('skip' in row ? row.skip : 'input' in row && row.input.article_title)),
    ).to.deep.equal(['left out: article_title is tea', 'Coffee']);
  });
});
