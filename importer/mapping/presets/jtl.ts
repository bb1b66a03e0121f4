import type { Preset } from '../rules/mappingFile.ts';

/**
 * JTL-Ameise, export of customers. The user chooses its columns, and can rename them. Column names as the tutorials on
 * guide.jtl-software.com/jtl-wawi/jtl-ameise show them; no public list confirms them, so the others are guessed.
 */
export const jtlCustomers: Preset = {
  requires: [['Kundennummer', 'Interner Schlüssel']],
  signature: [
    ['Kundenkategorie', 'Interner Schlüssel', 'Land / ISO (2-stellig)'],
    ['Nachname', 'Name', 'Firma'],
  ],
  label: 'an export of JTL-Ameise',
  guess: true,
  fields: {
    external_ident: ['Kundennummer', 'Interner Schlüssel'],
    customer_nr: 'Kundennummer',
    bill_street2: ['Adresszusatz', 'Firmenzusatz'],
    bill_country: ['Land / ISO (2-stellig)', 'Land'],
    bill_phone: ['Tel', 'Telefon'],
  },
};

/** JTL-Ameise, export of articles: as `jtlCustomers`. */
export const jtlArticles: Preset = {
  requires: ['Artikelnummer', 'Artikelname'],
  signature: [
    [
      'Std. VK Brutto',
      'Std. VK Netto',
      'EK Netto (für GLD)',
      'Interner Schlüssel',
      'Identifizierungsspalte Vaterartikel',
    ],
  ],
  label: 'an export of JTL-Ameise',
  guess: true,
  fields: {
    external_ident: 'Artikelnummer',
    article_nr: 'Artikelnummer',
    article_title: 'Artikelname',
    article_description: { column: 'Beschreibung', plain_text: true },
    article_ean: ['GTIN', 'EAN', 'EAN/Barcode'],
    article_price: ['Std. VK Netto', 'Netto-VK', 'VK Netto'],
    article_price_total: ['Std. VK Brutto', 'Brutto-VK', 'VK Brutto'],
    article_purchase_price: ['EK Netto (für GLD)', 'EK Netto'],
    article_tax_rate: ['Steuersatz in %', 'Steuersatz'],
  },
};
