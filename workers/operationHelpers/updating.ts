import type { Clock } from '../../shared/runtime/redis/clock.ts';
import type { Call } from '../../shared/wire/call.ts';
import { done, type Outcome, refused } from '../sets/callOutcome.ts';
import type { Claims } from '../stores/claims.ts';
import type { HistoryWriter } from '../stores/historyWriter.ts';
import type { ImportedStore } from '../stores/importedStore.ts';
import type { Numbers } from '../stores/numbers.ts';
import { laterOf, nowUtc } from '../stores/time.ts';
import { versionColumns, versionOf } from '../stores/versions.ts';
import { type ConditionalInput, isConditional, lockRecords, versionConflict } from './ifVersion.ts';
import { answeredFields, fieldChanges, pick } from './storedValues.ts';
import {
  differingFields,
  movedImportRule,
  type Rule,
  takenValueRule,
  type Update,
  type ValidatingInput,
  validatedField,
} from './updateRules.ts';

type UpdateRefusal = 'record_changed' | 'value_exists' | 'external_ident_exists';

export interface PreparedUpdates<Input> {
  readonly accepted: ReadonlyMap<Call<Input>, Update<Input>>;
  readonly refusals: ReadonlyMap<Call<Input>, Outcome<never, UpdateRefusal>>;
}

export interface UpdateDependencies {
  readonly store: ImportedStore;
  readonly numbers: Numbers;
  readonly claims: Claims;
  readonly clock: Clock;
}

/** Locks the records, and decides which updates may be written. */
export async function prepareUpdates<Input extends ValidatingInput>(
  calls: readonly Call<Input>[],
  { store, numbers, claims, clock }: UpdateDependencies,
): Promise<PreparedUpdates<Input>> {
  const { resource, number, fields } = store.table;
  const columns = Object.keys(fields).filter((name) => calls.some(({ input }) => Object.hasOwn(input, name)));
  const rows = await lockRecords(calls, store, [...new Set([...columns, ...alwaysRead(store)])]);
  const locksSequence = ({ input }: Call<Input>) => validatedField(input) === number;
  // Until the transaction ends, no other one gives or validates numbers of these accounts.
  const locked = await numbers.lock(
    resource,
    calls.filter(locksSequence).map(({ account }) => account),
  );

  const now = nowUtc(clock);
  const updates = calls.flatMap((call) => {
    const before = rows.get(call);
    if (!before) return [];
    const sent = columns.filter((name) => Object.hasOwn(call.input, name));
    const date_updated = laterOf(before.date_updated as string, now);
    const after = { revision: (before.revision as number) + 1, date_updated };
    return [{ call, before, changedFields: pick(call.input, sent), after }];
  });
  const rules = [
    versionRule(store),
    await movedImportRule(updates, store),
    await takenValueRule(updates, store, claims),
  ];
  const prepared = applyRules<Input>(rules, updates);
  const validated = [...prepared.accepted.keys()].filter(({ input }) => validatedField(input) === number);
  await numbers.noteValidated(
    resource,
    validated.map(({ account }) => account),
    locked,
  );
  return prepared;
}

/**
 * Refuses updates that require another version than their record has. A set has one update of a record, so no other one can
 * change it.
 */
function versionRule({ table }: ImportedStore): Rule<ValidatingInput, 'record_changed'> {
  return {
    refusalOf: ({ call, before }) => versionConflict(call.input, before, table.ident),
    accept: () => {},
  };
}

function applyRules<Input extends ValidatingInput>(
  rules: readonly Rule<ValidatingInput, UpdateRefusal>[],
  updates: readonly Update<Input>[],
): PreparedUpdates<Input> {
  const accepted = new Map<Call<Input>, Update<Input>>();
  const refusals = new Map<Call<Input>, Outcome<never, UpdateRefusal>>();
  for (const update of updates) {
    const refusal = rules.map(({ refusalOf }) => refusalOf(update)).find((found) => found !== undefined);
    if (refusal) {
      refusals.set(update.call, refusal);
      continue;
    }
    accepted.set(update.call, update);
    for (const { accept } of rules) accept(update);
  }
  return { accepted, refusals };
}

/** Writes updates in one statement: columns that a call does not change keep their values. */
export async function writeUpdates(
  { accepted }: PreparedUpdates<ConditionalInput>,
  store: ImportedStore,
  history: HistoryWriter,
): Promise<void> {
  const updates = [...accepted.values()];
  const written = Object.keys(store.table.fields).filter((name) =>
    updates.some(({ changedFields }) => Object.hasOwn(changedFields, name)),
  );
  const columns = ['account_id', store.table.ident, ...written];
  const differing = updates.map((update) => differingFields(update, store.table.fields));
  await store.overwrite(
    updates.map(({ before, changedFields, after }) => ({
      ...pick(before, columns),
      ...changedFields,
      ...after,
    })),
    (index) => differing[index] ?? [],
  );
  for (const [index, { call, before, changedFields, after }] of updates.entries())
    history.note(call, {
      record: before[store.table.ident] as string,
      revision: after.revision,
      changes: fieldChanges(differing[index] ?? [], before, changedFields, store.table.fields),
    });
}

/**
 * Answers updates with the changed fields. Only calls that required a version get the new one: other answers must stay as the
 * specification has them.
 */
export function updateOutcomes<
  Input extends ConditionalInput,
  Answer,
  Missing extends 'customer_not_found' | 'article_not_found',
>(
  { accepted, refusals }: PreparedUpdates<Input>,
  { table: { ident, fields } }: ImportedStore,
  missing: Missing,
): (call: Call<Input>) => Outcome<Answer, Missing | UpdateRefusal> {
  return (call) => {
    const refusal = refusals.get(call);
    if (refusal) return refusal;
    const update = accepted.get(call);
    if (!update) return refused(missing);
    const { before, changedFields, after } = update;
    const version = isConditional(call.input) && {
      version: versionOf({ ...before, ...changedFields, ...after }),
    };
    const answer = { [ident]: before[ident], ...version, ...answeredFields(changedFields, fields) };
    return done(answer as Answer);
  };
}

function alwaysRead({ table }: ImportedStore): readonly string[] {
  return ['external_ident', 'external_account_name', table.type, ...versionColumns];
}
