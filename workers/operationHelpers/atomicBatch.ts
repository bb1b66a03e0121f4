import type { AtomicOperationName, OperationName } from '../../shared/contract/operations/allOperations.ts';
import type { articleBatch } from '../../shared/contract/operations/article.batch.ts';
import type { customerBatch } from '../../shared/contract/operations/customer.batch.ts';
import type { Resource } from '../../shared/contract/operations/operation.ts';
import { batchCodes } from '../../shared/contract/refusals.ts';
import type { AtomicEntry } from '../../shared/contract/resources/atomicEntries.ts';
import { doneBatch, undoneBatch } from '../../shared/wire/batchAnswers.ts';
import type { Call } from '../../shared/wire/call.ts';
import { type Answer, fillIn, refusal } from '../../shared/wire/envelope.ts';
import { type Outcome, replyOf, type UnansweredRead } from '../sets/callOutcome.ts';
import { ConflictFilter } from '../sets/conflictFilter.ts';
import { type Implementation, locksOfCall, writes } from '../sets/implementation.ts';
import { DeadlinePassed } from '../sets/recovery.ts';
import { DeletionNeeded, type Lock } from '../stores/locks.ts';
import type { RecordStore } from '../stores/recordStore.ts';
import type { Stores } from '../stores/stores.ts';

/** Implementations of all operations that an atomic batch of these resources may contain. */
export type AtomicParts<R extends Resource> = Readonly<Record<AtomicOperationName<R>, Implementation>>;

type Parts = Readonly<Record<string, Implementation>>;
type BatchInput = { readonly entries: readonly AtomicEntry[] };
type BatchCall = Call<BatchInput>;

/** Stores whose records entries name, in the order in which a batch locks them. */
type StoresToLock = (stores: Stores) => readonly RecordStore[];

/**
 * Implements an atomic batch. All of its entries run in one transaction, in their order. The first refusal ends the batch, and
 * undoes it.
 */
export function runsAtomically(
  contract: typeof customerBatch | typeof articleBatch,
  parts: Parts,
  storesToLock: StoresToLock,
): Implementation {
  return {
    ...writes(contract, async ([call], stores) => {
      const outcome = await outcomeOf(call as BatchCall, { parts, stores, storesToLock });
      return () => outcome;
    }),
    isAtomic: true,
    isExpensive: ({ entries }: BatchInput) =>
      entries.some(({ method, input }) => partOf(parts, method).isExpensive?.(input)),
    locksOf: (call: BatchCall) => locksOf(call, parts),
  };
}

function partOf(parts: Parts, method: string): Implementation {
  const part = parts[method];
  if (!part) throw new Error(`${method} is not allowed in an atomic batch`);
  return part;
}

/**
 * Locks of records come before those of number sequences, as in every other set, and in one order: of batches that need the same
 * records, all wait for the first one that is locked.
 */
function locksOf(call: BatchCall, parts: Parts): readonly Lock[] {
  const locks = call.input.entries.flatMap(({ method }, index) =>
    locksOfCall(callOf(call, index), partOf(parts, method)),
  );
  const records = locks.filter(({ kind }) => kind === 'record');
  const others = locks.filter(({ kind }) => kind !== 'record');
  return [...records.toSorted((one, other) => (one.key < other.key ? -1 : 1)), ...others];
}

interface RunDependencies {
  readonly parts: Parts;
  readonly stores: Stores;
  readonly storesToLock: StoresToLock;
}

/** Outcome of one entry, and its answer. */
interface Result {
  readonly outcome: Outcome;
  readonly answer: Answer;
}

async function outcomeOf(call: BatchCall, dependencies: RunDependencies): Promise<Outcome<never, never>> {
  const { parts, stores } = dependencies;
  const methods = call.input.entries.map(({ method }) => method);
  await lockNamed(call, dependencies);
  const results: Result[] = [];
  while (results.length < methods.length) {
    // Others wait for the locks.
    if (call.deadline <= stores.clock.now()) throw new DeadlinePassed();
    for (const result of await resultsOf(nextSet(call, results, parts), parts, stores)) {
      const { answer } = result;
      if (answer.kind === 'refused')
        return { kind: 'answered', answer: undoneBatch(methods, new Map([[results.length, answer]])) };
      results.push(result);
    }
  }
  return { kind: 'answered', answer: doneBatch(results.map(({ answer }) => answer)) };
}

