import type { Preset } from '../rules/mappingFile.ts';

/**
 * Lexware Office (lexoffice), contacts. Column names: support.lexoffice.de article 2112664 ("Anleitung zum Import von
 * Kontakten"), which confirms Kundennummer, Firmenname and Umsatzsteuer ID. It says that names, street, postcode and town
 * have columns, but not what they are called: they are guessed as in any file.
 */
export const lexwareCustomers: Preset = {
  requires: ['Kundennummer', ['Firmenname', 'Nachname']],
  signature: ['Firmenname', ['Umsatzsteuer ID', 'Umsatzsteuer-ID']],
  label: 'a Lexware Office (lexoffice) export',
  guess: true,
  fields: {
    external_ident: 'Kundennummer',
    customer_nr: 'Kundennummer',
    bill_company: 'Firmenname',
    bill_vat_nr: ['Umsatzsteuer ID', 'Umsatzsteuer-ID', 'USt-IdNr.'],
    bill_street: ['Straße', 'Straße 1', 'Strasse', 'Strasse 1'],
    bill_zipcode: ['PLZ', 'PLZ 1'],
    bill_city: ['Ort', 'Ort 1'],
    bill_country: ['Land', 'Land 1'],
    bill_email: ['E-Mail', 'E-Mail 1', 'E-Mail-Adresse'],
    bill_phone: ['Telefon', 'Telefon 1'],
  },
};

/**
 * Lexware Office, products and services. Column names and tax kinds: support.lexoffice.de article 2112666 ("So funktioniert der
 * Import Ihrer Artikel") and help.lexware.de article 11867636 (`VK (Netto)`).
 */
export const lexwareArticles: Preset = {
  requires: ['Bezeichnung', ['Artikelnummer', 'Artikel-Nr.']],
  signature: ['Steuerart', ['Nettopreis', 'Bruttopreis', 'VK (Netto)', 'VK (Brutto)']],
  label: 'a Lexware Office (lexoffice) export',
  guess: true,
  fields: {
    external_ident: ['Artikelnummer', 'Artikel-Nr.'],
    article_nr: ['Artikelnummer', 'Artikel-Nr.'],
    article_title: 'Bezeichnung',
    article_description: 'Beschreibung',
    article_ean: 'GTIN/EAN',
    article_unit: 'Einheit',
    article_price: ['Nettopreis', 'VK (Netto)'],
    article_price_total: ['Bruttopreis', 'VK (Brutto)'],
    article_tax_rate: {
      column: 'Steuerart',
      values: { 'USt 19%': '19', 'USt 7%': '7', 'USt 0%': '0', 'USt 19': '19', 'USt 7': '7', 'USt 0': '0' },
    },
  },
};
