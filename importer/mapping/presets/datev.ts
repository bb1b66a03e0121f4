import type { Preset } from '../rules/mappingFile.ts';

/**
 * DATEV, master data of debtors and creditors (EXTF, category 16), whose header is line 2. Column names: support.billwerk.com,
 * "Debitoren-Export", and handbuch.conaktiv.de, "DATEV Debitoren/Kreditoren Stammdaten". Accounts that begin with 7 to 9 are
 * creditors.
 */
export const datevDebtors: Preset = {
  requires: ['Konto', ['Name (Adressattyp Unternehmen)', 'Name (Adressatentyp Unternehmen)']],
  signature: [
    [
      'Name (Adressattyp natürl. Person)',
      'Name (Adressatentyp natürl. Person)',
      'Adressattyp',
      'Adressatentyp',
    ],
  ],
  label: 'master data of DATEV',
  ignore_lines: '^[7-9]\\d{4,8}(?!\\d)',
  guess: true,
  fields: {
    external_ident: 'Konto',
    customer_nr: 'Konto',
    bill_company: ['Name (Adressattyp Unternehmen)', 'Name (Adressatentyp Unternehmen)'],
    bill_firstname: ['Vorname (Adressattyp natürl. Person)', 'Vorname (Adressatentyp natürl. Person)'],
    bill_lastname: [
      'Name (Adressattyp natürl. Person)',
      'Name (Adressatentyp natürl. Person)',
      'Name (Adressattyp keine Angabe)',
      'Name (Adressatentyp keine Angabe)',
    ],
    bill_vat_nr: {
      join: ['EU-Land', 'EU-Mitgliedsstaat', 'EU-Mitgliedstaat', 'EU-UStID', 'EU-Ust-IdNr.', 'EU-USt-IdNr.'],
      with: '',
    },
    bill_street: 'Straße',
    bill_street2: {
      join: ['Adresszusatz', 'Postfach'],
      with: ['', ', Postfach '],
      needs: 'Adresszusatz',
      fallback: { join: ['Postfach'], with: ['Postfach '] },
    },
    account_iban: ['IBAN 1', 'IBAN-Nr. 1'],
    account_bic: ['SWIFT-Code 1', 'BIC 1'],
    account_bank: ['Bankbezeichnung 1', 'Bankbezeichnung  1'],
  },
};
