import Big from 'big.js';
import type { Input } from './mapping.ts';
import type { Resource } from './rules/fields.ts';

/** The last step of a record, after its columns were read. Returns what is wrong with it, if anything. */
export type Finish = (input: Input) => FieldProblem | undefined;

interface FieldProblem {
  readonly field: string;
  readonly problem: string;
}

/** The last step of each resource. */
export function finishOf(resource: Resource, taxRate: number | undefined): Finish {
  if (resource === 'articles') return (input) => netPrice(input, taxRate);
  return resource === 'customers' ? finishCustomer : () => undefined;
}

/** Articles have net prices: a gross price is divided by its tax, rounded half up to the 4 decimals of the field. */
function netPrice(input: Input, taxRate: number | undefined): FieldProblem | undefined {
  if (taxRate !== undefined) input.article_tax_rate ??= String(taxRate);
  const { article_price_total: gross, article_tax_rate: rate } = input;
  delete input.article_price_total;
  if (gross === undefined || input.article_price !== undefined) return undefined;
  if (rate === undefined)
    return { field: 'article_tax_rate', problem: 'required to compute the net price from the gross price' };
  if (Number(rate) < 0 || Number(rate) > 100)
    return { field: 'article_tax_rate', problem: `"${rate}" must be from 0 to 100` };
  input.article_price = new Big(gross)
    .times(100)
    .div(new Big(rate).plus(100))
    .round(4, Big.roundHalfUp)
    .toString();
  return undefined;
}

function finishCustomer(input: Input): undefined {
  if (input.bill_company !== undefined) input.is_business_client ??= 1;
  if (isDivergent(input)) input.divergent_delivery_address = 1;
  else for (const field of deliveryFieldsIn(input)) delete input[field];
}

/** Country and title alone make no delivery address, and neither does a copy of the billing address. */
function isDivergent(input: Input): boolean {
  if (input.divergent_delivery_address !== undefined) return input.divergent_delivery_address === 1;
  return deliveryFieldsIn(input)
    .filter((field) => field !== 'delivery_country' && field !== 'delivery_title')
    .some((field) => input[field] !== input[field.replace('delivery_', 'bill_')]);
}

function deliveryFieldsIn(input: Input): string[] {
  return Object.keys(input).filter((field) => field.startsWith('delivery_'));
}
