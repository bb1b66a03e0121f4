import type { Preset } from '../rules/mappingFile.ts';

/**
 * Odoo, export of contacts. Column names: odoo.com/documentation, "Export and import data", both the labels and the technical
 * names of an import-compatible export. Whether a contact is a company, and to whom it belongs, is guessed as in any file.
 */
export const odooContacts: Preset = {
  requires: [['External ID', 'id', 'Externe ID']],
  signature: [
    ['Is a Company', 'is_company', 'Ist ein Unternehmen'],
    ['Name', 'name', 'Complete Name', 'Display Name', 'display_name'],
  ],
  label: 'an Odoo export',
  guess: true,
  fields: { external_ident: ['External ID', 'id', 'Externe ID'] },
};

/** Odoo, export of products: as `odooContacts`. Prices are without tax, unless the tax of an article says that it is included. */
export const odooProducts: Preset = {
  requires: [
    ['Internal Reference', 'default_code', 'Interne Referenz'],
    ['Name', 'name'],
  ],
  signature: [
    ['Sales Price', 'Sale Price', 'list_price', 'lst_price', 'Verkaufspreis'],
    ['External ID', 'id', 'Externe ID', 'Can be Sold', 'sale_ok', 'taxes_id', 'Customer Taxes'],
  ],
  label: 'an Odoo export',
  guess: true,
  fields: {
    external_ident: [
      'External ID',
      'id',
      'Externe ID',
      'Internal Reference',
      'default_code',
      'Interne Referenz',
    ],
    article_nr: ['Internal Reference', 'default_code', 'Interne Referenz'],
    article_title: ['Name', 'name'],
    article_ean: ['Barcode', 'barcode'],
    article_price: ['Sales Price', 'Sale Price', 'list_price', 'lst_price', 'Verkaufspreis'],
    article_purchase_price: ['Cost', 'standard_price', 'Kosten'],
    article_unit: ['Unit of Measure', 'Unit', 'uom_id', 'uom_id/name', 'Mengeneinheit'],
    article_tax_rate: ['Customer Taxes', 'Sales Taxes', 'taxes_id', 'taxes_id/name', 'Steuern Verkauf'],
  },
};
