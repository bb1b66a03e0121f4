import type {
  AnswerOf,
  AnyOperation,
  InputOf,
  RefusalOf,
} from '../../shared/contract/operations/operation.ts';
import { type Call, inboxId } from '../../shared/wire/call.ts';
import { recordLock, sequenceLock } from '../stores/locks.ts';
import type { Stores } from '../stores/stores.ts';
import type { Outcome } from './callOutcome.ts';

type OutcomeOf<O> = Outcome<AnswerOf<O>, RefusalOf<O>>;

/**
 * Runs an operation on a set of calls, with statements for the whole set. Resolves to a function that is called once for each
 * call, and returns its outcome.
 */
type Run<O> = (
  calls: readonly Call<InputOf<O>>[],
  stores: Stores,
) => Promise<(call: Call<InputOf<O>>) => OutcomeOf<O>>;

export interface Implementation {
  readonly contract: AnyOperation;
  // biome-ignore lint/suspicious/noExplicitAny: each implementation knows its own inputs
  readonly run: (calls: readonly Call<any>[], stores: Stores) => Promise<(call: Call<any>) => Outcome>;
  /** Identifies the record that a call changes. A set contains at most one call for each record. */
  readonly changedRecord?: ((call: Call<never>) => string) | undefined;
  /** The lock of the record that a call changes or keeps unchanged. */
  readonly lockedRecord?: ((call: Call<never>) => string) | undefined;
  /** True if a call locks the number sequence of its account. */
  readonly isNumbered?: ((input: never) => boolean) | undefined;
  /** True if a call may take so long that it runs apart from others. */
  readonly isSlow?: ((input: never) => boolean) | undefined;
}

interface Needs<Input> {
  /** The ident of the record that a call changes, which it locks. */
  readonly locksRecord?: (input: Input) => string;
  /** The ident of a record that must not change meanwhile. */
  readonly keepsRecord?: (input: Input) => string;
  readonly isNumbered?: (input: Input) => boolean;
  readonly isSlow?: (input: Input) => boolean;
}

/** Defines an operation that runs in a transaction, with the inbox. */
export function writes<O extends AnyOperation & { kind: 'writes' }>(
  contract: O,
  run: Run<O>,
  { locksRecord, keepsRecord, ...needs }: Needs<InputOf<O>> = {},
): Implementation {
  const changedRecord = lockOf(locksRecord);
  return { contract, run, changedRecord, lockedRecord: changedRecord ?? lockOf(keepsRecord), ...needs };
}

function lockOf<Input>(identOf: ((input: Input) => string) | undefined) {
  return identOf && (({ account, input }: Call<Input>) => recordLock(account, identOf(input)));
}

export function reads<O extends AnyOperation & { kind: 'reads' }>(contract: O, run: Run<O>): Implementation {
  return { contract, run };
}

/** Returns the locks of a call in the order in which it takes them. */
export function neededLocks(call: Call, { lockedRecord, isNumbered }: Implementation): readonly string[] {
  const record = lockedRecord ? [lockedRecord(call as Call<never>)] : [];
  return isNumbered?.(call.input as never) ? [...record, sequenceLock(call.account)] : record;
}

/** Admits at most one write to each record and one call with each idempotency key to a set. */
export class ConflictFilter {
  readonly #implementation: Implementation;
  readonly #used = new Set<string>();

  constructor(implementation: Implementation) {
    this.#implementation = implementation;
  }

  /** Returns false if the call conflicts with one that was admitted before. */
  admits(call: Call): boolean {
    const { changedRecord, contract } = this.#implementation;
    if (contract.kind === 'reads') return true;
    const key = `${call.account}:${inboxId(call)}`;
    const record = changedRecord?.(call as Call<never>);
    if (this.#used.has(key) || (record !== undefined && this.#used.has(record))) return false;
    this.#used.add(key);
    if (record !== undefined) this.#used.add(record);
    return true;
  }
}

/** Divides calls into sets without conflicts, to run one after the other. Calls on the same record keep their order. */
export function independentSets(calls: readonly Call[], implementation: Implementation): Call[][] {
  const sets: Call[][] = [];
  for (let open = calls; open.length > 0; ) {
    const filter = new ConflictFilter(implementation);
    const set: Call[] = [];
    const later: Call[] = [];
    for (const call of open) (filter.admits(call) ? set : later).push(call);
    sets.push(set);
    open = later;
  }
  return sets;
}
