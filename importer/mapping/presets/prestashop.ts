import type { Preset } from '../rules/mappingFile.ts';

/**
 * PrestaShop, lists of customers and of addresses. Column names: those of the lists in github.com/PrestaShop/PrestaShop, whose
 * export has them in the language of the shop, and of the table `customer` for the SQL manager. Not confirmed: the German ones.
 */
export const prestashopCustomers: Preset = {
  requires: [
    ['Email address', 'E-Mail-Adresse', 'Adresse e-mail', 'id_customer'],
    ['Last name', 'Nachname', 'Nom', 'lastname'],
  ],
  signature: [
    ['Social title', 'Titre de civilité', 'id_gender'],
    ['Partner offers', 'Offres partenaires', 'Newsletter', 'newsletter', 'optin'],
  ],
  label: 'a PrestaShop export',
  guess: true,
  fields: {
    external_ident: ['ID', 'id_customer'],
    bill_title: {
      column: ['Social title', 'Titre de civilité', 'id_gender'],
      values: { 1: 'Herr', 2: 'Frau', 'Mr.': 'Herr', 'Mrs.': 'Frau', 'M.': 'Herr', Mme: 'Frau' },
    },
    bill_email: ['Email address', 'E-Mail-Adresse', 'Adresse e-mail', 'email'],
    date_created: ['Registration', 'Inscription', 'date_add'],
  },
};

/** PrestaShop, list of products: as `prestashopCustomers`. It has the price with and without tax, but not the rate. */
export const prestashopProducts: Preset = {
  requires: [
    ['Reference', 'Référence', 'Artikel-Nr.', 'reference'],
    ['Name', 'Nom', 'name'],
  ],
  signature: [['Price (tax excl.)', 'Prix (HT)', 'Preis (zzgl. MwSt.)', 'id_tax_rules_group']],
  label: 'a PrestaShop export',
  guess: true,
  rates: 'a PrestaShop export has no tax rates',
  fields: {
    external_ident: ['Product ID', 'ID', 'id_product'],
    article_nr: ['Reference', 'Référence', 'Artikel-Nr.', 'reference'],
    article_title: ['Name', 'Nom', 'name'],
    article_price: ['Price (tax excl.)', 'Prix (HT)', 'Preis (zzgl. MwSt.)', 'price'],
    article_price_total: ['Price (tax incl.)', 'Prix (TTC)', 'Preis (inkl. MwSt.)'],
    article_purchase_price: 'wholesale_price',
    article_ean: ['ean13', 'EAN-13'],
  },
};
