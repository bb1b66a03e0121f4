import type { articleCreate } from '../../shared/contract/operations/article.create.ts';
import type { customerCreate } from '../../shared/contract/operations/customer.create.ts';
import type { InputOf } from '../../shared/contract/operations/operation.ts';
import { deliveryFields } from '../../shared/contract/resources/address.ts';
import { articleFields } from '../../shared/contract/resources/article.ts';
import { customerFields } from '../../shared/contract/resources/customer.ts';
import type { Call } from '../../shared/wire/call.ts';
import type { Stores } from '../stores/stores.ts';
import { nowUtc } from '../stores/time.ts';
import { newRow, numbersFor } from './creating.ts';
import { pick } from './storedValues.ts';

type ArticleCall = Call<InputOf<typeof articleCreate>>;
type CustomerCall = Call<InputOf<typeof customerCreate>>;

const articleColumns = ['article_ident', 'external_account_name', ...Object.keys(articleFields)];
const customerColumns = ['customer_ident', 'external_account_name', ...Object.keys(customerFields)];
const addressColumns = ['address_ident', 'customer_ident', ...Object.keys(deliveryFields)];

/** Inserts the articles of calls, with new numbers for those without one. */
export async function insertArticles(
  calls: readonly ArticleCall[],
  { articles, numbers, clock }: Pick<Stores, 'articles' | 'numbers' | 'clock'>,
): Promise<void> {
  const newNumbers = await numbersFor(calls, articles, numbers);
  const now = nowUtc(clock);
  await articles.insert(
    calls.map((call) => newRow(call, articleColumns, now, { article_nr: newNumbers.get(call) })),
  );
}

/** Inserts the customers of calls, with new numbers for those without one, and their delivery addresses. */
export async function insertCustomers(
  calls: readonly CustomerCall[],
  {
    customers,
    addresses,
    numbers,
    accounts,
    clock,
  }: Pick<Stores, 'customers' | 'addresses' | 'numbers' | 'accounts' | 'clock'>,
): Promise<void> {
  const settings = await accounts.withIds(calls.filter(withoutTerm).map(({ account }) => account));
  const newNumbers = await numbersFor(calls, customers, numbers);
  const now = nowUtc(clock);
  await customers.insert(
    calls.map((call) =>
      customerRow(call, now, newNumbers.get(call) as string, settings.get(call.account)?.term_of_credit),
    ),
  );
  await addresses.insert(calls.filter(withAddress).map((call) => addressRow(call, now)));
}

export function withAddress({ input }: CustomerCall): boolean {
  return input.divergent_delivery_address === 1;
}

function withoutTerm({ input }: CustomerCall): boolean {
  return input.term_of_credit === undefined;
}

function customerRow(call: CustomerCall, now: string, customer_nr: string, defaultTerm = 0) {
  return newRow(call, customerColumns, now, {
    customer_nr,
    term_of_credit: call.input.term_of_credit ?? defaultTerm,
    delivery_address_ident: withAddress(call) ? call.input.address_ident : null,
  });
}

function addressRow({ account, input }: CustomerCall, now: string) {
  return { ...pick(input, addressColumns), account_id: account, date_created: now, date_updated: now };
}
