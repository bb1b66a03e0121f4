import type { Operations } from '../../../shared/contract/operations/allOperations.ts';
import type { RequestOf } from '../../../shared/contract/operations/operation.ts';
import { filledIdent } from './filled.ts';
import type { LoadMethod } from './scenarios.ts';

type Bodies = { readonly [Name in LoadMethod]: (at: number, row: number) => RequestOf<Operations[Name]> };

/** Builds the body of request number `at`. Reads and updates use `row`, which exists. */
export const bodies: Bodies = {
  'article.create': (at) => ({
    article_title: `Coffee beans no. ${at}, roasted in ${townOf(at)}`,
    article_description: `Arabica from a single estate, lot ${at}.\nKeep cool and dry.`,
    article_sku: `SKU-${at}`,
    article_ean: eanOf(at),
    article_unit: 'unit_kg',
    article_price: (1_200 + (at % 1_000)) / 100,
    article_tax_rate: 19,
    article_purchase_price: 7.5,
  }),
  'article.read': (_, row) => ({ article_ident: filledIdent('art', row) }),
  'customer.create': (at) => ({
    is_business_client: 1,
    bill_firstname: 'Änne',
    bill_lastname: `Muster ${at}`,
    bill_company: `Muster ${at} GmbH`,
    bill_street: `Lange Straße ${at % 300}`,
    bill_zipcode: zipcodeOf(at),
    bill_city: townOf(at),
    bill_country: 'de',
    bill_phone: phoneOf(at),
    bill_email: `muster.${at}@example.com`,
    account_iban: 'DE02120300000000202051',
    divergent_delivery_address: 1,
    delivery_company: `Muster ${at} Lager`,
    delivery_street: `Hafenweg ${at % 90}`,
    delivery_zipcode: zipcodeOf(at + 1),
    delivery_city: townOf(at + 1),
    delivery_phone: phoneOf(at + 1),
  }),
  'customer.update': (at, row) => ({
    customer_ident: filledIdent('cus', row),
    bill_street: `Kurze Straße ${at % 300}`,
    bill_zipcode: zipcodeOf(at),
    bill_city: townOf(at),
    bill_phone: phoneOf(at),
    user_note: `Moved, says letter ${at}.`,
  }),
};

const towns = ['Berlin', 'Hamburg', 'München', 'Köln', 'Frankfurt am Main', 'Stuttgart', 'Leipzig'];

/** An EAN-13 with its check digit, which imports verify. */
function eanOf(at: number): string {
  const digits = String(400_000_000_000 + at);
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

function townOf(at: number): string {
  return towns[at % towns.length] as string;
}

function zipcodeOf(at: number): string {
  return String(10_000 + (at % 80_000));
}

function phoneOf(at: number): string {
  return `+49 30 ${1_000_000 + (at % 9_000_000)}`;
}
