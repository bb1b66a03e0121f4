import type { Preset } from '../rules/mappingFile.ts';

/**
 * easybill, customers. support.easybill.de, "Kundendaten importieren", describes the file, but no public list has the names of its
 * columns: those that are not here are guessed.
 */
export const easybillCustomers: Preset = {
  requires: [['Kundennummer', 'Kundennr.', 'number']],
  guess: true,
  fields: {
    external_ident: ['Kundennummer', 'Kundennr.', 'number'],
    customer_nr: ['Kundennummer', 'Kundennr.', 'number'],
  },
};

/** easybill, "Rechnungsposten": as `easybillCustomers`, from "Artikel hochladen". */
export const easybillArticles: Preset = {
  requires: [['Artikelnummer', 'Nummer', 'number']],
  guess: true,
  fields: {
    external_ident: ['Artikelnummer', 'Nummer', 'number'],
    article_nr: ['Artikelnummer', 'Nummer', 'number'],
    article_title: ['Bezeichnung', 'Name', 'Beschreibung', 'description'],
  },
};
