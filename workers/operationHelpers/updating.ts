import type { RefusalCode } from '../../shared/contract/refusals.ts';
import type { Clock } from '../../shared/runtime/redis/clock.ts';
import type { Call } from '../../shared/wire/call.ts';
import { done, type Outcome, refused } from '../sets/callOutcome.ts';
import type { Claims } from '../stores/claims.ts';
import type { HistoryWriter, RecordChange } from '../stores/historyWriter.ts';
import type { ImportedStore } from '../stores/importedStore.ts';
import type { Numbers } from '../stores/numbers.ts';
import type { RecordStore } from '../stores/recordStore.ts';
import type { RecordTable, Row } from '../stores/recordTable.ts';
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
  validatesNumber,
} from './updateRules.ts';

type UpdateRefusal = 'record_changed' | 'value_exists' | 'external_ident_exists';

type Updates<Input, Before extends Row = Row> = ReadonlyMap<Call<Input>, Update<Input, Before>>;

export interface PreparedUpdates<Input, Code extends string = UpdateRefusal> {
  readonly accepted: Updates<Input>;
  readonly refusals: ReadonlyMap<Call<Input>, Outcome<never, Code>>;
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
  const { resource } = store.table;
  const columns = sentFields(calls, store);
  const rows = await lockRecords(calls, store, [...new Set([...columns, ...alwaysRead(store)])]);
  const locksSequence = ({ input }: Call<Input>) => validatesNumber(input, store.table);
  // Until the transaction ends, no other one gives or validates numbers of these accounts.
  const locked = await numbers.lock(
    resource,
    calls.filter(locksSequence).map(({ account }) => account),
  );

  const updates = [...updatesOf(rows, columns, clock).values()];
  const rules = [
    versionRule(store),
    await movedImportRule(updates, store),
    await takenValueRule(updates, store, claims),
  ];
  const prepared = applyRules<Input>(rules, updates);
  const validated = [...prepared.accepted.keys()].filter(locksSequence);
  await numbers.noteValidated(
    resource,
    validated.map(({ account }) => account),
    locked,
  );
  return prepared;
}

/** Returns the names of the fields that some of the calls change. */
export function sentFields(calls: readonly Call<object>[], { table }: RecordStore): readonly string[] {
  return Object.keys(table.fields).filter((name) => calls.some(({ input }) => Object.hasOwn(input, name)));
}

/** Makes the updates of locked rows that have these columns. */
export function updatesOf<Input extends object, Before extends Row>(
  rows: ReadonlyMap<Call<Input>, Before>,
  columns: readonly string[],
  clock: Clock,
): Updates<Input, Before> {
  const now = nowUtc(clock);
  const updates = new Map<Call<Input>, Update<Input, Before>>();
  for (const [call, before] of rows) {
    const sent = columns.filter((name) => Object.hasOwn(call.input, name));
    const date_updated = laterOf(before.date_updated as string, now);
    const after = { revision: (before.revision as number) + 1, date_updated };
    updates.set(call, { call, before, changedFields: pick(call.input, sent), after });
  }
  return updates;
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
export async function writeUpdates<Before extends Row>(
  accepted: Updates<ConditionalInput, Before>,
  store: RecordStore,
  history: HistoryWriter,
  changeOf: (before: Before, after: Update<unknown>['after']) => RecordChange = (before, { revision }) => ({
    record: before[store.table.ident] as string,
    revision,
  }),
): Promise<void> {
  const { ident, owner, fields } = store.table;
  const updates = [...accepted.values()];
  const written = sentFields([...accepted.keys()], store);
  const columns = ['account_id', ident, ...(owner ? [owner] : []), ...written];
  const differing = updates.map((update) => differingFields(update, fields));
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
      ...changeOf(before, after),
      changes: fieldChanges(differing[index] ?? [], before, changedFields, fields),
    });
}

/**
 * Answers updates with the changed fields. Only calls that required a version get the new one: other answers must stay as the
 * specification has them.
 */
export function updateOutcomes<
  Input extends ConditionalInput,
  Answer,
  Code extends string,
  NotFound extends RefusalCode,
>(
  { accepted, refusals }: PreparedUpdates<Input, Code>,
  { table: { ident, fields, notFound } }: RecordStore<RecordTable<NotFound>>,
): (call: Call<Input>) => Outcome<Answer, NotFound | Code> {
  return (call) => {
    const refusal = refusals.get(call);
    if (refusal) return refusal;
    const update = accepted.get(call);
    if (!update) return refused(notFound);
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
