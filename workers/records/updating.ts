import type { Call } from '../../shared/calls/call.ts';
import type { Fields } from '../../shared/resources/field.ts';
import type { Outcome } from '../sets/outcome.ts';
import type { Claims } from '../stores/claims.ts';
import type { Numbered, Numbers } from '../stores/numbers.ts';
import type { RecordStore, Row } from '../stores/records.ts';
import { recordKey, type Scoped } from '../stores/scope.ts';
import { nowUtc } from '../stores/time.ts';
import { movedImports } from './movedImports.ts';
import { pick } from './pick.ts';
import { takenValues } from './takenValues.ts';
import { isValidating, validatedField } from './validated.ts';

/** An update of a record that exists. */
export interface Update<Input> {
  readonly call: Call<Input>;
  /** The row as it was, with the columns that some update of the set changes. */
  readonly before: Row;
  /** The fields that were sent. */
  readonly changes: Row;
}

/** What one update may not do to the other records of its account, however many of them are in the set. */
export interface Rule<Input, Code extends string> {
  readonly refusalOf: (update: Update<Input>) => Outcome<never, Code> | undefined;
  /** Later updates of the set are held against those that were accepted, and only those. */
  readonly accept: (update: Update<Input>) => void;
}

type UpdateInput = { readonly validate?: string };
type UpdateRefusal = 'value_exists' | 'external_ident_exists';

interface Updating<Input> {
  /** Those that may be written. */
  readonly accepted: readonly Update<Input>[];
  readonly refusals: ReadonlyMap<Call<Input>, Outcome<never, UpdateRefusal>>;
}

interface Parts {
  readonly store: RecordStore;
  readonly numbers: Numbers;
  readonly claims: Claims;
  readonly numbered: Numbered;
  /** The fields that an update may change. */
  readonly fields: Fields;
}

/** Locks the records, and finds out which of the updates may be written . */
export async function prepareUpdates<Input extends UpdateInput>(
  calls: readonly Call<Input>[],
  { store, numbers, claims, numbered, fields }: Parts,
): Promise<Updating<Input>> {
  const columns = Object.keys(fields).filter((name) => calls.some(({ input }) => Object.hasOwn(input, name)));
  const rows = await store.lock(
    calls.map((call) => recordOf(call, store)),
    [...new Set([...columns, ...alwaysRead(store)])],
  );
  const locksSequence = ({ input }: Call<Input>) =>
    claims.areEnough ? validatedField(input) === store.names.number : isValidating(input);
  // Nobody else gives or validates numbers of these accounts meanwhile.
  await numbers.lock(
    numbered,
    calls.filter(locksSequence).map(({ account }) => account),
  );

  const updates = calls.flatMap((call) => {
    const before = rows.get(recordKey(call.account, recordOf(call, store).value));
    const sent = columns.filter((name) => Object.hasOwn(call.input, name));
    return before ? [{ call, before, changes: pick(call.input, sent) }] : [];
  });
  const rules = [await movedImports(updates, store), await takenValues(updates, store, fields, claims)];
  const refusals = refusalsBy<Input>(rules, updates);
  return { accepted: updates.filter(({ call }) => !refusals.has(call)), refusals };
}

function refusalsBy<Input extends UpdateInput>(
  rules: readonly Rule<UpdateInput, UpdateRefusal>[],
  updates: readonly Update<Input>[],
) {
  const refusals = new Map<Call<Input>, Outcome<never, UpdateRefusal>>();
  for (const update of updates) {
    const refusal = rules.map(({ refusalOf }) => refusalOf(update)).find((found) => found !== undefined);
    if (refusal) refusals.set(update.call, refusal);
    else for (const { accept } of rules) accept(update);
  }
  return refusals;
}

/** Writes accepted updates in one statement: columns that a call does not change keep what they hold. */
export async function writeUpdates(
  updates: readonly Update<object>[],
  { store, fields }: Parts,
): Promise<void> {
  const date_updated = nowUtc();
  const written = Object.keys(fields).filter((name) =>
    updates.some(({ changes }) => Object.hasOwn(changes, name)),
  );
  const columns = ['account_id', store.names.ident, ...written];
  await store.overwrite(
    updates.map(({ before, changes }) => ({ ...pick(before, columns), ...changes, date_updated })),
  );
}

function alwaysRead({ names }: RecordStore): readonly string[] {
  return ['external_ident', 'external_account_name', names.type];
}

function recordOf({ account, input }: Call<object>, { names }: RecordStore): Scoped {
  return { account, value: (input as Record<string, string>)[names.ident] as string };
}
