import type { Preset } from '../rules/mappingFile.ts';

/**
 * Shopware 6, Settings > Import/Export, default profile of customers. Column names: the profile in
 * github.com/shopware/shopware, and docs.shopware.com/en/shopware-en/settings/importexport.
 */
export const shopware6Customers: Preset = {
  requires: ['customer_number', 'email'],
  signature: ['billing_first_name', ['billing_id', 'sales_channel', 'account_type']],
  label: 'a Shopware 6 export',
  guess: true,
  fields: {
    external_ident: ['customer_number', 'id'],
    customer_nr: 'customer_number',
    bill_title: { column: ['billing_salutation', 'salutation'], values: { not_specified: '' } },
    bill_firstname: ['billing_first_name', 'first_name'],
    bill_lastname: ['billing_last_name', 'last_name'],
    bill_company: ['billing_company', 'company'],
    bill_zipcode: ['billing_zipcode', 'billing_zip_code'],
    bill_phone: 'billing_phone_number',
    bill_email: 'email',
    bill_vat_nr: 'vat_ids',
    delivery_title: { column: 'shipping_salutation', values: { not_specified: '' } },
    delivery_firstname: 'shipping_first_name',
    delivery_lastname: 'shipping_last_name',
    delivery_phone: 'shipping_phone_number',
  },
};

/** Shopware 6, default profile of products: as `shopware6Customers`. Variants lack the name and the prices of their product. */
export const shopware6Products: Preset = {
  requires: [['product_number', 'productNumber'], 'name'],
  signature: [
    ['price_net', 'price_gross'],
    ['tax_id', 'tax_name', 'manufacturer_id', 'cover_media_id', 'visibilities_all'],
  ],
  label: 'a Shopware 6 export',
  guess: true,
  decimal: '1234.56',
  fields: {
    external_ident: ['product_number', 'productNumber'],
    article_nr: ['product_number', 'productNumber'],
    article_title: 'name',
    article_description: { column: 'description', plain_text: true },
    article_ean: 'ean',
    article_price: 'price_net',
    article_price_total: 'price_gross',
    article_purchase_price: 'purchase_prices_net',
    article_tax_rate: 'tax_rate',
  },
};
