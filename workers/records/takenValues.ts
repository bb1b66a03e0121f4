import type { Call } from '../../shared/call.ts';
import type { Fields } from '../../shared/resources/field.ts';
import { isAmount } from '../../shared/resources/records.ts';
import { type Outcome, refused } from '../outcome.ts';
import type { RecordStore } from '../stores/records.ts';
import { recordKey } from '../stores/scope.ts';
import type { Update } from './updating.ts';
import { readChanges } from './updating.ts';

/** The updates whose `validate` names a field with a value that another record of the account has (contract.md). */
export async function takenValues<Input extends { readonly validate?: string }>(
  updates: readonly Update<Input>[],
  store: RecordStore,
  fields: Fields,
): Promise<ReadonlyMap<Call<Input>, Outcome<never, 'value_exists'>>> {
  const refusals = new Map<Call<Input>, Outcome<never, 'value_exists'>>();
  for (const [field, validating] of byField(updates)) {
    const isTaken = await takenIn(field, validating, store, fields);
    for (const update of validating) {
      if (isTaken(update)) refusals.set(update.call, valueExists(update, field, store, fields));
    }
  }
  return refusals;
}

/** The updates that validate a field which they send; naming one that was not sent is an ordinary update. */
function byField<Input extends { readonly validate?: string }>(updates: readonly Update<Input>[]) {
  const groups = new Map<string, Update<Input>[]>();
  for (const update of updates) {
    const field = update.call.input.validate;
    if (field && Object.hasOwn(update.changes, field)) groups.set(field, [...(groups.get(field) ?? []), update]);
  }
  return groups;
}

/** Tells whether another record holds the value, or an earlier update of the set has just claimed it. */
async function takenIn(field: string, updates: readonly Update<object>[], store: RecordStore, fields: Fields) {
  const keyOf = (account: number, value: unknown) => recordKey(account, comparable(field, value, fields));
  const wanted = updates.map(({ call, changes }) => ({ account: call.account, value: String(changes[field]) }));
  const holders = new Map((await store.holders(field, wanted)).map((found) => [keyOf(found.account, found.value), found]));
  const claimed = new Set<string>();
  return ({ call, before, changes }: Update<object>): boolean => {
    const key = keyOf(call.account, changes[field]);
    const { first, last } = holders.get(key) ?? {};
    const own = before[store.names.ident];
    const isTaken = claimed.has(key) || (first !== undefined && (first !== own || last !== own));
    claimed.add(key);
    return isTaken;
  };
}

/** Amounts are equal by value, whatever zeros they are written with. */
function comparable(field: string, value: unknown, fields: Fields): string {
  const schema = fields[field]?.schema;
  return schema && isAmount(schema) ? String(Number(value)) : String(value);
}

function valueExists({ before, changes }: Update<object>, field: string, store: RecordStore, fields: Fields) {
  const { ident } = store.names;
  const data = { [ident]: before[ident], ...readChanges({ [field]: changes[field] }, fields) };
  return refused('value_exists', data, { field });
}
