import type { FieldRule, Preset, ValueRule } from '../rules/mappingFile.ts';

const billed = ['Straße', 'Postfach', 'Postleitzahl', 'Ort'].map((name) => `${name} (Rechnungsadresse)`);

/** Takes all parts of an address from one source: the billing address if the row has one, and else that of letters. */
function billedOrOwn(name: string): FieldRule {
  return {
    column: `${name} (Rechnungsadresse)`,
    needs: billed,
    fallback: { column: name, unless: billed },
  };
}

/** Joins the addition to an address with the number of a post office box. */
function secondLine(side: string): ValueRule {
  const needs = `Adresszusatz${side}`;
  return { join: [needs, `Postfach${side}`], with: ['', ', Postfach '], needs };
}

function boxNumber(side: string): ValueRule {
  return { join: [`Postfach${side}`], with: ['Postfach '] };
}

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
    bill_street: billedOrOwn('Straße'),
    bill_street2: {
      ...secondLine(' (Rechnungsadresse)'),
      fallback: {
        ...boxNumber(' (Rechnungsadresse)'),
        fallback: {
          ...secondLine(''),
          unless: billed,
          fallback: { ...boxNumber(''), unless: billed },
        },
      },
    },
    bill_zipcode: billedOrOwn('Postleitzahl'),
    bill_city: billedOrOwn('Ort'),
    bill_country: billedOrOwn('Land'),
    account_iban: ['IBAN 1', 'IBAN-Nr. 1'],
    account_bic: ['SWIFT-Code 1', 'BIC 1'],
    account_bank: ['Bankbezeichnung 1', 'Bankbezeichnung  1'],
  },
};
