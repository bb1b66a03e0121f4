import { expect } from 'chai';
import type { SourceOptions } from '../../../importer/source/dialect.ts';
import { openSource } from '../../../importer/source/source.ts';
import { importError, rowsOf } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';

const table = 'SKU;Bezeichnung;Preis;MwSt\nT-1;Tee;1,50;7\nT-2;Kaffee;2,50;7\nT-3;Kanne;9,50;19\n';

describe('importer: rows that are not records', () => {
  const files = temporaryFiles();
  const read = async (text: string, options: SourceOptions = {}) => {
    const file = files.write('list.csv', text);
    const source = await openSource(file, options);
    await source.close();
    return { ...source, rows: await rowsOf(file, options) };
  };
  const refusal = async (text: string, options: SourceOptions = {}) =>
    (await importError(() => read(text, options))).message.replace(/^.*list\.csv/, 'list.csv');
  const reasons = async (text: string) => (await read(text)).rows.flatMap(({ skip }) => skip ?? []);

  const grouped = ';Billing;;Delivery;\nNo.;Name;Street;Name;Street\n1;Anna;Weg 1;Bert;Weg 2\n';

  it('skips both lines of a repeated header with groups, also after a blank line', async () => {
    const twice = Array.from({ length: 2 }, () => 'the row repeats the header');

    expect(await reasons(`${grouped}${grouped}`)).to.deep.equal(twice);
    expect(await reasons(`${grouped}\n${grouped}`)).to.deep.equal(twice);
  });

  it('asks for the line of a header whose groups do not tell its names apart', async () => {
    expect(await refusal(grouped.replace('Delivery', ''))).to.match(/line 1 looks like a title/);
  });

  it('skips a header that is repeated, and counts it', async () => {
    expect(await reasons(`${table}${table}`)).to.deep.equal(['the row repeats the header']);
    expect(await reasons('SKU;Titel;Preis\nSKU;Titel;Preis\nA;Tee;1\n')).to.deep.equal([
      'the row repeats the header',
    ]);
  });

  const secondTables: [string, string][] = [
    ['of as many columns', '\nKunde;Stadt;Umsatz;Rabatt\nMeier;Köln;12,00;3\n'],
    ['of fewer columns', '\nKunde;Stadt\nMeier;Köln\n'],
    ['that a spreadsheet padded', ';;;\nKunde;Stadt;;\nMeier;Köln;;\n'],
    ['without a blank line', 'Kunde;Stadt;Umsatz;Rabatt\nMeier;Köln;12,00;3\n'],
  ];
  for (const [name, second] of secondTables)
    it(`refuses a second table ${name}, with its line`, async () => {
      const line = second.startsWith('Kunde') ? 5 : 6;

      expect(await refusal(table + second)).to.equal(
        `list.csv: line ${line} looks like the header of a second table: move it and what follows to a file of its own, or correct it if it is a record; --header-line ${line} imports only that table`,
      );
      expect((await read(table + second, { headerLine: line })).rows).to.have.length(1);
    });

  it('refuses a second table whose columns had no digits before', async () => {
    expect(
      await refusal('Art;Farbe;Preis\nTee;rot;1,50\nTee;blau;2,50\n;;\nLager;Platz;\nNord;A1;\n'),
    ).to.match(/line 5 looks like the header of a second table/);
  });

  it('proposes the second line of a header', async () => {
    const [, ...rows] = table.split('\n');
    const groups = `Artikel;Artikel;Preise;Preise\n${table}`;

    expect(await refusal(groups)).to.match(/^list\.csv: line 2 looks like a second header: --header-line 2,/);
    expect((await read(groups, { headerLine: 2 })).rows).to.have.length(3);
    expect(await refusal(`a;b;c;d\nSKU;Titel;Preis;Satz\n${rows.join('\n')}`)).to.match(/--header-line 2,/);
  });

  const records = ['T-4;auf Anfrage;;7', 'T-4;Tee;auf Anfrage;frei', '\nT-4;Tee;1,00;7', ';Tasche;neu;neu'];
  for (const row of records)
    it(`keeps ${JSON.stringify(row)} as a record`, async () => {
      expect((await read(`${table}${row}\n`)).rows.filter(({ skip }) => skip === undefined)).to.have.length(
        4,
      );
    });

  for (const mark of ['#', '//'])
    it(`skips comments that begin with ${mark}, also above the header`, async () => {
      const { columns, notices, rows } = await read(
        `${mark} Export; Artikel\n${mark}\n${table}${mark} Ende\n`,
      );

      expect(columns).to.deep.equal(['SKU', 'Bezeichnung', 'Preis', 'MwSt']);
      expect(notices).to.deep.equal(['not read, since they are comments above the header: line 1, 2']);
      expect(rows.map(({ skip }) => skip)).to.deep.equal([
        undefined,
        undefined,
        undefined,
        'the row is a comment',
      ]);
    });

  it('keeps a header and records that begin with #', async () => {
    const { columns, rows } = await read('#;Titel;Preis\n#1;Tee;1,50\n#2;Kaffee;2,50\n');

    expect(columns).to.deep.equal(['#', 'Titel', 'Preis']);
    expect(rows.map(({ skip }) => skip)).to.deep.equal([undefined, undefined]);
  });

  const totals = [
    'Razem;;13,50;',
    'Totale generale;;13,50;',
    'Somme;;13,50;',
    'Toplam:;;13,50;',
    'Totaal;;13,50;',
    'Ergebnis;;13,50;',
    'Gesamtergebnis;;13,50;',
    'Totalsumme;;13,50;',
    'Summa;;13,50;',
    'Totalt;;13,50;',
    'I alt;;13,50;',
    'Celkový součet;;13,50;',
    'Suma całkowita;;13,50;',
    'Totale complessivo;;13,50;',
    'Total geral;;13,50;',
    'Suma total;;13,50;',
    'Yhteensä;;13,50;',
    'Végösszeg;;13,50;',
    'Résultat;;13,50;',
    'Totaalbedrag;;13,50;',
    'Итого;;13,50;',
  ];
  for (const row of [...totals, 'Total HT;;13,50;', 'Summe (3 Artikel);;13,50;', 'Suma;;13,50 zł;'])
    it(`skips "${row}" as a line of totals`, async () => {
      expect(await reasons(`${table}${row}\n`)).to.deep.equal(['the row is a line of totals']);
    });

  it('joins the lines of a name in the header', async () => {
    const { columns } = await read('"Artikel-\nnummer";"Preis\nnetto";Titel\n1;2;3\n');

    expect(columns).to.deep.equal(['Artikelnummer', 'Preis netto', 'Titel']);
  });
});
