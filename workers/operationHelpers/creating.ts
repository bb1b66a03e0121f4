import type { addressCreate } from '../../shared/contract/operations/address.create.ts';
import type { articleCreate } from '../../shared/contract/operations/article.create.ts';
import type { customerCreate } from '../../shared/contract/operations/customer.create.ts';
import type { InputOf } from '../../shared/contract/operations/operation.ts';
import { deliveryFields } from '../../shared/contract/resources/address.ts';
import { articleFields } from '../../shared/contract/resources/article.ts';
import { customerFields } from '../../shared/contract/resources/customer.ts';
import type { Call } from '../../shared/wire/call.ts';
import { type ImportedStore, type Source, sourceKey } from '../stores/importedStore.ts';
import type { Numbers } from '../stores/numbers.ts';
import type { Row } from '../stores/recordTable.ts';
import type { Stores } from '../stores/stores.ts';
import { nowUtc } from '../stores/time.ts';
import { type ImportedInput, pick, sourceOf, valueOf } from './storedValues.ts';

type ArticleCall = Call<InputOf<typeof articleCreate>>;
type CustomerCall = Call<InputOf<typeof customerCreate>>;

const articleColumns = ['article_ident', 'external_account_name', ...Object.keys(articleFields)];
const customerColumns = ['customer_ident', 'external_account_name', ...Object.keys(customerFields)];
const addressColumns = ['address_ident', 'customer_ident', ...Object.keys(deliveryFields)];

type AddressInput = Pick<InputOf<typeof addressCreate>, 'address_ident' | 'customer_ident'>;
type CreateInput = ImportedInput & { readonly date_created?: string };

/**
 * Finds the creates that repeat an external ident, and the ident of the record that has it. An earlier call of the same set may
 * create that record.
 */
export async function repeatedImports<Input extends CreateInput>(
  calls: readonly Call<Input>[],
  store: ImportedStore,
): Promise<ReadonlyMap<Call<Input>, string>> {
  const imports = new Map<Call<Input>, Source>();
  for (const call of calls)
    if (call.input.external_ident !== '') imports.set(call, sourceOf(call, store.table));
  const identBySource = new Map(await store.imported([...imports.values()]));
  const repeated = new Map<Call<Input>, string>();
  for (const [call, source] of imports) {
    const key = sourceKey(source);
    const ident = identBySource.get(key);
    if (ident) repeated.set(call, ident);
    else identBySource.set(key, valueOf(call.input, store.table.ident));
  }
  return repeated;
}

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
  const accountOf = await accounts.withIds(
    calls.flatMap(({ account, input }) => (input.term_of_credit === undefined ? [account] : [])),
  );
  const newNumbers = await numbersFor(calls, customers, numbers);
  const now = nowUtc(clock);
  await customers.insert(
    calls.map((call) => {
      const { term_of_credit = accountOf(call.account).term_of_credit, address_ident } = call.input;
      return newRow(call, customerColumns, now, {
        customer_nr: newNumbers.get(call),
        term_of_credit,
        delivery_address_ident: withAddress(call) ? address_ident : null,
      });
    }),
  );
  await addresses.insert(calls.filter(withAddress).map((call) => addressRow(call, now)));
}

export function withAddress({ input }: CustomerCall): boolean {
  return input.divergent_delivery_address === 1;
}

/** Builds the row of a new delivery address. */
export function addressRow({ account, input }: Call<AddressInput>, now: string) {
  return { ...pick(input, addressColumns), account_id: account, date_created: now, date_updated: now };
}

function numbersFor<Input extends object>(
  calls: readonly Call<Input>[],
  store: ImportedStore,
  numbers: Numbers,
): Promise<ReadonlyMap<Call<Input>, string>> {
  const requests = calls.map((call) => ({
    owner: call,
    account: call.account,
    number: valueOf(call.input, store.table.number),
  }));
  return numbers.assign(store.table.resource, requests, store);
}

/**
 * Builds the row of a new record. `Object.assign` changes the first object: spreading three objects into a fourth takes about
 * four times as long.
 */
function newRow(call: Call<CreateInput>, columns: readonly string[], now: string, rest: object): Row {
  const { account, app, method, input } = call;
  const common = {
    account_id: account,
    external_ident: input.external_ident || null,
    date_created: input.date_created ?? now,
    date_updated: now,
    // Empty if the account keeps no history.
    created_by: app === undefined ? '' : `${method} ${app}`,
  };
  return Object.assign(pick(input, columns), common, rest);
}
