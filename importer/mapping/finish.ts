import Big from 'big.js';
import type { Resource } from './fields.ts';
import type { Input } from './mapping.ts';

/** What is left to say about a record when its columns are read; returns what is wrong with it. */
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

/** Articles have net prices: a gross one is divided by its tax, rounded half up to the 4 decimals of the contract. */
function netPrice(input: Input, taxRate: number | undefined): FieldProblem | undefined {
  if (taxRate !== undefined) input.article_tax_rate ??= String(taxRate);
  const { article_price_total: gross, article_tax_rate: rate } = input;
  delete input.article_price_total;
  if (gross === undefined || input.article_price !== undefined) return undefined;
  if (rate === undefined)
    return { field: 'article_tax_rate', problem: 'is needed to make a net price of a gross one' };
  if (Number(rate) < 0 || Number(rate) > 100)
    return { field: 'article_tax_rate', problem: `"${rate}" is not from 0 to 100` };
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

/** What a delivery address always has says nothing by itself; and one like the billing address is none. */
function isDivergent(input: Input): boolean {
  if (input.divergent_delivery_address !== undefined) return input.divergent_delivery_address === 1;
  return deliveryFieldsIn(input)
    .filter((field) => field !== 'delivery_country' && field !== 'delivery_title')
    .some((field) => input[field] !== input[field.replace('delivery_', 'bill_')]);
}

function deliveryFieldsIn(input: Input): string[] {
  return Object.keys(input).filter((field) => field.startsWith('delivery_'));
}
