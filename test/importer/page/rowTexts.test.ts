import { expect } from 'chai';
import iconv from 'iconv-lite';
import { tallyOf } from '../../../importer/journal/tally.ts';
import type { MappingOptions } from '../../../importer/mapping/mappingOptions.ts';
import type { Resource } from '../../../importer/mapping/rules/resourceFields.ts';
import type { SourceOptions } from '../../../importer/source/dialect.ts';
import { keptCells } from '../../../importer/source/refusalColumns.ts';
import { openSource } from '../../../importer/source/source.ts';
import { csvLines } from '../../../importer/source/spreadsheetCells.ts';
import { articleCreate } from '../../../shared/contract/operations/article.create.ts';
import { dryRun } from '../corpus/dryRun.ts';
import { readCases } from '../corpus/readCases.ts';
import { tables } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';
import { styled, xlsxOf } from '../workbooks.ts';

/** A text of the importer as the page shows it. */
interface Explained {
  readonly text: string;
  readonly lang: string;
}

interface Browser {
  readonly textsIn: (language: string) => {
    readonly explained: (given: { readonly text: string }) => Explained;
  };
  readonly rowTexts: readonly (readonly [RegExp, string])[];
}

const browser = new URL('../../../importer/page/browser/', import.meta.url).href;

/** Any row: this test does not look at its line. */
const first = { line: 1 };

