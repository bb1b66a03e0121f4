import { expect } from 'chai';
import type { MappingOptions } from '../../../importer/mapping/mappingOptions.ts';
import type { Resource } from '../../../importer/mapping/rules/resourceFields.ts';
import { tables } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';

describe('importer: columns that mark rows', () => {
  const table = tables();
  const files = temporaryFiles();

  function listOf(resource: Resource, column: string, values: readonly string[]): string {
    const [header, row] =
      resource === 'articles' ? ['Titel;Preis;MwSt', 'Tee;1;19'] : ['Nachname;Ort;PLZ', 'Tee;Ulm;89073'];
    return `Nr;${header};${column}\n${values.map((value, at) => `${at};${row};${value}`).join('\n')}\n`;
  }
  const refusal = (resource: Resource, column: string, values: readonly string[]) =>
    table.refusal(resource, listOf(resource, column, values));
  const count = async (
    resource: Resource,
    column: string,
    values: readonly string[],
    options?: MappingOptions,
  ) =>
    (await table.rows(resource, listOf(resource, column, values), options)).filter((row) => 'input' in row)
      .length;

  it('asks about deleted records, with the counts of both answers', async () => {
    expect(await refusal('articles', 'gelöscht', ['0', '1', '0'])).to.equal(
      'column "gelöscht" seems to mark records that you may not want (1: 1 row, 0: 2 rows): import 2 rows with --skip "gelöscht=1", or all 3 rows with --only "gelöscht=*"',
    );
    expect(await count('articles', 'gelöscht', ['0', '1', '0'], { skip: { gelöscht: ['1'] } })).to.equal(2);
    expect(await count('articles', 'gelöscht', ['0', '1', '0'], { only: { gelöscht: ['*'] } })).to.equal(3);
  });

  const asked: [resource: Resource, column: string, values: readonly string[], answer: string][] = [
    ['articles', 'is_active', ['true', 'false'], '1 row with --skip "is_active=false"'],
    ['articles', 'Aktiv', ['ja', 'unbekannt'], '1 row with --skip "Aktiv=unbekannt"'],
    ['articles', 'Aktywny', ['PRAWDA', 'FAŁSZ'], '1 row with --skip "Aktywny=FAŁSZ"'],
    ['articles', 'Actief', ['WAAR', 'ONWAAR'], '1 row with --skip "Actief=ONWAAR"'],
    ['articles', 'Activo', ['VERDADERO', 'FALSO'], '1 row with --skip "Activo=FALSO"'],
    ['articles', 'Löschkennzeichen', ['L', ''], '1 row with --skip "Löschkennzeichen=L"'],
    ['articles', 'LVORM', ['X', ''], '1 row with --skip "LVORM=X"'],
    ['articles', 'Status', ['A', 'I'], '1 row with --skip "Status=I"'],
    ['articles', 'Status', ['Active', 'Hidden'], '1 row with --skip "Status=Hidden"'],
    ['articles', 'OXACTIVE', ['1', '0'], '1 row with --skip "OXACTIVE=0"'],
    ['articles', 'Published', ['1', '-1'], '1 row with --skip "Published=-1"'],
    ['articles', 'product_online', ['1', '2'], '1 row with --skip "product_online=2"'],
    ['articles', 'p_status', ['1', '0'], '1 row with --skip "p_status=0"'],
    ['articles', 'sale_ok', ['True', 'False'], '1 row with --skip "sale_ok=False"'],
    ['customers', 'frozenFor', ['N', 'Y'], '1 row with --skip "frozenFor=Y"'],
    ['articles', 'Aktiv', ['x', '', ''], '1 row with --skip "Aktiv="'],
    ['articles', 'archivé', ['oui', 'non'], '1 row with --skip "archivé=oui"'],
    ['customers', 'bloccato', ['sì', 'no'], '1 row with --skip "bloccato=sì"'],
    ['customers', 'Zablokowany', ['tak', 'nie'], '1 row with --skip "Zablokowany=tak"'],
    ['customers', 'geblokkeerd', ['ja', 'nee'], '1 row with --skip "geblokkeerd=ja"'],
    ['customers', 'activo', ['sí', 'no'], '1 row with --skip "activo=no"'],
    ['customers', 'deleted_at', ['2026-01-02', '', '2026-01-03'], '1 row with --only "deleted_at="'],
    ['customers', 'Kundenstatus', ['aktiv', 'gesperrt', 'neu'], '2 rows with --skip "Kundenstatus=gesperrt"'],
    ['customers', 'Kontaktart', ['Kunde', 'Lieferant', 'Kunde'], '2 rows with --skip "Kontaktart=Lieferant"'],
    ['customers', 'CardType', ['C', 'S', 'L'], '1 row with --only "CardType=C"'],
    ['customers', 'Status', ['Active', 'Inactive'], '1 row with --skip "Status=Inactive"'],
    ['customers', 'is_customer', ['1', '0'], '1 row with --skip "is_customer=0"'],
    ['customers', 'supplier_rank', ['0', '3', '1'], '1 row with --only "supplier_rank=0"'],
    ['customers', 'Fournisseur', ['non', 'oui'], '1 row with --skip "Fournisseur=oui"'],
    ['articles', 'Auslauf', ['', 'x', ''], '2 rows with --skip "Auslauf=x"'],
    ['articles', 'ausgelistet', ['nein', 'ja', 'nein'], '2 rows with --skip "ausgelistet=ja"'],
    ['articles', 'gesperrt', ['nein', 'ja'], '1 row with --skip "gesperrt=ja"'],
    ['articles', 'Auslaufdatum', ['', '31.12.2026', ''], '2 rows with --skip "Auslaufdatum=31.12.2026"'],
    ['articles', 'Descatalogado', ['sí', 'no'], '1 row with --skip "Descatalogado=sí"'],
    [
      'articles',
      'Verfügbarkeit',
      ['lieferbar', 'nicht mehr lieferbar'],
      '1 row with --skip "Verfügbarkeit=nicht mehr lieferbar"',
    ],
  ];
  for (const [resource, column, values, answer] of asked)
    it(`asks about ${resource} with ${column}: ${values.join(', ')}`, async () => {
      expect(await refusal(resource, column, values)).to.include(
        `: import ${answer}, or all ${values.length} rows with --only`,
      );
    });

  for (const status of [
    'Auslauf',
    'Auslaufartikel',
    'Auslauf (Restbestand)',
    'entfällt',
    'entfallen',
    'gestrichen',
    'eingestellt',
    'abgekündigt',
    'obsolete',
    'nicht mehr im Sortiment',
    'discontinued',
    'No longer available',
    'EOL',
    'plus disponible',
    'arrêté',
    'fin de série',
    'fuori produzione',
    'non più disponibile',
    'wycofany',
    'już niedostępny',
    'niet meer leverbaar',
    'uitlopend',
    'descatalogado',
    'ya no disponible',
  ])
    it(`asks about articles with the status "${status}"`, async () => {
      expect(await refusal('articles', 'Status', ['aktiv', status])).to.include(
        `with --skip "Status=${status}"`,
      );
    });

  it('takes the title of an article for no mark', async () => {
    const titles = 'Nr;Titel;Preis;MwSt\n1;Auslaufventil;1;19\n2;Discontinued;2;19\n';

    expect((await table.rows('articles', titles)).filter((row) => 'input' in row)).to.have.length(2);
  });

  it('asks only about the flag of customers beside that of suppliers: a contact may be both', async () => {
    const text = 'Nr,Name,customer_rank,supplier_rank\n1,Tea Ltd,1,4\n2,Juice Ltd,0,1\n';

    expect(await table.refusal('customers', text)).to.match(
      /^column "customer_rank" .* with --only "customer_rank=1", also those that "supplier_rank" marks/,
    );
    expect(await table.rows('customers', text, { skip: { customer_rank: ['0'] } })).to.have.nested.property(
      '[0].input',
    );
  });

  it('asks about a file of deleted records only', async () => {
    expect(await refusal('articles', 'deleted', ['1', '1'])).to.equal(
      'column "deleted" seems to mark records that you may not want (1: 2 rows), and has no other: import all 2 rows with --only "deleted=*", or take another file',
    );
  });

  it('asks about suppliers by their numbers', async () => {
    const text = 'Kundennr;Lieferantennr;Nachname;Ort\n1;;Alt;Ulm\n;70001;Neu;Ulm\n2;70002;Jung;Ulm\n';

    expect(await table.refusal('customers', text)).to.equal(
      'column "Lieferantennr" has the numbers of suppliers in 2 rows, and "Kundennr" is empty in 1 row: import 2 rows with --skip "Kundennr=", or all 3 rows with --only "Lieferantennr=*"',
    );
    expect(await table.rows('customers', text, { skip: { Kundennr: [''] } })).to.have.nested.property(
      '1.skip',
    );
  });

  it('asks about the accounts of suppliers in a file of DATEV', async () => {
    const text = 'Konto;Nachname;Ort\n10001;Alt;Ulm\n70001;Neu;Ulm\n';
    const many = Array.from({ length: 60 }, (_, at) => `${70_000 + at};Neu;Ulm\n`).join('');

    expect(await table.refusal('customers', text)).to.equal(
      'column "Konto" has the accounts of suppliers, from 70000, in 1 row: import 1 row with --skip "Konto=70001", or import all 2 rows with --only "Konto=*"',
    );
    expect(await table.refusal('customers', text + many)).to.match(
      /in 61 rows: remove them from the file, or import all 62 rows/,
    );
  });

  const quiet: [resource: Resource, column: string, values: readonly string[]][] = [
    ['articles', 'aktiv', ['1', '1']],
    ['articles', 'gelöscht', ['0', '0']],
    ['articles', 'gelöscht', ['', '']],
    ['articles', 'Auslaufventil', ['ja', 'nein']],
    ['articles', 'Status', ['lieferbar', 'Retoure', 'kein Auslaufartikel', 'Arretierung']],
    ['articles', 'Lieferant', ['Tee AG', 'Saft KG']],
    ['articles', 'Status', ['neu', 'Lager']],
    ['articles', 'Artikelgruppe', ['Tee', 'Lieferanten']],
    ['customers', 'Lieferant', ['Tee AG', 'Saft KG']],
    ['customers', 'Kundengruppe', ['A', 'B']],
    ['customers', 'Konto', ['10001', '10002']],
    ['customers', 'Status', ['Stammkunde', 'Neukunde']],
  ];
  for (const [resource, column, values] of quiet)
    it(`does not ask about ${resource} with ${column}: ${values.join(', ')}`, async () => {
      expect(await count(resource, column, values)).to.equal(values.length);
    });

  it('does not ask about a column that a mapping file names', async () => {
    const text = listOf('articles', 'gelöscht', ['0', '1']);
    const fields = {
      article_nr: 'Nr',
      article_title: 'Titel',
      article_price: 'Preis',
      article_tax_rate: 'MwSt',
    };
    const asking = files.write('fields.json', JSON.stringify({ fields }));
    const file = files.write(
      'skip.json',
      JSON.stringify({ fields, skip: [{ columns: ['gelöscht'], values: ['1'], because: 'deleted' }] }),
    );

    expect(await table.refusal('articles', text, { file: asking })).to.match(
      /^column "gelöscht" seems to mark/,
    );
    expect(await table.rows('articles', text, { file })).to.deep.include({ skip: 'deleted' });
  });

  it('does not take other codes, numbers, years and the empty cells of variants for flags', async () => {
    for (const [column, values] of [
      ['Status', ['A', 'B']],
      ['Aktiv', ['1', '2']],
      ['Published', ['2019', '2020']],
      ['Published', ['true', '']],
    ] as const)
      expect(await count('articles', column, values), column).to.equal(2);
  });
});
