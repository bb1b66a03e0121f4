import Big from 'big.js';
import { deliveryFields } from '../../shared/contract/resources/address.ts';
import type { TitleCode } from '../../shared/contract/resources/titleCodes.ts';
import { isTotalsWord } from '../source/otherRows.ts';
import type { FieldFault, Input, Needs } from './mapping.ts';
import type { Resource } from './rules/resourceFields.ts';

/** Fields of which each customer needs one. */
export const namingFields = [
  'bill_company',
  'bill_firstname',
  'bill_lastname',
  'bill_name',
  'bill_name_last_first',
  'bill_email',
  'customer_nr',
];

export function unreadableValue(field: string, problem: string): FieldFault {
  return { code: 'value_unreadable', message: `${field}: ${problem}`, field };
}

function missingValue(field: string, problem: string): FieldFault {
  return { code: 'value_missing', message: `${field}: ${problem}`, field };
}

/** The function that it returns completes the input of a record in place, and returns its faults. */
export function completionFor(
  resource: Resource,
  taxRate: number | undefined,
  needs: Pick<Needs, 'price' | 'taxRate' | 'isCreated' | 'clearing'>,
): (input: Input) => readonly FieldFault[] {
  if (resource === 'articles')
    return (input) => {
      const wrong = totals(input, 'article', articleNames) ?? netPrice(input, taxRate);
      if (wrong) return [wrong];
      return needs.isCreated ? missingAmounts(input, needs) : [];
    };
  if (resource === 'customers')
    return (input) => {
      const wrong = totals(input, 'customer', ['customer_nr']);
      if (wrong) return [wrong];
      finishCustomer(input, needs.clearing);
      const isNamed = namingFields.some((name) => input[name] !== undefined && input[name] !== '');
      return needs.isCreated && !isNamed ? [withoutName] : [];
    };
  return () => [];
}

const articleNames = ['article_title', 'article_nr', 'external_ident'];

function totals(input: Input, kind: string, fields: readonly string[]): FieldFault | undefined {
  for (const field of fields) {
    const value = String(input[field] ?? '');
    if (isTotalsWord(value))
      return unreadableValue(
        field,
        `"${value}" looks like a line of totals: remove it, or rename the ${kind} if it is one`,
      );
  }
  return undefined;
}

/** Replaces a gross price by the net price: divides it by its tax, and rounds half up to the 4 decimals of the field. */
function netPrice(input: Input, taxRate: number | undefined): FieldFault | undefined {
  if (taxRate !== undefined) input.article_tax_rate ??= String(taxRate);
  const { article_price_total: gross, article_tax_rate: rate } = input;
  delete input.article_price_total;
  if (gross === undefined) return undefined;
  if (input.article_price !== undefined)
    return contradiction(String(input.article_price), String(gross), rate);
  if (rate === undefined)
    return missingValue(
      'article_tax_rate',
      'required to compute the net price from the gross price: add it, or set one for such rows, such as --tax-rate 19',
    );
  if (Number(rate) < 0 || Number(rate) > 100)
    return unreadableValue(
      'article_tax_rate',
      `"${rate}" must be from 0 to 100: correct it, or choose the column of the tax rates with --column`,
    );
  const net = new Big(gross).times(100).div(new Big(rate).plus(100));
  input.article_price = net.round(4, Big.roundHalfUp).toString();
  return undefined;
}

/** Tolerance: the net price of a gross price that is rounded to cents is known only to a cent. */
const maxDeviation = 0.01;

/** Reports net and gross prices that do not fit the tax rate: one of them is wrong, and nobody knows which. */
function contradiction(
  net: string,
  gross: string,
  rate: string | number | undefined,
): FieldFault | undefined {
  if (rate === undefined) return undefined;
  const expected = Number(net) * (1 + Number(rate) / 100);
  if (Math.abs(expected - Number(gross)) <= Math.abs(expected) * maxDeviation + maxDeviation)
    return undefined;
  return unreadableValue(
    'article_price',
    `"${net} without tax, ${gross} with tax, ${rate} %" do not fit: correct the row, choose the column of the right price with --column, or leave out the price with tax: --column article_price_total=none`,
  );
}