/**
 * Locks the stored records that entries name, before number sequences and before anything is written: a batch that waits for a
 * record then delays nobody else.
 */
async function lockNamed(
  { account, input: { entries } }: BatchCall,
  { parts, stores, storesToLock }: RunDependencies,
): Promise<void> {
  for (const store of storesToLock(stores)) {
    const { ident } = store.table;
    const isNamed = ({ method, references = {} }: AtomicEntry) =>
      !Object.hasOwn(references, ident) &&
      !Object.hasOwn(partOf(parts, method).contract.assigns ?? {}, ident);
    const wanted = entries.filter(isNamed).flatMap(({ input }) => {
      const value = (input as Readonly<Record<string, string | undefined>>)[ident];
      return value === undefined ? [] : [{ account, value }];
    });
    if (wanted.length > 0) await store.lock(wanted);
  }
}

/** Takes the next entries that may run as one set: of one operation, and independent of each other. */
function nextSet(call: BatchCall, results: readonly Result[], parts: Parts): readonly Call<object>[] {
  const { entries } = call.input;
  const start = results.length;
  const { method } = entries[start] as AtomicEntry;
  const implementation = partOf(parts, method);
  const filter = new ConflictFilter(implementation);
  const set: Call<object>[] = [];
  for (let index = start; index < entries.length; index += 1) {
    const entry = entries[index] as AtomicEntry;
    const isReady = Object.values(entry.references ?? {}).every((earlier) => earlier < start);
    if (entry.method !== method || !isReady) break;
    const entryCall = callOf(call, index, results);
    if (!filter.admits(entryCall)) break;
    set.push(entryCall);
    if (implementation.findsRecord) break;
  }
  return set;
}

/** Makes the call of an entry. References take the values that earlier entries have answered. */
function callOf(call: BatchCall, index: number, results: readonly Result[] = []): Call<object> {
  const { method, input, references = {} } = call.input.entries[index] as AtomicEntry;
  const values = Object.entries(references).flatMap(([field, earlier]) => {
    const outcome = results[earlier]?.outcome;
    return outcome?.kind === 'done'
      ? [[field, (outcome.data as Readonly<Record<string, unknown>>)[field]]]
      : [];
  });
  return {
    ...call,
    id: `${call.id}.${index}`,
    key: undefined,
    method: method as OperationName,
    input: { ...input, ...Object.fromEntries(values) },
  };
}

/** Runs a set of entries. One that would need more than this transaction is refused. */
async function resultsOf(
  set: readonly Call<object>[],
  parts: Parts,
  stores: Stores,
): Promise<readonly Result[]> {
  const [first, ...others] = set as [Call<object>, ...Call<object>[]];
  const { contract, run } = partOf(parts, first.method);
  try {
    const outcomeOf = await run(set, stores);
    return set.map((call) => {
      const outcome = outcomeOf(call);
      return {
        outcome,
        answer: replyOf(contract, call, outcome as Exclude<Outcome, UnansweredRead>) as Answer,
      };
    });
  } catch (error) {
    if (!(error instanceof DeletionNeeded)) throw error;
    if (others.length === 0) return [notAtomic(first)];
  }
  // Nothing of the set was done. One deletion at a time may be few enough.
  const results: Result[] = [];
  for (const call of set) results.push(...(await resultsOf([call], parts, stores)));
  return results;
}

function notAtomic({ method }: Call): Result {
  const reason = 'it deletes too many addresses for one transaction';
  const answer = refusal(method, 'not_atomic', fillIn(batchCodes.not_atomic.message, { method, reason }));
  return { outcome: { kind: 'answered', answer }, answer };
}
