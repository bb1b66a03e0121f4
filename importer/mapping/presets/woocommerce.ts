import type { Preset } from '../rules/mappingFile.ts';

/**
 * Customers, as export extensions write them. Column names: woocommerce.com/document/import-and-export-of-woocommerce-users and
 * docs.woocommerce.com/document/ordercustomer-csv-export-developer-documentation; of WooCommerce's own
 * Analytics > Customers (`Name`, `Country / Region`) as its screen shows them: no public list confirms them.
 */
export const woocommerceCustomers: Preset = {
  requires: [['email', 'user_email', 'billing_email', 'E-Mail']],
  signature: [
    'billing_first_name',
    'billing_address_1',
    ['customer_id', 'ID', 'user_email', 'shipping_first_name'],
  ],
  label: 'a WooCommerce export',
  fields: {
    // All guests have the number 0. Beside it, `ID` is the number of the order.
    external_ident: {
      column: 'customer_id',
      values: { 0: '' },
      fallback: {
        column: 'ID',
        unless: 'customer_id',
        fallback: ['email', 'user_email', 'billing_email', 'E-Mail'],
      },
    },
    bill_firstname: {
      column: ['billing_first_name', 'first_name'],
      fallback: { column: 'Name', split: ' ', part: 'before_last' },
    },
    bill_lastname: {
      column: ['billing_last_name', 'last_name'],
      fallback: { column: 'Name', split: ' ', part: 'last' },
    },
    bill_company: 'billing_company',
    bill_vat_nr: ['vat_number', 'billing_vat_number', 'billing_vat_id'],
    bill_street: ['billing_address_1', 'billing_address'],
    bill_street2: 'billing_address_2',
    bill_zipcode: ['billing_postcode', 'Postal code', 'Postleitzahl'],
    bill_city: ['billing_city', 'City', 'Ort', 'Stadt'],
    bill_country: ['billing_country', 'Country / Region', 'Land / Region'],
    bill_phone: 'billing_phone',
    bill_email: ['billing_email', 'email', 'user_email', 'E-Mail'],
    date_created: ['date_registered', 'user_registered'],
    delivery_firstname: 'shipping_first_name',
    delivery_lastname: 'shipping_last_name',
    delivery_company: 'shipping_company',
    delivery_street: ['shipping_address_1', 'shipping_address'],
    delivery_street2: 'shipping_address_2',
    delivery_zipcode: 'shipping_postcode',
    delivery_city: 'shipping_city',
    delivery_country: 'shipping_country',
    delivery_phone: 'shipping_phone',
  },
};

/** Types of products whose variations or parts are sold, also such as `variable, virtual`. */
const parentTypes = ['variable', 'grouped'].flatMap((type) =>
  ['', ', virtual', ', downloadable', ', downloadable, virtual', ', virtual, downloadable'].map(
    (more) => type + more,
  ),
);

/**
 * Products > Export. Column names: github.com/woocommerce/woocommerce/wiki/Product-CSV-Importer-&-Exporter. They are in the
 * language of the shop; the German ones follow its translation, and no public list confirms them.
 */
export const woocommerceProducts: Preset = {
  requires: ['Name', ['Regular price', 'Regulärer Preis'], ['Type', 'Typ']],
  signature: [
    ['Tax status', 'Steuerstatus', 'Visibility in catalog', 'Sichtbarkeit im Katalog', 'Attribute 1 name'],
  ],
  label: 'a WooCommerce export',
  // Most European shops enter gross prices.
  price_is_gross: true,
  rates:
    'a WooCommerce export has the tax class of an article, and an empty one is the standard rate of the shop',
  // An empty tax class of a variation is the standard class: only "parent" is that of its product.
  inherit: {
    by: ['Parent', 'Übergeordnet', 'Übergeordnetes Produkt'],
    keys: ['ID', 'SKU', 'Artikelnummer'],
    columns: ['Tax class', 'Steuerklasse'],
    value: 'parent',
  },
  skip: [
    {
      columns: ['Type', 'Typ'],
      values: parentTypes,
      because: 'a parent product has no price of its own',
    },
    {
      columns: ['Published', 'Veröffentlicht'],
      values: ['-1'],
      because: 'the product is a draft: publish it, or remove this rule from a mapping file (--suggest)',
    },
  ],
  fields: {
    external_ident: ['ID', 'SKU', 'Artikelnummer'],
    article_title: 'Name',
    article_subtitle: {
      column: ['Short description', 'Kurzbeschreibung'],
      line_breaks: true,
      plain_text: true,
    },
    article_description: { column: ['Description', 'Beschreibung'], line_breaks: true, plain_text: true },
    article_sku: ['SKU', 'Artikelnummer'],
    article_nr: ['SKU', 'Artikelnummer'],
    article_ean: ['GTIN, UPC, EAN, or ISBN', 'GTIN, UPC, EAN oder ISBN'],
    article_price: ['Regular price', 'Regulärer Preis'],
    // Another class is refused, unless --tax-rate says which rate it has. An empty one is the standard class.
    article_tax_rate: {
      column: ['Tax status', 'Steuerstatus'],
      values: { none: '0', shipping: '0' },
      otherwise: '',
      fallback: ['Tax class', 'Steuerklasse'],
    },
  },
};
