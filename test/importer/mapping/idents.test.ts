import { expect } from 'chai';
import type { MappingOptions } from '../../../importer/mapping/mappingOptions.ts';
import type { Resource } from '../../../importer/mapping/rules/resourceFields.ts';
import { inputs, tables } from '../records.ts';

describe('importer: what identifies the records', () => {
  const table = tables();

  const text = (...lines: readonly string[]) => `${lines.join('\n')}\n`;
  const customers = async (lines: readonly string[], options: MappingOptions = {}) =>
    inputs(await table.rows('customers', text(...lines), options));
  const idents = async (resource: Resource, ...lines: readonly string[]) =>
    inputs(await table.rows(resource, text(...lines))).map((input) => input.external_ident);
  const notices = (resource: Resource, ...lines: readonly string[]) =>
    table.notices(resource, text(...lines));

  it('asks when an article number repeats in many rows, and names the lines', async () => {
    const lines = [
      'Artikelnummer;Bezeichnung;VK netto;MwSt',
      'A1;Tee grün;1;7',
      'A1;Tee schwarz;2;7',
      'A2;Saft;3;7',
    ];

    expect(await table.refusal('articles', text(...lines))).to.equal(
      '"Artikelnummer" repeats an earlier value in 1 row (line 3), so it does not identify the articles: choose columns that do so together, such as --ident Artikelnummer --ident Bezeichnung, or keep it with --ident Artikelnummer, and rows with the same number and other values are refused (the first one is imported with --on-repeat first)',
    );
  });

  it('proposes the columns that tell variants apart', async () => {
    const lines = ['Artikelnummer;Titel;Farbe;Größe;VK netto;MwSt', 'A1;Hemd;rot;L;1;7', 'A1;Hemd;rot;M;2;7'];

    expect(await table.refusal('articles', text(...lines))).to.contain(
      'such as --ident Artikelnummer --ident Farbe --ident "Größe"',
    );
  });

  it('keeps an article number that repeats in a few rows, and says so', async () => {
    const rows = Array.from({ length: 9 }, (_, index) => `A${index};Tee ${index};1;7`);
    const lines = ['Artikelnummer;Bezeichnung;VK netto;MwSt', ...rows, 'A3;Saft;1;7'];

    expect(await idents('articles', ...lines)).to.include.members(['A1', 'A8']);
    expect(await notices('articles', ...lines)).to.include(
      '"Artikelnummer" is unique but for 1 of 10 rows: it identifies the articles (--ident to choose another)',
    );
  });

  it('takes another column when a number repeats, and names the lines', async () => {
    const lines = ['Artikelnummer;SKU;Bezeichnung;VK netto;MwSt', 'A1;S1;Tee;1;7', 'A1;S2;Saft;2;7'];

    expect(await idents('articles', ...lines)).to.deep.equal(['S1', 'S2']);
    expect(await notices('articles', ...lines)).to.include(
      '"Artikelnummer" repeats an earlier value in 1 row (line 3), so it does not identify the records',
    );
  });

  for (const name of ['Nr', 'Nr.', 'lfd. Nr.', 'id', 'ID', 'Pos.', '#', 'No.'])
    it(`does not take "${name}" for an ident or a number if it counts the rows`, async () => {
      const lines = [
        `${name};Nachname;E-Mail`,
        '1;Tee;a@example.com',
        '2;Saft;b@example.com',
        '3;Wein;c@example.com',
      ];

      expect(await idents('customers', ...lines)).to.deep.equal([
        'a@example.com',
        'b@example.com',
        'c@example.com',
      ]);
      expect(await notices('customers', ...lines)).to.include(
        `"${name}" counts the rows, so it identifies nothing (--ident ${/[ #]/.test(name) ? `"${name}"` : name} if it does)`,
      );
    });

  it('takes a column Nr that does not count the rows for the article number', async () => {
    expect(
      await idents(
        'articles',
        'Nr;Bezeichnung;VK netto;MwSt',
        '4711;Tee;1;7',
        '4713;Saft;1;7',
        '4715;Wein;1;7',
      ),
    ).to.deep.equal(['4711', '4713', '4715']);
  });

  it('takes UID for the VAT number if it has one, and the customer number for the ident', async () => {
    const [first] = await customers(['UID;Kundennummer;Firma', 'ATU12345678;17;Tee', 'ATU87654321;18;Saft']);
    const [swiss] = await customers(['UID;Firma', 'CHE-123.456.789;Tee', 'CHE-987.654.321;Saft']);
    const [both] = await customers(['UID;MWST-Nr;Firma', 'CHE-123.456.789;CHE-123.456.789 MWST;Tee']);
    const [other] = await customers(['uid;Firma', 'x81k;Tee', 'x82k;Saft']);

    expect(first).to.include({ external_ident: '17', customer_nr: '17', bill_vat_nr: 'ATU12345678' });
    expect(swiss).to.include({ bill_vat_nr: 'CHE-123.456.789' });
    expect(both).to.include({ bill_vat_nr: 'CHE-123.456.789 MWST' });
    expect(other).to.include({ external_ident: 'x81k' });
  });

  for (const name of ['USt-Nummer', 'SIRET', 'Steuernummer', 'Telefax-Nr.', 'Kontonummer'])
    it(`does not take "${name}" for an ident`, async () => {
      const [first] = await customers([`${name};Nachname;Ort`, '4711;Tee;Kiel', '4712;Saft;Bonn']);

      expect(first?.external_ident).to.match(/^[0-9a-f]{40}$/);
    });

  it('takes e-mail addresses that differ in case for one customer', async () => {
    const lines = [
      'E-Mail;Nachname',
      'Anna@Example.com;Tee',
      'anna@example.com;Tee',
      'mailto:B@example.com;Saft',
    ];
    const { repeats } = await table.prepared('customers', text(...lines));
    const rows = await table.rows('customers', text(...lines));

    expect(repeats).to.include({ rows: 1 });
    expect(repeats.examples).to.be.empty;
    expect(rows[0]).to.deep.include({ repairs: ['external_ident: e-mail address in small letters'] });
    expect(inputs(rows).map(({ external_ident }) => external_ident)).to.deep.equal([
      'anna@example.com',
      'anna@example.com',
      'b@example.com',
    ]);
    expect(inputs(rows)[0]).to.include({ bill_email: 'Anna@Example.com' });
  });

  it('counts a single row in the singular', async () => {
    expect(await notices('articles', 'Artikelnummer;Bezeichnung;VK netto;MwSt', 'A1;Tee;1;7')).to.include(
      '"Artikelnummer" is filled and unique in its row: it identifies the articles (--ident to choose another)',
    );
    expect(await table.refusal('customers', 'Kundennummer;Name\n1;Müller Hans\n')).to.contain(
      ' in 1 of 1 row: ',
    );
  });
});
