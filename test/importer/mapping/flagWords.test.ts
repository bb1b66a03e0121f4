import { expect } from 'chai';
import type { MappingOptions } from '../../../importer/mapping/mappingOptions.ts';
import type { Resource } from '../../../importer/mapping/rules/resourceFields.ts';
import { tables } from '../records.ts';

describe('importer: words of flags in other languages', () => {
  const table = tables();

  function listOf(resource: Resource, column: string, values: readonly string[]): string {
    const [header, row] =
      resource === 'articles' ? ['Titel;Preis;MwSt', 'Tee;1;19'] : ['Nachname;Ort;PLZ', 'Tee;Ulm;89073'];
    return `Nr;${header};${column}\n${values.map((value, at) => `${at};${row};${value}`).join('\n')}\n`;
  }

  /** The second value marks the rows that are not wanted. */
  const asked: readonly (readonly [resource: Resource, wanted: string, unwanted: string, columns: string])[] =
    [
      ['articles', 'Non', 'Oui', 'En sommeil, Non actif, Plus disponible, Masqué'],
      ['articles', 'Nee', 'Ja', 'Non-actief, Niet meer leverbaar, Verborgen'],
      ['articles', 'No', 'Yes', 'Not active, Hidden, No longer available, Obsolete, Out of print'],
      ['articles', 'N', 'S', 'Obsoleto, Non attivo, Nascosto, Non più disponibile'],
      ['articles', 'no', 'sí', 'No activo, Obsoleto, Oculto, Ya no disponible'],
      ['articles', '0', '1', 'Nicht mehr lieferbar, Obsolet, Artikel inaktiv, Nicht sichtbar, Versteckt'],
      ['articles', 'nie', 'tak', 'Ukryty, Nie aktywny, Już niedostępny'],
      ['articles', 'ne', 'ano', 'Neaktivní, Skryté, Vyřazeno'],
      ['articles', 'nej', 'ja', 'Inaktiv, Dold, Utgått, Udgået'],
      ['articles', 'Y', 'N', 'Product Visible?, Item active, Is article published'],
      ['articles', 'ja', 'nej', 'Er synlig, Vara aktiv, Synlig'],
      ['articles', 'visible', 'hidden', 'productVisibility, Visibility, Sichtbarkeit, Widoczność'],
      ['articles', 'ano', 'ne', 'Aktivní, Viditelný, Zveřejněno'],
      ['customers', '0', '1', 'Sperrcode, Liefersperre, Kunde gesperrt, Auftragssperre, Delivery block'],
      ['customers', '', 'zahlt nicht', 'Sperrgrund, Motif de blocage, Motivo blocco, Block reason'],
      ['customers', 'keine', '3', 'Sperrcode, Sperrkennzeichen, Sperrstatus'],
      ['customers', 'nej', 'ja', 'Spärrad, Er kreditor, Är leverantör, Spærret'],
      ['customers', 'Ne', 'Ano', 'Dodavatel, Je dodavatel, Blokovaný'],
      ['customers', 'ja', 'nej', 'Kund aktiv, Er debitor, Er kunde'],
      ['customers', 'ja', 'nein', 'Aktiver Kunde, Kunde aktiv'],
      ['customers', 'D', 'K', 'Kto.Art, Kontoart, Typ'],
      ['customers', 'C', 'F', 'Type de tiers, Type tiers, Type compte'],
      ['customers', 'D', 'C', 'Soort relatie, Relatiesoort'],
      ['customers', 'Zákazník', 'Dodavatel', 'Typ kontaktu, Typ'],
      ['customers', 'Kund', 'Leverantör', 'Kontakttyp'],
      ['customers', 'Active', 'Not-active', 'Active Status, Status'],
      ['customers', 'attivo', 'non attivo', 'Stato, Attivo'],
      ['articles', 'aktiv', 'nicht aktiv', 'Status, Aktiv'],
      ['articles', 'actif', 'non actif', 'Statut'],
      ['articles', 'actief', 'niet-actief', 'Status'],
      ['articles', 'activo', 'no activo', 'Estado'],
      ['articles', 'aktywny', 'nie aktywny', 'Stan'],
      ['articles', 'lieferbar', 'vergriffen, keine Neuauflage', 'Meldetext, Lieferstatus'],
    ];
  for (const [resource, wanted, unwanted, columns] of asked)
    for (const column of columns.split(', '))
      it(`asks about ${resource} with ${column}: ${wanted}, ${unwanted}`, async () => {
        const message = await table.refusal(resource, listOf(resource, column, [wanted, unwanted, wanted]));

        expect(message).to.include(`: import 2 rows with --skip "${column}=${unwanted}", or all 3 rows`);
      });

  for (const [resource, column, values] of [
    ['customers', 'Kunde', ['17', '18']],
    ['customers', 'Kunde', ['1', '2']],
    ['customers', 'Kundengruppe', ['D', 'K']],
    ['customers', 'Typ', ['K', 'L']],
    ['customers', 'Kontoart', ['K', 'K']],
    ['customers', 'Sperrcode', ['0', '00']],
    ['customers', 'Mahnsperre', ['0', '1']],
    ['articles', 'Sperrgut', ['0', '1']],
    ['articles', 'Sperrstatus', ['frei', 'frei']],
    ['articles', 'Visibility', ['4', '1']],
    ['articles', 'Verfügbarkeit', ['lieferbar', 'nicht auf Lager']],
  ] as const)
    it(`does not ask about ${resource} with ${column}: ${values.join(', ')}`, async () => {
      const rows = await table.rows(resource, listOf(resource, column, values));

      expect(rows.filter((row) => 'input' in row)).to.have.length(values.length);
    });

  describe('of customers beside suppliers', () => {
    const both = 'Nr;Firma;Ort;PLZ;Odbiorca;Dostawca\n1;A KG;Ulm;89073;tak;tak\n2;B KG;Ulm;89073;nie;tak\n';
    const rows = async (options: MappingOptions) =>
      (await table.rows('customers', both, options)).filter((row) => 'input' in row).length;

    it('proposes those who are customers, also if they are suppliers', async () => {
      expect(await table.refusal('customers', both)).to.equal(
        'column "Odbiorca" seems to mark records that you may not want (nie: 1 row, tak: 1 row): import 1 row with --only "Odbiorca=tak", also those that "Dostawca" marks as suppliers, or all 2 rows with --only "Odbiorca=*"',
      );
    });

    it('does not ask about suppliers again', async () => {
      expect(await rows({ only: { Odbiorca: ['tak'] } })).to.equal(1);
      expect(await rows({ only: { Odbiorca: ['*'] } })).to.equal(2);
      expect(await rows({ skip: { Odbiorca: ['nie'] } })).to.equal(1);
    });

    for (const [customer, supplier, yes, no] of [
      ['Er debitor', 'Er kreditor', 'Ja', 'Nej'],
      ['Odběratel', 'Dodavatel', 'Ano', 'Ne'],
      ['Kunde', 'Lieferant', 'x', ''],
      ['Debitor', 'Kreditor', 'ja', 'nein'],
      ['Client', 'Fournisseur', 'oui', 'non'],
    ] as const)
      it(`knows ${customer} beside ${supplier}`, async () => {
        const text = `Nr;Firma;Ort;PLZ;${customer};${supplier}\n1;A KG;Ulm;89073;${yes};${yes}\n2;B KG;Ulm;89073;${no};${yes}\n`;

        expect(await table.refusal('customers', text)).to.include(` with --only "${customer}=${yes}", also`);
        expect(await table.first('customers', text, { only: { [customer]: [yes] } }))
          .to.include({
            bill_company: 'A KG',
            external_ident: '1',
            bill_city: 'Ulm',
          })
          .and.not.have.any.keys('bill_lastname', 'customer_nr');
      });
  });
});
