import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { explanations } from '../../importer/page/browser/explanations.js';
import { textsIn } from '../../importer/page/browser/language.js';
import { historyText } from '../../importer/report/historyText.ts';
import { dryRun } from '../importer/corpus/dryRun.ts';

const { explained, headline, questionText } = textsIn('de');

describe('importer: German explanations of the import page', () => {
  const questions = [
    [
      'Preisliste;;;\nNr;Titel;Preis;MwSt\n1;Tee;2,50;7\n2;Saft;3,00;7\n',
      'Zeile 1 sieht wie ein Titel aus. Die Kopfzeile ist vermutlich Zeile 2.',
    ],
    [
      'Nr;Titel;Preis;MwSt;gelöscht\n1;Tee;2,50;7;1\n2;Saft;3,00;7;0\n',
      'Die Spalte „gelöscht“ kennzeichnet vermutlich Datensätze, die nicht gebraucht werden (1: 1 Zeile, 0: 1 Zeile).',
    ],
    [
      'Nr;Titel;MwSt\n1;Tee;7\n2;Saft;7\n',
      'Für den Preis ist keine Spalte zu erkennen. Die Artikel hätten den Preis 0,00.',
    ],
    [
      'Vorname;Nachname;Straße;PLZ;Ort\nAda;Weiß;Weg 1;10115;Berlin\n',
      'Die Spalten sehen nach Kunden aus, nicht nach Artikeln.',
    ],
  ];
  for (const [csv, german] of questions)
    it(`say: ${german}`, async () => {
      const run = await dryRun(['articles'], 'file.csv', Buffer.from(csv));

      const [fault] = run.faults;
      expect(explained(fault)).to.deep.equal({ text: german, lang: 'de' });
      expect(textsIn('en').explained(fault)).to.have.property('lang', 'en');
      expect(textsIn('en').explained(fault).text).not.to.match(/--|\{/);
    });

  it('are found by the codes of the importer, each of which has a text', () => {
    const files = readdirSync('importer', { recursive: true }).map(String);
    const programs = files.filter((file) => file.endsWith('.ts'));
    const texts = programs.map((file) => readFileSync(`importer/${file}`, 'utf8'));
    const codes = texts.flatMap((text) =>
      [...text.matchAll(/\bknown(?:\(|: \[)\s*'(\w+)'/g)].map(([, code]) => code),
    );

    expect(Object.keys(explanations)).to.have.members([...new Set(codes)]);
    for (const [code, pair] of Object.entries(explanations)) {
      const [english, german] = pair.map((text) => (text.match(/\{\d\}/g) ?? []).toSorted());
      expect(german, code).to.deep.equal(english);
    }
  });

  it('of single rows match what the importer says (runs an import)', async () => {
    const csv = [
      'Nr;Titel;Preis netto;MwSt;EAN;aktiv',
      '1;;2,50;7;36000291452;1',
      '2;Tee;2,50;7;36000291452;0',
      '3;Tee;2,50;7;36000291452;1;x',
      '4;Tee;2,50',
      '5;Kaffee;2,50;7;36000291452;1',
      '6;Saft;#DIV/0!;7;;1',
      '7;Saft;2,50;7;1,23E+12;1',
      '05. Dez;Saft;2,50;7;;1',
    ].join('\n');
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'counterfoil-texts-')), 'list.csv');
    await writeFile(file, csv);
    const words = '--import tsx cli/main.ts import articles --skip aktiv=0 --dry-run --offline --json'.split(
      ' ',
    );
    const { stdout } = spawnSync(process.execPath, [...words, file], { encoding: 'utf8' });
    await rm(path.dirname(file), { recursive: true });
    const summary = JSON.parse(stdout);

    const said = ['reasons', 'skipReasons', 'repairs'].flatMap((name) => Object.keys(summary[name]));
    expect(said).to.have.length(9);
    for (const text of said) expect(explained({ text }), text).to.include({ lang: 'de' });
  });

  it('leave other texts as they are, marked as English', () => {
    expect(explained({ text: 'something else' })).to.deep.equal({ text: 'something else', lang: 'en' });
    expect(explained({ text: 'article_title is required' }).text).to.equal('Bezeichnung fehlt');
  });

  it('name the field that a question is about', () => {
    const asked = (value) => headline([{ options: [['--column', value]] }]);

    expect(asked('article_price=VK')).to.equal('Welche Spalte enthält den Preis?');
    expect(asked('article_title=COLUMN')).to.equal('Welche Spalte enthält: Bezeichnung?');
    expect(questionText([['--price-is-gross']])).to.equal('Ja, die Preise sind brutto');
  });

  it('stored values are written for people', () => {
    const { storedText } = textsIn('de');
    const account = { currency: 'EUR', time_zone: 'Europe/Berlin' };

    expect(storedText('article_unit', 'unit_ppu', account)).to.equal('Stück');
    expect(storedText('article_price', '1.9900', account)).to.equal('1,99\u00a0€');
    expect(storedText('bill_title', 1, account)).to.equal('Frau');
    expect(storedText('bill_country', 'at', account)).to.equal('Österreich');
    expect(storedText('date_created', '2024-01-04 23:00:00', account)).to.equal('05.01.2024');
  });

  it('the history of the command shows the name of a file that was given to the page', () => {
    const text = historyText([
      {
        number: 1,
        startedAt: '2026-01-01T00:00:00.000Z',
        resource: 'articles',
        file: `/data/uploads/${'a1'.repeat(16)}/liste.csv`,
        state: 'finished',
        target: 'app',
      },
    ]);

    expect(text).to.contain('articles from liste.csv\n');
  });
});
