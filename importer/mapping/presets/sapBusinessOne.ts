import type { Preset } from '../rules/mappingFile.ts';

const kind = ['CardType', 'BP Type'];

/**
 * SAP Business One, business partners. Column names: help.sap.com, "Preparing a Microsoft Excel Import File for Business
 * Partners", and those of the table OCRD, which the Data Transfer Workbench has: its second header is skipped.
 */
export const sapCustomers: Preset = {
  requires: [
    ['CardCode', 'BP Code'],
    ['CardName', 'BP Name'],
  ],
  signature: [kind],
  label: 'an export of SAP Business One',
  guess: true,
  skip: [
    {
      columns: kind,
      values: ['S', 'cSupplier', 'Vendor', 'Supplier', 'Lieferant'],
      because: 'the business partner is a supplier',
    },
  ],
  fields: {
    external_ident: ['CardCode', 'BP Code'],
    customer_nr: ['CardCode', 'BP Code'],
    bill_company: ['CardName', 'BP Name'],
    bill_vat_nr: ['VatIdUnCmp', 'LicTradNum', 'FederalTaxID', 'Federal Tax ID'],
    bill_street: ['Bill-to Street (Address)', 'Bill-to Street', 'Address'],
    bill_zipcode: ['Bill-to Zip Code (Address)', 'Bill-to Zip Code', 'ZipCode'],
    bill_city: ['Bill-to City (Address)', 'Bill-to City', 'City'],
    bill_country: ['Bill-to Country (Address)', 'Bill-to Country', 'Country'],
    bill_phone: ['Phone1', 'Telephone 1'],
    bill_phone_mobile: ['Cellular', 'Mobile', 'Mobile Phone'],
    bill_email: ['E_Mail', 'EmailAddress', 'E-Mail'],
    delivery_street: ['Ship-to Street (Delivery Address)', 'Ship-to Street', 'MailAddres'],
    delivery_zipcode: [
      'Ship to Zip Code (Delivery Address)',
      'Ship-to Zip Code (Delivery Address)',
      'MailZipCod',
    ],
    delivery_city: ['Ship to City (Delivery Address)', 'Ship-to City', 'MailCity'],
    delivery_country: ['Ship-to Country (Delivery Address)', 'Ship-to Country', 'MailCountr'],
  },
};

/** SAP Business One, items: as `sapCustomers`, table OITM. Prices are in price lists, which a report may join. */
export const sapArticles: Preset = {
  requires: [
    ['ItemCode', 'Item No.'],
    ['ItemName', 'Item Description'],
  ],
  signature: [
    ['ItmsGrpCod', 'ItemsGroupCode', 'SalUnitMsr', 'SalesUnit', 'Item Group', 'VatGourpSa', 'SalesVATGroup'],
  ],
  label: 'an export of SAP Business One',
  guess: true,
  fields: {
    external_ident: ['ItemCode', 'Item No.'],
    article_nr: ['ItemCode', 'Item No.'],
    article_title: ['ItemName', 'Item Description'],
    article_ean: ['CodeBars', 'BarCode', 'Bar Code'],
    article_unit: ['SalUnitMsr', 'SalesUnit', 'Sales UoM Name'],
    article_price: ['Price', 'Unit Price'],
    article_tax_rate: ['VatGourpSa', 'SalesVATGroup', 'Sales Tax Group'],
  },
};
