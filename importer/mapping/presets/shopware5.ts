import type { Preset } from '../rules/mappingFile.ts';

/**
 * Shopware 5, Import/Export, default profiles of customers. Column names: docs.shopware.com/en/shopware-5-en/import-export/
 * import-export-customers, and the exports that github.com/shopware5/SwagImportExport keeps as test data. The countries are
 * numbers of the shop, so they are not read.
 */
export const shopware5Customers: Preset = {
  requires: ['customernumber'],
  signature: ['billing_lastname', ['billing_countryID', 'accountmode', 'subshopID']],
  label: 'a Shopware 5 export',
  guess: true,
  fields: {
    external_ident: 'customernumber',
    customer_nr: 'customernumber',
    bill_title: { column: 'billing_salutation', values: { mr: 'Herr', ms: 'Frau', company: 'Firma' } },
    bill_street: { join: ['billing_street', 'billing_streetnumber'], needs: 'billing_street' },
    bill_vat_nr: 'ustid',
    bill_phone: 'phone',
    delivery_title: { column: 'shipping_salutation', values: { mr: 'Herr', ms: 'Frau', company: 'Firma' } },
    delivery_street: { join: ['shipping_street', 'shipping_streetnumber'], needs: 'shipping_street' },
  },
};

/**
 * Shopware 5, default profiles of articles: one row for each variant. Column names: as in the exports that
 * github.com/shopware5/SwagImportExport keeps as test data. `EK` is the customer group of the shop's end customers, whose prices
 * the profile writes with tax.
 */
export const shopware5Articles: Preset = {
  requires: ['ordernumber', 'name'],
  signature: ['mainnumber', ['price_EK', 'price'], ['supplier', 'instock', 'tax']],
  label: 'a Shopware 5 export',
  guess: true,
  price_is_gross: true,
  fields: {
    external_ident: 'ordernumber',
    article_nr: 'ordernumber',
    article_title: 'name',
    article_subtitle: 'additionalText',
    article_description: { column: ['description_long', 'description'], plain_text: true },
    article_ean: 'ean',
    article_price: ['price_EK', 'price'],
    article_purchase_price: 'purchasePrice',
    article_tax_rate: 'tax',
    date_created: 'added',
  },
};