/** Reports missing values for which the service would store 0.00 or 0 %, and invoices would show it. */
function missingAmounts(
  { article_price: price, article_tax_rate: rate }: Input,
  needs: Pick<Needs, 'price' | 'taxRate'>,
): readonly FieldFault[] {
  return [
    ...(needs.price && price === undefined ? [noPrice] : []),
    ...(needs.taxRate && rate === undefined ? [noTaxRate] : []),
  ];
}

const noPrice = missingValue(
  'article_price',
  'the row has no price, and 0.00 would be stored: add it, or accept this with --no-price',
);
const noTaxRate = missingValue(
  'article_tax_rate',
  'the row has no tax rate, and 0 % would be stored: add it, or set one for such rows, such as --tax-rate 19',
);

function finishCustomer(input: Input, isClearing: boolean): void {
  if (input.bill_company !== undefined && input.bill_company !== '') input.is_business_client ??= 1;
  if (isDivergent(input)) input.divergent_delivery_address = 1;
  else {
    const fields = deliveryNames.filter((field) => input[field] !== undefined);
    for (const field of fields) delete input[field];
    if (isClearing && fields.length > 0) input.divergent_delivery_address = 0;
  }
}

/**
 * Adds what only new records get. A person without a form of address gets the title "No title": the service takes a record
 * without one for a company. A delivery address without a country gets that of its customer: the service takes it for a German
 * one.
 */
export function asNewRecord(resource: Resource, input: Readonly<Input>): Readonly<Input> {
  if (resource === 'articles') return input;
  const hasDelivery = resource === 'addresses' || Number(input.divergent_delivery_address) === 1;
  const isUntitled = (side: string) =>
    !isSet(input, `${side}title`) && (isSet(input, `${side}firstname`) || !isSet(input, `${side}company`));
  const record = { ...input };
  if (resource === 'customers' && isUntitled('bill_')) record.bill_title = noTitle;
  if (hasDelivery && isUntitled('delivery_')) record.delivery_title = noTitle;
  if (hasDelivery && inheritsCountry(input)) record.delivery_country = input.bill_country;
  return record;
}

function inheritsCountry(input: Readonly<Input>): input is Input & { readonly bill_country: string } {
  // An empty country that the row gives stays empty.
  return isSet(input, 'bill_country') && input.delivery_country === undefined;
}

/** Says that a delivery address without a country gets that of its customer, unless it is the one of the service. */
export function countryRepairs(input: Readonly<Input>): readonly string[] {
  const isAbroad = inheritsCountry(input) && input.bill_country !== 'de';
  const hasDelivery = Number(input.divergent_delivery_address) === 1;
  return hasDelivery && isAbroad ? ['delivery_country: taken from the billing address'] : [];
}

const noTitle: TitleCode = 3;

export function isSet(input: Readonly<Input>, field: string): boolean {
  return input[field] !== undefined && input[field] !== '';
}

const withoutName = missingValue(
  'bill_lastname',
  'the row has no name, company, e-mail or number, and an empty customer would be stored: add one',
);

/** Fields of which one is enough: a missing one may follow from an unreadable value of another one. */
const alternatives: readonly (readonly string[])[] = [namingFields, ['article_price', 'article_price_total']];

/** True if a problem may only follow from an unreadable value of the row. */
export function mayFollow(field: string, unread: readonly string[]): boolean {
  const others = alternatives.find((fields) => fields.includes(field)) ?? [field];
  return others.some((other) => unread.includes(other));
}

const deliveryNames = Object.keys(deliveryFields);
const delivering = deliveryNames
  .filter((field) => field !== 'delivery_country' && field !== 'delivery_title')
  .map((field) => [field, field.replace('delivery_', 'bill_')] as const);

/** Country and title alone make no delivery address, and neither does a copy of the billing address. */
function isDivergent(input: Input): boolean {
  if (input.divergent_delivery_address !== undefined) return input.divergent_delivery_address === 1;
  return delivering.some(
    ([field, billField]) =>
      input[field] !== undefined && input[field] !== '' && input[field] !== input[billField],
  );
}
