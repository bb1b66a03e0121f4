import type { Preset } from '../rules/mappingFile.ts';

/**
 * Magento 2 and Adobe Commerce, System > Export, "Customers Main File" and files with both. Column names:
 * experienceleague.adobe.com/en/docs/commerce-admin/systems/data-transfer/data-csv.
 */
export const magentoCustomers: Preset = {
  requires: [['email', '_email'], 'lastname'],
  signature: ['_website', ['_store', 'store_id', 'group_id', '_entity_id']],
  label: 'a Magento export',
  guess: true,
  fields: {
    external_ident: ['email', '_email'],
    bill_title: ['prefix', '_address_prefix'],
    bill_firstname: ['firstname', '_address_firstname'],
    bill_lastname: ['lastname', '_address_lastname'],
    bill_company: ['company', '_address_company'],
    bill_vat_nr: ['taxvat', 'vat_id', '_address_vat_id'],
    bill_street: ['street', '_address_street'],
    bill_zipcode: ['postcode', '_address_postcode'],
    bill_city: ['city', '_address_city'],
    bill_country: ['country_id', '_address_country_id'],
    bill_phone: ['telephone', '_address_telephone'],
    bill_email: ['email', '_email'],
    date_created: 'created_at',
  },
};

/** Magento 2, "Products": as `magentoCustomers`. A row for a store view repeats the SKU, and has only what differs there. */
export const magentoProducts: Preset = {
  requires: ['sku', 'name'],
  signature: ['attribute_set_code', 'product_type'],
  label: 'a Magento export',
  guess: true,
  decimal: '1234.56',
  rates: 'a Magento export has the tax class of an article, not its rate',
  skip: [
    {
      columns: ['price'],
      because: 'the row has no price: a product with variants, or a text for a store view',
    },
  ],
  fields: {
    external_ident: 'sku',
    article_nr: 'sku',
    article_sku: 'sku',
    article_title: 'name',
    article_subtitle: { column: 'short_description', plain_text: true },
    article_description: { column: 'description', plain_text: true },
    article_price: 'price',
    article_purchase_price: 'cost',
    article_tax_rate: { column: 'tax_class_name', values: { None: '0' } },
    date_created: 'created_at',
  },
};
