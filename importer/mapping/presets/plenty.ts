import type { Preset } from '../rules/mappingFile.ts';

const id = ['VariationID', 'Variation ID', 'VariationBase.id', 'Variation.id', 'VariantID'];
const number = [
  'VariationNumber',
  'Variation number',
  'VariationBase.customNumber',
  'Variation.number',
  'VariantNumber',
];

/**
 * plentymarkets (PlentyONE), exports of variations, whose columns the user chooses. Column names: knowledge.plentyone.com, manual
 * "Item" of the format designer and the catalogue, and docs.synesty.com, "PlentyGetVariations". Not confirmed: those with a point.
 */
export const plentyArticles: Preset = {
  requires: [id],
  signature: [
    number,
    [
      'ItemID',
      'Item ID',
      'ItemBase.id',
      'Item.id',
      'VariationBase.itemId',
      'ItemTextsName1',
      'ItemDescription.name',
    ],
  ],
  label: 'a plenty export',
  guess: true,
  price_is_gross: true,
  fields: {
    external_ident: id,
    article_nr: number,
    article_sku: ['SKU', 'VariationSKU'],
    article_title: [
      'ItemTextsName1',
      'ItemTextName1',
      'ItemDescription.name',
      'ItemDescription.name1',
      'Item name',
      'Name',
    ],
    article_subtitle: ['VariantName', 'VariationBase.name', 'Variation name'],
    article_price: ['VariationSalesPrice.price', 'SalesPrice', 'Sales price', 'Price'],
    article_purchase_price: ['PurchasePrice', 'VariationBase.purchasePrice', 'Purchase price'],
    // Some exports have the ident of the rate: --tax-rate 0=19,1=7.
    article_tax_rate: ['VAT rate', 'VAT', 'VariationBase.vat', 'VATInternalID'],
  },
};

/**
 * plentymarkets (PlentyONE), Data > Dynamic export, data format "Customer". Column names: knowledge.plentyone.com, manual
 * "Customer", and github.com/plentymarkets/manual. `Country` is the number of a country of the shop, so it is not read.
 */
export const plentyCustomers: Preset = {
  requires: ['CustomerID', 'LastName'],
  signature: [
    'HouseNo',
    ['CustomerNo', 'CustomerClass', 'CustomerDescription', 'CustomerLang', 'EbayName', 'InsertedTimestamp'],
  ],
  label: 'a plenty export',
  guess: true,
  skip: [
    { columns: ['CustomerType'], values: ['4'], because: 'the contact is a supplier' },
    { columns: ['CustomerType'], values: ['5'], because: 'the contact is a manufacturer' },
  ],
  fields: {
    external_ident: 'CustomerID',
    customer_nr: 'CustomerNo',
    bill_title: { column: 'Gender', values: { male: 'Herr', female: 'Frau', 1: 'Herr', 2: 'Frau' } },
    bill_firstname: 'FirstName',
    bill_lastname: 'LastName',
    bill_company: 'Company',
    bill_vat_nr: 'VATNumber',
    bill_street: { join: ['Street', 'HouseNo'], needs: 'Street' },
    bill_street2: 'AdditionalName',
    bill_zipcode: 'ZIP',
    bill_city: 'City',
    bill_country: 'CountryISO',
    bill_phone: ['Phone', 'Mobile'],
    bill_email: 'Email',
    term_of_credit: 'PaymentDueWithin',
  },
};
