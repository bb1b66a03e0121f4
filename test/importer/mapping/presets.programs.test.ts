import { expect } from 'chai';
import type { MappingOptions } from '../../../importer/mapping/mappingOptions.ts';
import { presetNames } from '../../../importer/mapping/presets/presets.ts';
import type { Resource } from '../../../importer/mapping/rules/resourceFields.ts';
import { chooseMapping } from '../../../importer/questions/chooseMapping.ts';
import { inputs, mapped, mapValues } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';

type Row = Readonly<Record<string, string>>;

/** Rows as the exports of these programs have them, and what must be stored. */
const exports: readonly (readonly [
  Resource,
  string,
  Row,
  Row & { is_business_client?: never },
  MappingOptions?,
])[] = [
  [
    'customers',
    'shopware5',
    {
      customernumber: '20001',
      email: 'max@example.com',
      billing_company: '',
      billing_salutation: 'ms',
      billing_firstname: 'Eva',
      billing_lastname: 'Muster',
      billing_street: 'Musterstr. 55',
      billing_zipcode: '55555',
      billing_city: 'Musterhausen',
      phone: '05555 1',
      billing_countryID: '2',
    },
    { external_ident: '20001', bill_lastname: 'Muster', bill_street: 'Musterstr. 55', bill_phone: '05555 1' },
  ],
  [
    'articles',
    'shopware5',
    {
      ordernumber: 'T-1',
      mainnumber: 'T-1',
      name: 'Tee',
      supplier: 'A',
      tax: '19.00',
      price_EK: '11,90',
      pseudoprice_EK: '',
    },
    { external_ident: 'T-1', article_title: 'Tee', article_price: '10', article_tax_rate: '19.00' },
  ],
  [
    'customers',
    'shopware6',
    {
      id: '018ee1',
      customer_number: '10001',
      first_name: 'Max',
      last_name: 'M',
      email: 'max@example.com',
      billing_id: '77',
      billing_first_name: 'Eva',
      billing_last_name: 'Muster',
      billing_street: 'Weg 1',
      billing_zipcode: '10115',
      billing_city: 'Berlin',
      billing_country: 'DE',
    },
    {
      external_ident: '10001',
      bill_firstname: 'Eva',
      bill_lastname: 'Muster',
      bill_zipcode: '10115',
      bill_country: 'de',
    },
  ],
  [
    'articles',
    'shopware6',
    {
      id: '018e',
      parent_id: '',
      product_number: 'T-1',
      name: 'Tee',
      price_net: '10',
      price_gross: '11.9',
      tax_id: '7',
      tax_rate: '19',
    },
    { external_ident: 'T-1', article_price: '10', article_tax_rate: '19' },
  ],
  [
    'customers',
    'jtl',
    {
      Kundennummer: '7',
      'Interner Schlüssel': '99',
      Firma: 'A GmbH',
      'Land / ISO (2-stellig)': 'AT',
      PLZ: '1010',
      Ort: 'Wien',
      Tel: '1234',
    },
    { external_ident: '7', bill_company: 'A GmbH', bill_country: 'at', bill_phone: '1234' },
  ],
  [
    'articles',
    'jtl',
    {
      Artikelnummer: 'T-1',
      Artikelname: 'Tee',
      'Std. VK Brutto': '11,90',
      'Steuersatz in %': '19',
      GTIN: '4006381333931',
    },
    { external_ident: 'T-1', article_title: 'Tee', article_price: '10', article_ean: '4006381333931' },
  ],
  [
    'customers',
    'oxid',
    {
      OXID: 'a1',
      OXCUSTNR: '8',
      OXUSERNAME: 'e@example.com',
      OXFNAME: 'Eva',
      OXLNAME: 'Muster',
      OXSTREET: 'Weg',
      OXSTREETNR: '3',
      OXSAL: 'MRS',
    },
    { external_ident: '8', bill_street: 'Weg 3', bill_email: 'e@example.com', bill_lastname: 'Muster' },
  ],
  [
    'articles',
    'oxid',
    { OXID: 'a1', OXARTNUM: 'T-1', OXTITLE: 'Tee', OXPRICE: '11.9', OXVAT: '19' },
    { external_ident: 'T-1', article_title: 'Tee', article_price: '10', article_tax_rate: '19' },
  ],
  [
    'articles',
    'gambio',
    {
      XTSOL: 'XTSOL',
      p_id: '5',
      p_model: 'T-1',
      p_priceNoTax: '10.0000',
      p_tax: '19.0000',
      'p_name.en': 'Tea',
      'p_name.de': 'Tee',
    },
    { external_ident: 'T-1', article_title: 'Tee', article_tax_rate: '19.0000' },
  ],
  [
    'customers',
    'prestashop',
    {
      ID: '3',
      'Social title': 'Mrs.',
      'First name': 'Eva',
      'Last name': 'Muster',
      'Email address': 'e@example.com',
      Newsletter: '1',
      Registration: '2026-01-31 10:00:00',
    },
    { external_ident: '3', bill_firstname: 'Eva', bill_lastname: 'Muster', bill_email: 'e@example.com' },
  ],
  [
    'articles',
    'prestashop',
    {
      'Product ID': '5',
      Name: 'Tea',
      Reference: 'T-1',
      'Price (tax excl.)': '10.00',
      'Price (tax incl.)': '11.90',
    },
    { external_ident: '5', article_nr: 'T-1', article_price: '10.00', article_tax_rate: '19' },
    { taxRate: 19 },
  ],
  [
    'customers',
    'magento',
    {
      email: 'e@example.com',
      _website: 'base',
      _store: 'default',
      firstname: 'Eva',
      lastname: 'Muster',
      group_id: '1',
      taxvat: '',
    },
    { external_ident: 'e@example.com', bill_firstname: 'Eva', bill_lastname: 'Muster' },
  ],
  [
    'articles',
    'magento',
    {
      sku: 'T-1',
      store_view_code: '',
      attribute_set_code: 'Default',
      product_type: 'simple',
      name: 'Tea',
      price: '10.0000',
      tax_class_name: 'Taxable Goods',
    },
    { external_ident: 'T-1', article_sku: 'T-1', article_title: 'Tea', article_tax_rate: '19' },
    { taxRates: { 'Taxable Goods': 19 } },
  ],
  [
    'articles',
    'plenty',
    {
      VariationID: '1001',
      ItemID: '100',
      VariationNumber: 'T-1',
      ItemTextsName1: 'Tee',
      'VariationSalesPrice.price': '11.90',
      'VAT rate': '19',
    },
    { external_ident: '1001', article_nr: 'T-1', article_title: 'Tee', article_price: '10' },
  ],
  [
    'customers',
    'datev',
    {
      Konto: '10001',
      'Name (Adressattyp Unternehmen)': 'A GmbH',
      'Name (Adressattyp natürl. Person)': '',
      Adressattyp: '2',
      'EU-Land': 'DE',
      'EU-UStID': '123456789',
      Straße: 'Weg 1',
      Postleitzahl: '10115',
    },
    { external_ident: '10001', bill_company: 'A GmbH', bill_vat_nr: 'DE123456789', bill_zipcode: '10115' },
  ],
  [
    'customers',
    'sevdesk',
    {
      Kundennummer: '5',
      Organisation: 'A GmbH',
      Strasse: 'Weg 1',
      PLZ: '10115',
      'Adress-Kategorie': 'Rechnung',
      Kategorie: 'Kunde',
    },
    { external_ident: '5', bill_company: 'A GmbH', bill_street: 'Weg 1', bill_zipcode: '10115' },
  ],
  [
    'articles',
    'odoo',
    {
      'External ID': 'p_1',
      Name: 'Tea',
      'Internal Reference': 'T-1',
      'Sales Price': '10.00',
      Cost: '5.00',
      'Customer Taxes': '19% USt',
    },
    {
      external_ident: 'p_1',
      article_nr: 'T-1',
      article_price: '10.00',
      article_purchase_price: '5.00',
      article_tax_rate: '19',
    },
  ],
  [
    'customers',
    'sap',
    {
      CardCode: 'C1',
      CardName: 'A GmbH',
      CardType: 'C',
      Address: 'Weg 1',
      ZipCode: '10115',
      City: 'Berlin',
      Country: 'DE',
    },
    { external_ident: 'C1', bill_company: 'A GmbH', bill_street: 'Weg 1', bill_city: 'Berlin' },
  ],
  [
    'articles',
    'sap',
    { ItemCode: 'T-1', ItemName: 'Tee', SalUnitMsr: 'kg', Price: '10.00' },
    { external_ident: 'T-1', article_title: 'Tee', article_unit: 'unit_kg', article_price: '10.00' },
    { taxRate: 19 },
  ],
];

