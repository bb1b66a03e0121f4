import type { Preset } from '../rules/mappingFile.ts';

/**
 * Customers > Export. Column names: help.shopify.com/en/manual/migrating-to-shopify/transporter-app/csv-customers for the
 * older short ones (`Address1`); the current ones (`Default Address Address1`, `Customer ID`) as in exports that public
 * repositories keep as test data.
 */
export const shopifyCustomers: Preset = {
  requires: ['First Name', 'Last Name', 'Email'],
  signature: [
    ['Accepts Email Marketing', 'Accepts Marketing', 'Default Address Address1'],
    ['Total Spent', 'Total Orders', 'Tax Exempt', 'Default Address Address1'],
  ],
  label: 'a Shopify export',
  fields: {
    // Older exports have no ID; a customer's e-mail address is unique in a shop.
    external_ident: ['Customer ID', 'Email', 'Phone'],
    bill_firstname: 'First Name',
    bill_lastname: 'Last Name',
    bill_company: ['Default Address Company', 'Company'],
    bill_street: ['Default Address Address1', 'Address1'],
    bill_street2: ['Default Address Address2', 'Address2'],
    bill_zipcode: ['Default Address Zip', 'Zip'],
    bill_city: ['Default Address City', 'City'],
    bill_country: ['Default Address Country Code', 'Country Code', 'Country'],
    bill_phone: ['Phone', 'Default Address Phone'],
    bill_email: 'Email',
    user_note: 'Note',
  },
};

const handle = ['Handle', 'URL handle'];
const options = ['Option1 Value', 'Option2 Value', 'Option3 Value'];
const sku = ['Variant SKU', 'SKU'];
const price = ['Variant Price', 'Price'];
const barcode = ['Variant Barcode', 'Barcode'];

/**
 * Products > Export: one row for each variant, of which only the first one has the title, and rows that only add images.
 * Column names: help.shopify.com/en/manual/products/import-export/using-csv, both before and after they were renamed
 * (`Variant SKU` became `SKU`, `Handle` became `URL handle`).
 */
export const shopifyProducts: Preset = {
  requires: [handle, 'Title'],
  signature: [
    price,
    [
      'Body (HTML)',
      'Option1 Name',
      'Option1 Value',
      'Variant SKU',
      'Variant Price',
      'Variant Grams',
      'Vendor',
    ],
  ],
  label: 'a Shopify export',
  // European shops show gross prices.
  price_is_gross: true,
  rates: 'a Shopify export says only whether an article is taxed, not at which rate',
  decimal: '1234.56',
  carry_down: {
    by: handle,
    columns: [
      'Title',
      'Body (HTML)',
      'Description',
      'Variant Taxable',
      'Charge tax',
      'Status',
      'Option1 Name',
      'Option2 Name',
      'Option3 Name',
    ],
  },
  skip: [
    {
      columns: [...sku, ...price, 'Option1 Value', ...barcode],
      because: 'the row only adds an image',
    },
    {
      columns: ['Status'],
      values: ['draft'],
      because: 'the product is a draft: publish it, or remove this rule from a mapping file (--suggest)',
    },
    {
      columns: ['Status'],
      values: ['archived'],
      because: 'the product is archived: activate it, or remove this rule from a mapping file (--suggest)',
    },
  ],
  fields: {
    // A variant is identified by the handle of the product and its options; its SKU may be empty or repeated.
    external_ident: { join: [...handle, ...options], with: '/' },
    article_title: 'Title',
    article_subtitle: {
      join: options,
      with: ' / ',
      // Shopify's name for the variant of a product without variants.
      values: { 'Default Title': '' },
    },
    article_description: { column: ['Body (HTML)', 'Description'], plain_text: true },
    article_sku: sku,
    article_nr: sku,
    article_ean: barcode,
    article_price: price,
    article_purchase_price: 'Cost per item',
    article_tax_rate: { column: ['Variant Taxable', 'Charge tax'], values: { false: '0' }, otherwise: '' },
  },
};
