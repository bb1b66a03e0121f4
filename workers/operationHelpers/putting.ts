import { defaultsOf } from '../../shared/contract/resources/field.ts';
import type { Call } from '../../shared/wire/call.ts';
import { done, type Outcome, refused } from '../sets/callOutcome.ts';
import { type ImportedStore, sourceKey } from '../stores/importedStore.ts';
import { CallsLeaveSet, LockedElsewhere } from '../stores/locks.ts';
import type { ImportedTable } from '../stores/recordTable.ts';
import { recordKey } from '../stores/scope.ts';
import { type ImportedInput, sourceOf, valueOf } from './storedValues.ts';
import { differingFields, type ValidatingInput } from './updateRules.ts';
import { type PreparedUpdates, prepareUpdates, type UpdateDependencies } from './updating.ts';

interface PutInput extends ValidatingInput, ImportedInput {}

/** Steps in which the puts of resources differ. */
interface PutSteps<Input, Code extends string> {
  /** Gets the updates that change something. */
  readonly update: (changes: PreparedUpdates<Updating<Input>>) => Promise<void>;
  /** Gets calls whose input has all the fields of a create. */
  readonly insert: (calls: readonly Call<never>[]) => Promise<void>;
  readonly refusalOfCreate?: (input: Input) => Outcome<never, Code> | undefined;
}

/** Input of a put, as that of an update: with the ident of the record. */
type Updating<Input> = Input &
  ValidatingInput & { readonly article_ident: string; readonly customer_ident: string };

type PutRefusal = 'number_repeats' | 'external_ident_exists';

/** True if a put finds its record by the number. */
function isByNumber({ external_ident }: PutInput): boolean {
  return external_ident === '';
}

/** Text of the source or number by which a put finds its record. No ident equals it. A set has one put of each. */
export function putKey(input: PutInput, table: ImportedTable): string {
  if (isByNumber(input)) return JSON.stringify([valueOf(input, table.number)]);
  return sourceKey(sourceOf({ account: 0, input }, table));
}

/** True if a put may lock the number sequence: it has no number, or is found by it. */
export function isNumberedPut(input: PutInput, { number }: ImportedTable): boolean {
  return isByNumber(input) || valueOf(input, number) === '';
}

/**
 * Updates the records that exist, and creates the others. Two puts of one source can't both create its record: the index lets
 * one of them wait, and run again. Puts by number wait for each other at the number sequence.
 */
export async function runPuts<Input extends PutInput, Answer, Code extends string = never>(
  calls: readonly Call<Input>[],
  dependencies: UpdateDependencies,
  steps: PutSteps<Input, Code>,
): Promise<(call: Call<Input>) => Outcome<Answer, PutRefusal | Code>> {
  const { store, numbers } = dependencies;
  const { table } = store;
  const byNumber = calls.filter(({ input }) => isByNumber(input));
  await numbers.lock(
    table.resource,
    byNumber.map(({ account }) => account),
  );
  const found = await findRecords(calls, store);
  const updates = updateCallsOf(calls, found, table);
  store.awaitUnder(lockKeys(updates, table));
  const changes = await namingPuts(updates, table, async () => {
    const prepared = await prepareUpdates([...updates.values()], dependencies);
    requireFound(updates, prepared, table);
    const changing = [...prepared.accepted].filter(
      ([, update]) => differingFields(update, table.fields).length > 0,
    );
    const changed = { ...prepared, accepted: new Map(changing) };
    await steps.update(changed);
    return changed;
  });
  const refusalOfCreate = ({ input }: Call<Input>) => steps.refusalOfCreate?.(input);
  const creates = calls.filter((call) => !found.has(call) && !refusalOfCreate(call));
  await steps.insert(creates.map((call) => withDefaults(call, table)));

  return (call) => {
    const update = updates.get(call);
    const answer = (ident: string, result: string) => done({ [table.ident]: ident, result } as Answer);
    if (update) {
      const ident = valueOf(update.input, table.ident);
      const result = changes.accepted.has(update) ? 'updated' : 'unchanged';
      return (
        (changes.refusals.get(update) as Outcome<never, PutRefusal> | undefined) ?? answer(ident, result)
      );
    }
    if (found.has(call)) return refused('number_repeats', null, { field: table.number });
    return refusalOfCreate(call) ?? answer(valueOf(call.input, table.ident), 'created');
  };
}

