import type { Preset } from '../rules/mappingFile.ts';

const customerNumber = ['Kundennummer', 'Kundennr', 'Number', 'CustomerNumber'];
const title = ['Titel', 'Titel DE', 'Title', 'Name'];

/**
 * Customers > Export. hilfe.billbee.io/article/426-kunden-importieren says only that the first column is the customer number.
 * No public list of the other columns was found, so they are guessed as in any file.
 */
export const billbeeCustomers: Preset = {
  requires: [customerNumber],
  guess: true,
  fields: {
    external_ident: customerNumber,
    customer_nr: customerNumber,
  },
};

/** Articles > Export. Not confirmed: hilfe.billbee.io/article/406-artikel-bearbeiten names the fields, not the columns. */
export const billbeeArticles: Preset = {
  requires: [title, 'SKU'],
  guess: true,
  price_is_gross: true,
  rates: 'a Billbee export may lack the tax rate of an article, which then is the one of the account',
  fields: {
    external_ident: ['Id', 'Billbee Id', 'SKU'],
    article_title: title,
    article_nr: 'SKU',
    article_sku: 'SKU',
    article_description: { column: ['Beschreibung', 'Beschreibung DE', 'Description'], plain_text: true },
    article_price: ['Verkaufspreis brutto', 'Preis brutto', 'Bruttopreis', 'Preis'],
    article_purchase_price: ['Einkaufspreis netto', 'Einkaufspreis', 'EK netto'],
    // Billbee has three kinds of tax, whose rates each account sets: numbers of kinds need --tax-rate 1=19,2=7.
    article_tax_rate: ['Mehrwertsteuer', 'MwSt', 'Steuersatz', 'VatIndex'],
  },
};
