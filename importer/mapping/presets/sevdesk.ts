import type { Preset } from '../rules/mappingFile.ts';

/**
 * sevDesk, contacts. hilfe.sevdesk.de, "Kunden- und Lieferantendaten … importieren", says that companies and persons have
 * columns of their own. No public list has all names of its template, so the others are guessed.
 */
export const sevdeskCustomers: Preset = {
  requires: [['Kundennummer', 'Kunden-Nr.'], 'Organisation'],
  signature: [['Adress-Kategorie', 'E-Mail-Kategorie', 'Telefon-Kategorie', 'Debitoren-Nr.', 'Skonto Tage']],
  label: 'a sevDesk export',
  guess: true,
  skip: [{ columns: ['Kategorie'], values: ['Lieferant', 'Supplier'], because: 'the contact is a supplier' }],
  fields: {
    external_ident: ['Kundennummer', 'Kunden-Nr.'],
    customer_nr: ['Kundennummer', 'Kunden-Nr.'],
    bill_company: 'Organisation',
    bill_street2: ['Namenszusatz', 'Adresszusatz'],
    term_of_credit: ['Zahlungsziel Tage', 'Zahlungsziel'],
    user_note: 'Beschreibung',
  },
};

/** sevDesk, products: as `sevdeskCustomers`. */
export const sevdeskArticles: Preset = {
  requires: ['Artikelnummer', ['Bezeichnung', 'Name']],
  guess: true,
  fields: {
    external_ident: 'Artikelnummer',
    article_nr: 'Artikelnummer',
    article_title: ['Bezeichnung', 'Name'],
    article_price: ['Preis (netto)', 'Verkaufspreis (netto)', 'Verkaufspreis netto', 'Nettopreis'],
    article_price_total: ['Preis (brutto)', 'Verkaufspreis (brutto)', 'Verkaufspreis brutto', 'Bruttopreis'],
  },
};
