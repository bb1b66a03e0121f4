import { expect } from 'chai';
import { dryRun } from '../corpus/dryRun.ts';
import { inputs, mapped, rowsOf } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';
import { xlsxOf } from '../workbooks.ts';

const apart = (text: string) => text.normalize('NFD');

/** macOS and some programs write `ö` as `o` and a combining mark. */
describe('importer: letters with combining marks', () => {
  const files = temporaryFiles();
  const table = 'SKU;Titel;VK netto;MwSt;Größe\na;Müsli;2,00;19;S\nb;Käse;4,00;19;Größer\n';

  it('are composed in text, JSON and workbooks', async () => {
    const values = ['a', 'Müsli', '2,00', '19', 'S'];
    const [header = '', ...lines] = table.trimEnd().split('\n');
    const sheet = [header, ...lines].map((line) => apart(line).split(';'));
    const json = Object.fromEntries(header.split(';').map((name, index) => [name, values[index] as string]));
    const escaped = JSON.stringify(json).replace('ü', 'u\\u0308');
    for (const file of [
      files.write('list.csv', apart(table)),
      files.write('list.xlsx', xlsxOf([{ name: 'A', rows: sheet }])),
      files.write('list.jsonl', apart(escaped)),
    ])
      expect((await rowsOf(file))[0]?.values).to.deep.equal(values);
  });

  it('do not hide a column that marks deleted records', async () => {
    const text = 'SKU;Titel;VK netto;MwSt;gelöscht\na;Tee;2,00;19;0\nb;Mug;4,00;19;1\n';
    const stopped = (given: string) => dryRun(['articles'], 'list.csv', Buffer.from(given));

    expect((await stopped(text)).kind).to.equal('stopped');
    expect(await stopped(apart(text))).to.deep.equal(await stopped(text));
  });

  it('are composed in options, names of sheets and mapping files', async () => {
    const stored = async (
      words: readonly string[],
      name = 'list.csv',
      content: Uint8Array = Buffer.from(table),
    ) => {
      const run = await dryRun(['articles', ...words], name, content);
      return run.kind === 'ran' ? run.stored.map(({ article_title }) => article_title) : run;
    };
    const rows = table
      .trimEnd()
      .split('\n')
      .map((line) => line.split(';'));
    const workbook = xlsxOf([
      { name: apart('Preise für Händler'), rows },
      { name: 'Alt', rows },
    ]);

    expect(await stored(['--skip', apart('Größe=Größer')])).to.deep.equal(['Müsli']);
    expect(await stored(['--column', apart('article_title=Größe')])).to.deep.equal(['S', 'Größer']);
    for (const name of ['Preise für Händler', apart('Preise für Händler')])
      expect(await stored(['--sheet', name], 'list.xlsx', workbook)).to.deep.equal(['Müsli', 'Käse']);

    const file = files.write(
      'mapping.json',
      apart(JSON.stringify({ guess: true, fields: { article_subtitle: 'Größe' } })),
    );
    const [row] = inputs(await mapped('articles', files.write('list.csv', table), { file }));
    expect(row).to.include({ article_subtitle: 'S' });
  });
});