/** Finds the idents of the records of calls: none, one, or two if more records have the number. */
async function findRecords<Input extends PutInput>(
  calls: readonly Call<Input>[],
  store: ImportedStore,
): Promise<ReadonlyMap<Call<Input>, readonly string[]>> {
  const { table } = store;
  const wanted = calls
    .filter(({ input }) => isByNumber(input))
    .map(({ account, input }) => ({ account, value: valueOf(input, table.number) }));
  const identsByNumber = new Map<string, string[]>();
  for (const { account, value, ident } of wanted.length > 0
    ? await store.holders(table.number, wanted)
    : []) {
    const key = recordKey(account, String(value));
    identsByNumber.set(key, [...(identsByNumber.get(key) ?? []), ident]);
  }
  const identBySource = await store.imported(calls.map((call) => sourceOf(call, table)));
  const found = new Map<Call<Input>, readonly string[]>();
  for (const call of calls) {
    const bySource = identBySource.get(sourceKey(sourceOf(call, table)));
    const idents = isByNumber(call.input)
      ? identsByNumber.get(recordKey(call.account, valueOf(call.input, table.number)))
      : bySource && [bySource];
    if (idents) found.set(call, idents);
  }
  return found;
}

/** Makes an update of each put that has found one record. Throws `LockedElsewhere` for a second put of the same record. */
function updateCallsOf<Input extends PutInput>(
  calls: readonly Call<Input>[],
  found: ReadonlyMap<Call<Input>, readonly string[]>,
  table: ImportedTable,
): ReadonlyMap<Call<Input>, Call<Updating<Input>>> {
  const updates = new Map<Call<Input>, Call<Updating<Input>>>();
  const used = new Set<string>();
  const later: Call<Input>[] = [];
  for (const call of calls) {
    const [ident, other] = found.get(call) ?? [];
    if (ident === undefined || other !== undefined) continue;
    const key = recordKey(call.account, ident);
    if (used.has(key)) later.push(call);
    used.add(key);
    updates.set(call, {
      ...call,
      input: { ...call.input, [table.ident]: ident } as unknown as Updating<Input>,
    });
  }
  if (later.length > 0) throw runAgain(later, table);
  return updates;
}

/** Maps the key under which each put waits to the key of its record's lock. */
function lockKeys<Input extends PutInput>(
  updates: ReadonlyMap<Call<Input>, Call<Updating<Input>>>,
  table: ImportedTable,
): ReadonlyMap<string, string> {
  return new Map(
    [...updates].map(([{ account, input }, update]) => [
      recordKey(account, putKey(input, table)),
      recordKey(account, valueOf(update.input, table.ident)),
    ]),
  );
}

/** Names the puts whose records are locked elsewhere. Errors name locks by idents of records, which puts do not have. */
async function namingPuts<Input extends PutInput, Result>(
  updates: ReadonlyMap<Call<Input>, Call<Updating<Input>>>,
  table: ImportedTable,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CallsLeaveSet)) throw error;
    const locked = [...updates].filter(([{ account }, { input }]) =>
      error.keys.has(recordKey(account, valueOf(input, table.ident))),
    );
    if (locked.length === 0) throw error;
    throw runAgain(
      locked.map(([call]) => call),
      table,
    );
  }
}

/** Throws `LockedElsewhere` for records that were deleted, or got another source or number, before they were locked. */
function requireFound<Input extends PutInput>(
  updates: ReadonlyMap<Call<Input>, Call<Updating<Input>>>,
  { accepted, refusals }: PreparedUpdates<Updating<Input>>,
  table: ImportedTable,
): void {
  const moved = [...updates].flatMap(([call, update]) => {
    if (refusals.has(update)) return [];
    const before = accepted.get(update)?.before;
    const isFound =
      before !== undefined &&
      (isByNumber(call.input)
        ? before[table.number] === valueOf(call.input, table.number)
        : before[table.type] === sourceOf(call, table).type);
    return isFound ? [] : [call];
  });
  if (moved.length > 0) throw runAgain(moved, table);
}

function runAgain<Input extends PutInput>(
  calls: readonly Call<Input>[],
  table: ImportedTable,
): LockedElsewhere {
  return new LockedElsewhere(calls.map(({ account, input }) => recordKey(account, putKey(input, table))));
}

function withDefaults(call: Call<object>, { fields }: ImportedTable): Call<never> {
  return { ...call, input: { ...defaultsOf(fields), ...call.input } as never };
}