describe('importer: presets for shops and invoicing programs', () => {
  const files = temporaryFiles();
  const csv = (...rows: readonly Row[]) =>
    files.write(
      'export.csv',
      `${[Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))].map((row) => row.join(';')).join('\n')}\n`,
    );

  for (const [resource, preset, row, expected, options = {}] of exports) {
    it(`${preset} reads its export of ${resource}`, () => {
      const [input] = inputs([mapValues(resource, row, { preset, ...options })]);

      expect(input).to.include({ ...expected, external_account_name: preset });
    });

    it(`${resource} of ${preset} are recognised by their columns`, async () => {
      const [input] = inputs(await mapped(resource, csv(row), options));

      expect(input).to.include({ ...expected, external_account_name: preset });
    });
  }

  for (const resource of ['customers', 'articles'] as const)
    for (const preset of presetNames(resource))
      it(`${preset} refuses files without its columns as ${resource}`, () => {
        expect(() => chooseMapping(resource, ['none'], { preset })).to.throw(/is not an export that preset/);
      });

  it('datev leaves out creditors, and sap the second header of its templates and suppliers', async () => {
    const debtor = { Konto: '10001', 'Name (Adressattyp Unternehmen)': 'A GmbH', Adressattyp: '2' };
    const datev = csv(debtor, { ...debtor, Konto: '70001', 'Name (Adressattyp Unternehmen)': 'B AG' });
    expect(inputs(await mapped('customers', datev, { preset: 'datev' }))).to.have.length(1);
    const partner = { CardCode: 'C1', CardName: 'A GmbH', CardType: 'cCustomer' };
    const names = Object.fromEntries(Object.keys(partner).map((name) => [name, name]));
    const sap = csv(names, partner, { ...partner, CardCode: 'S1', CardType: 'cSupplier' });
    expect(inputs(await mapped('customers', sap, { preset: 'sap' }))).to.have.length(1);
  });
});
