import type { Operations } from '../../../shared/contract/operations/allOperations.ts';
import type { RequestOf } from '../../../shared/contract/operations/operation.ts';
import { filledIdent } from './filled.ts';
import type { LoadMethod } from './scenarios.ts';

type Bodies = { readonly [Name in LoadMethod]: (number: number, row: number) => RequestOf<Operations[Name]> };

/** Builds the body of a request. Reads and updates use `row`, which exists. */
export const bodies: Bodies = {
  'article.create': (number) => ({
    article_title: `Coffee beans no. ${number}, roasted in ${townOf(number)}`,
    article_description: `Arabica from a single estate, lot ${number}.\nKeep cool and dry.`,
    article_sku: `SKU-${number}`,
    article_ean: eanOf(number),
    article_unit: 'unit_kg',
    article_price: (1_200 + (number % 1_000)) / 100,
    article_tax_rate: 19,
    article_purchase_price: 7.5,
  }),
  'article.read': (_, row) => ({ article_ident: filledIdent('art', row) }),
  'customer.create': (number) => ({
    is_business_client: 1,
    bill_firstname: 'Änne',
    bill_lastname: `Muster ${number}`,
    bill_company: `Muster ${number} GmbH`,
    bill_street: `Lange Straße ${number % 300}`,
    bill_zipcode: zipcodeOf(number),
    bill_city: townOf(number),
    bill_country: 'de',
    bill_phone: phoneOf(number),
    bill_email: `muster.${number}@example.com`,
    account_iban: 'DE02120300000000202051',
    divergent_delivery_address: 1,
    delivery_company: `Muster ${number} Lager`,
    delivery_street: `Hafenweg ${number % 90}`,
    delivery_zipcode: zipcodeOf(number + 1),
    delivery_city: townOf(number + 1),
    delivery_phone: phoneOf(number + 1),
  }),
  'customer.update': (number, row) => ({
    customer_ident: filledIdent('cus', row),
    bill_street: `Kurze Straße ${number % 300}`,
    bill_zipcode: zipcodeOf(number),
    bill_city: townOf(number),
    bill_phone: phoneOf(number),
    user_note: `Moved, says letter ${number}.`,
  }),
};

const towns = ['Berlin', 'Hamburg', 'München', 'Köln', 'Frankfurt am Main', 'Stuttgart', 'Leipzig'];

/** An EAN-13 with its check digit, which imports verify. */
function eanOf(number: number): string {
  const digits = String(400_000_000_000 + number);
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

function townOf(number: number): string {
  return towns[number % towns.length] as string;
}

function zipcodeOf(number: number): string {
  return String(10_000 + (number % 80_000));
}

function phoneOf(number: number): string {
  return `+49 30 ${1_000_000 + (number % 9_000_000)}`;
}
