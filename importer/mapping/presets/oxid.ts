import type { Preset } from '../rules/mappingFile.ts';

/**
 * OXID eShop, users. The columns have the names of the table `oxuser`: github.com/OXID-eSales/oxideshop_ce, Setup/Sql. The
 * country is an ident of the shop, so it is not read.
 */
export const oxidCustomers: Preset = {
  requires: ['OXLNAME'],
  signature: [['OXCUSTNR', 'OXUSERNAME', 'OXFNAME']],
  label: 'an OXID export',
  guess: true,
  fields: {
    external_ident: ['OXCUSTNR', 'OXID', 'OXUSERNAME'],
    customer_nr: 'OXCUSTNR',
    bill_title: { column: 'OXSAL', values: { MR: 'Herr', MRS: 'Frau' } },
    bill_firstname: 'OXFNAME',
    bill_lastname: 'OXLNAME',
    bill_company: 'OXCOMPANY',
    bill_vat_nr: 'OXUSTID',
    bill_street: { join: ['OXSTREET', 'OXSTREETNR'], needs: 'OXSTREET' },
    bill_street2: 'OXADDINFO',
    bill_zipcode: 'OXZIP',
    bill_city: 'OXCITY',
    bill_phone: ['OXFON', 'OXPRIVFON'],
    bill_phone_mobile: 'OXMOBFON',
    bill_email: 'OXUSERNAME',
    date_created: ['OXCREATE', 'OXREGISTER'],
  },
};

/** OXID eShop, articles: as `oxidCustomers`, table `oxarticles`. An empty rate is the standard rate of the shop. */
export const oxidArticles: Preset = {
  requires: ['OXARTNUM', 'OXTITLE'],
  signature: ['OXPRICE'],
  label: 'an OXID export',
  guess: true,
  // A shop shows gross prices, unless it is set to net prices.
  price_is_gross: true,
  rates: 'an OXID export leaves it empty for the standard rate of the shop',
  fields: {
    external_ident: ['OXARTNUM', 'OXID'],
    article_nr: 'OXARTNUM',
    article_title: 'OXTITLE',
    article_subtitle: ['OXVARSELECT', 'OXSHORTDESC'],
    article_description: { column: 'OXLONGDESC', plain_text: true },
    article_ean: ['OXEAN', 'OXDISTEAN'],
    article_unit: { column: 'OXUNITNAME', values: { _UNIT_KG: 'kg', _UNIT_PIECE: 'Stück' } },
    article_price: 'OXPRICE',
    article_purchase_price: 'OXBPRICE',
    article_tax_rate: 'OXVAT',
    date_created: 'OXINSERT',
  },
};