describe('the page, in German', () => {
  const table = tables();
  const files = temporaryFiles();

  /** The kinds of reasons and repairs of the rows, as a run counts them. */
  async function kindsOf(resource: Resource, text: string, options: MappingOptions = {}): Promise<string[]> {
    const rows = await table.rows(resource, text, options);
    const tally = tallyOf(
      rows.map((row) => {
        if ('fault' in row)
          return { row: first, outcome: { kind: 'refused', code: '', reason: row.fault.message } };
        if ('skip' in row) return { row: first, outcome: { kind: 'skipped', reason: row.skip } };
        return { row: first, outcome: { kind: 'created', ident: '' }, repairs: row.repairs };
      }),
    );
    return [tally.reasons, tally.skipReasons, tally.repairs].flatMap(Object.keys);
  }

  /** The kinds of reasons of rows that an import refuses. */
  async function refusedKinds(text: string, name = 'list.csv'): Promise<string[]> {
    const ended = await dryRun(['articles'], name, Buffer.from(text));
    if (ended.kind !== 'ran') expect.fail(JSON.stringify(ended));
    const outcomes = ended.refused.map((reason) => ({ kind: 'refused' as const, code: '', reason }));
    return Object.keys(tallyOf(outcomes.map((outcome) => ({ row: first, outcome }))).reasons);
  }

  it('has what the importer says of rows, each text by a pattern of its own', async () => {
    const { textsIn } = (await import(`${browser}language.js`)) as Browser;
    const { rowTexts } = (await import(`${browser}explanations.js`)) as Browser;
    const workbook = xlsxOf([
      { name: 'Hinweise', rows: [['Bitte lesen'], ['Stand: heute']] },
      {
        name: 'Artikel',
        rows: [
          ['Nr.', 'Titel'],
          ['1', 'Tee'],
        ],
      },
    ]);
    const hiding = xlsxOf(
      [
        {
          name: 'A',
          rows: [
            ['Nr.', 'Titel', 'Preis'],
            ['1', 'Tee', styled(1, 12.3456)],
            ['2', 'Saft', styled(1, 2)],
          ],
          before: '<cols><col min="1" max="2" hidden="1"/></cols>',
          after: '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>',
          rowAttributes: { 3: 'hidden="1"' },
        },
      ],
      { formats: ['0.00'] },
    );
    const noticesOf = async (bytes: Buffer, options: SourceOptions = {}) => {
      const source = await openSource(files.write('list.xlsx', bytes), options);
      await source.close();
      return source.notices;
    };
    const notices = [
      ...(await noticesOf(workbook)),
      ...(await noticesOf(hiding, { hiddenRows: 'skip', cells: 'shown' })),
      ...(await noticesOf(hiding, { hiddenRows: 'import' })),
      ...(await noticesOf(iconv.encode('id;name\n1;Müller\n', 'cp850'))),
      ...(await noticesOf(iconv.encode('id;name\n1;Müller\n2;Szűcs\n', 'windows-1250'))),
    ];
    const refused = ['Nr', 'Titel', 'article_price', 'article_tax_rate'];
    const added = ['refused_line', 'refused_code', 'refused_reason', 'refused_cells', 'refused_ident'];
    const kept = keptCells(refused, ['00137', 'Tee', '2.50', '7']);
    const edited = [
      [...refused, ...added],
      ['137', 'Tee', '2.50', '7', '2', 'value_unreadable', 'x', kept, '{"column":"Nr"}'],
    ];
    const customers = 'external_ident,bill_lastname,bill_zipcode,bill_country,bill_phone\n';
    const eans =
      'article_title,article_ean,article_price,article_tax_rate\nTee,4006381333932,1,19\nKaffee,12,1,19\n';
    const two = '1,A,10115,de,\n2,B,10115,de,\n';
    const texts = [
      ...notices,
      `article_title ${articleCreate.input.article_title.missing}`,
      ...(await kindsOf('articles', csvLines(edited), { columns: { article_title: 'Titel' } })),
      ...(await kindsOf(
        'articles',
        'article_title,article_ean,article_nr,article_price,article_tax_rate\nTee,36000291452,A-1,1,19\nKaffee,,05. Dez,1,19\n',
      )),
      ...(await kindsOf('articles', eans)),
      ...(await kindsOf(
        'articles',
        'Artikelnummer;Bezeichnung;VK netto;VK brutto;MwSt;Einheit\n1;Tee;10,00;12,90;19;Stk\n6;Rum;20,00;25,90;19;Stk\n2;Saft;abc;;19;Stk\n3;Obst;1,00;;;Stk\n4;Bier;1,00;;19;Pkg\n;Getränke;;;;\n5;Wein;1,00;;19;Stk\n',
      )),
      ...(await kindsOf(
        'customers',
        `${customers}1,A,123,de,\n2,B,10115,de,\nRegion Nord,,,,\nAnzahl Kunden,58,,,\n`,
      )),
      ...(await kindsOf(
        'customers',
        'Kundennr;Firma;Straße;Hausnr;PLZ;Ort;Vorwahl;Telefon\n1;A;Weg 1;1;10115;Berlin;30;12\n2;B;Weg 1;2;10115;Berlin;;\n3;C;Weg;3;75001;Paris;;\n4;D;Weg;4;1010;Berlin;30;12\n',
      )),
      ...(await kindsOf(
        'customers',
        'Kundennr;Firma;Anschrift;Telefon\n1;A;Kai 7, Kiel 24103;1\n2;B;Weg 1;12 ::: 13\n',
      )),
      ...(await kindsOf('customers', 'Kundennr;Firma;PLZ/Ort\n1;A;A-1010 Wien\n2;B;24103 Kiel\n', {
        values: { bill_country: { '': 'de' } },
      })),
      ...(await kindsOf('articles', 'Titel;VK netto;MwSt;Einheit\nSchraube;12;19;Tausend\n', {
        pricePer: 'Einheit',
      })),
      ...(await kindsOf('articles', 'Titel;VK;EK\nTee;1,00;0,50\nRum;2,00;1,00\nX;3,00;1,50\n', {
        taxRate: 19,
      })),
      ...(await kindsOf('customers', 'Kundennr;Kunde\n1;King, Martin, Jr.\n', {
        columns: { bill_name: 'Kunde' },
      })),
      ...(await kindsOf('articles', eans, { onBadValue: 'empty' })),
      ...(await kindsOf(
        'customers',
        `${customers}1,A,1067,de,\n2,B,10115,de,4.9E+11\n3,C,10115,de,#REF!\n7,G,10115,de,#FORMULA! (E4)\n4,D,10115,de,1,2\n5,E\n6, "F",10115,de,\n`,
      )),
      ...(await kindsOf(
        'articles',
        'article_title,article_unit,article_price,article_tax_rate\nTee,Lohnstd.,1,19\n',
      )),
      ...(await refusedKinds(
        `sku,title,price,tax\n${Array.from({ length: 60 }, (_, nr) => `${nr},Tee ${nr},2,7\n`).join('')}7,Saft,2,7\n98,Tee,,7\n`,
      )),
      ...(await refusedKinds(
        '[{"sku":"1","title":"Tee","price":2,"tax":7},{"sku":"2","sku":"3"},null]\n5',
        'list.json',
      )),
      ...(await kindsOf(
        'customers',
        'external_ident,bill_lastname,bill_title,bill_country,bill_email,is_business_client\n1,A,Graf,,,\n2,B,,Preußen,,\n3,C,,,x,\n4,D,,,,vielleicht\n',
      )),
      ...(await kindsOf(
        'customers',
        'external_ident,bill_lastname,bill_street,bill_zipcode,bill_city,bill_country,delivery_street,delivery_city\n1,A,Rue 1,1000,Bourg,fr,Rue 2,Paris\n2,B,Rue 1,12,Bourg,fr,,\n',
      )),
      ...(await kindsOf('customers', `${customers}${two}`, { only: { bill_lastname: ['B'] } })),
      ...(await kindsOf('customers', `${customers}${two}`, { skip: { bill_lastname: ['A'] } })),
    ];

    // Reasons that differ only in the values of their rows are one.
    expect(texts.filter((text) => text.includes('do not fit'))).to.have.length(1);
    const unused = rowTexts.filter(([pattern]) => !texts.some((text) => pattern.test(text)));
    expect(unused, texts.join('\n')).to.deep.equal([]);
    for (const text of texts) expect(textsIn('de').explained({ text }), text).to.include({ lang: 'de' });
    const english = (text: string) => textsIn('en').explained({ text }).text;
    expect(texts.map(english).filter((text) => / (?:with|as) --\w/.test(text))).to.deep.equal([]);
    expect(english('article_unit: unknown unit "…": say what it means, such as --value X')).to.equal(
      'Unit: unknown unit "…"',
    );
    const german = (text: string) => textsIn('de').explained({ text }).text;
    expect(german('article_title is required')).to.equal('Bezeichnung fehlt');
    expect(german('hidden columns are read, too: B to C, F')).to.equal(
      'Ausgeblendete Spalten werden mit gelesen: B bis C, F',
    );
  });

  it('has every question of the corpus, each text by a pattern of its own', async function () {
    this.timeout(60_000);
    const { textsIn } = (await import(`${browser}language.js`)) as Browser;
    const { questionTexts } = (await import(`${browser}questionTexts.js`)) as {
      readonly questionTexts: Browser['rowTexts'];
    };
    const asked: string[] = [];
    const english: string[] = [];
    for (const { words, text, extension, encoding } of readCases()) {
      const run = await dryRun(words, `file.${extension}`, iconv.encode(text, encoding.split(' ')[0] ?? ''));
      for (const fault of run.kind === 'stopped' ? run.faults : []) {
        asked.push(fault.text);
        const { lang, text: german } = textsIn('de').explained(fault);
        if (lang !== 'de') english.push(fault.text);
        else expect(german).not.to.match(/\{\d\}|--/);
      }
    }

    expect(english).to.deep.equal([]);
    expect(asked.length).to.be.greaterThan(90);
    const unused = questionTexts.filter(([pattern]) => !asked.some((text) => pattern.test(text)));
    expect(unused).to.deep.equal([]);
  });
});
