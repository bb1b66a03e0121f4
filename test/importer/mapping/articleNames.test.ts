import { expect } from 'chai';
import type { MappingOptions } from '../../../importer/mapping/mappingOptions.ts';
import { tables } from '../records.ts';

describe('importer: names of columns and units of articles', () => {
  const table = tables();
  const first = (text: string, options: MappingOptions = {}) => table.first('articles', text, options);
  const refusal = (text: string, options: MappingOptions = {}) => table.refusal('articles', text, options);

  it('asks about a column of units also if some of them are unknown', async () => {
    const text = (name: string, ...values: readonly string[]) =>
      `Titel;Preis netto;MwSt;${name}\n${values.map((value, at) => `T${at};1;19;${value}\n`).join('')}`;

    for (const list of [
      text('EH', 'Std', 'psch.', 'km'),
      text('Verrechnet je', 'm²', 'Std', 'Geb.'),
      text('Einheit lt. Angebot', 'H', 'usł.', 'U'),
      text('Unit sold', 'tim', 'something', 'else'),
    ])
      expect(await refusal(list)).to.match(/^column ".*" seems to have units .*--column article_unit="/);
    for (const list of [
      text('Gruppe', 'Std', 'Montage', 'Material', 'Anfahrt'),
      text('Gruppe', 'pauschal', 'A-100', 'B-200'),
      text('Gruppe', 'h', 'm', 'km'),
    ])
      expect(await first(list)).to.not.have.property('article_unit');
  });

  for (const [name, unit, stored] of [
    ['Einh.', 'Std', 'unit_hour'],
    ['Einh', 'psch.', 'unit_lump'],
    ['Unité de vente', 'H', 'unit_hour'],
    ['Enhet', 'tim', 'unit_hour'],
    ['UM', 'a corpo', 'unit_lump'],
    ['UM', 'NR', 'unit_ppu'],
    ['Unit of Sale', 'hour', 'unit_hour'],
    ['Unité', 'forfait', 'unit_lump'],
    ['Mengeneinh.', 'BTL', 'unit_ppu'],
  ] as const)
    it(`reads ${unit} in a column ${name} as ${stored}`, async () => {
      expect(await first(`Titel;Preis netto;MwSt;${name}\nTee;1;19;${unit}\n`)).to.include({
        article_unit: stored,
      });
    });

  for (const [text, unit] of [
    ['usł.', 'unit_lump'],
    ['Lohnstd.', 'unit_hour'],
    ['Arbeitszeit', 'unit_hour'],
    ['Festpreis', 'unit_lump'],
    ['Std/Woche', 'unit_hour'],
  ] as const)
    it(`proposes ${unit} for the unknown unit ${text}`, async () => {
      const [row] = await table.rows('articles', `Titel;Preis netto;MwSt;Einheit\nTee;1;19;${text}\n`);

      expect(row).to.have.nested.property('fault.message').that.includes(`${text}=${unit}`);
    });

  for (const [name, value, field] of [
    ['ISBN-13', '978-3-16-148410-0', 'article_ean'],
    ['Cod. a barre', '4006381333931', 'article_ean'],
    ['Código barras', '4006381333931', 'article_ean'],
    ['Stregkode', '4006381333931', 'article_ean'],
    ['Cod. articolo', 'A-1', 'article_nr'],
    ['Cód. artículo', 'A-1', 'article_nr'],
    ['Réf. produit', 'A-1', 'article_nr'],
    ['PLU', '17', 'article_nr'],
    ['Product Code/SKU', 'A-1', 'article_nr'],
    ['SKU / Artikelnummer', 'A-1', 'article_sku'],
  ] as const)
    it(`takes "${name}" for ${field}`, async () => {
      const row = await first(`Titel;Preis netto;MwSt;${name}\nTee;1;19;${value}\n`);

      expect(row).to.have.property(field, field === 'article_ean' ? value.replaceAll('-', '') : value);
    });

  it('prefers the own number to that of the manufacturer, also if its name is that of two fields', async () => {
    const text = 'Titel;Preis netto;MwSt;Manufacturer Part Number;Product Code/SKU\nTee;1;19;M-1;A-1\n';

    expect(await first(text))
      .to.include({ article_nr: 'A-1' })
      .and.not.include({ article_sku: 'M-1' });
  });

  for (const name of [
    'Artikelnamn',
    'Produktnavn',
    'Product/Service Name',
    'Nazwa artykułu',
    'Désignation article',
  ])
    it(`takes "${name}" for the title`, async () => {
      expect(await first(`${name};Preis netto;MwSt\nTee;1;19\n`)).to.include({ article_title: 'Tee' });
    });

  const titleless: readonly (readonly [text: string, proposed: readonly string[]])[] = [
    [
      'Art-Nr;Wein;Jahrgang;Winzer;Preis;MwSt\n1;Riesling;2024;Kühn;5;19\n2;Silvaner;2024;Kühn;6;19\n',
      ['Wein'],
    ],
    [
      'SKU;Kurztext 1;Kurztext 2;Ort;Preis;MwSt\n1;Tee;lose;Ulm;5;19\n2;Saft;;Kiel;6;19\n',
      ['Kurztext 1', 'Kurztext 2'],
    ],
    ['SKU;Titel (DE);Titel (EN);Preis;MwSt\n1;Tee;;5;19\n', ['Titel (DE)']],
  ];
  for (const [text, proposed] of titleless)
    it(`proposes ${proposed.join(' and ')} for the title`, async () => {
      const columns = { article_price: 'Preis' };
      const list = (before: string) => proposed.map((title) => `${before}"${title}"`).join(' or ');

      expect(await refusal(text, { columns })).to.include(
        `no column for article_title. Is it ${list('')}? Choose one with ${list('--column article_title=')}`,
      );
    });
});
