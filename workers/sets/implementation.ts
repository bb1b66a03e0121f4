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
  readonly record?: ((call: Call<never>) => string) | undefined;
  /** The lock of the record that a call changes or keeps unchanged. */
  readonly locks?: ((call: Call<never>) => string) | undefined;
  /** True if a call locks the number sequence of its account. */
  readonly isNumbered?: ((input: never) => boolean) | undefined;
  /** True if a call may take so long that it runs apart from others. */
  readonly isSlow?: ((input: never) => boolean) | undefined;
}

interface Needs<Input> {
  /** The ident of the record that a call changes. */
  readonly changes?: (input: Input) => string;
  /** The ident of a record that must not change meanwhile. */
  readonly keeps?: (input: Input) => string;
  readonly isNumbered?: (input: Input) => boolean;
  readonly isSlow?: (input: Input) => boolean;
}

/** Defines an operation that runs in a transaction, with the inbox. */
export function writes<O extends AnyOperation & { kind: 'writes' }>(
  contract: O,
  run: Run<O>,
  { changes, keeps, ...needs }: Needs<InputOf<O>> = {},
): Implementation {
  return { contract, run, record: lockOf(changes), locks: lockOf(changes ?? keeps), ...needs };
}

function lockOf<Input>(identOf: ((input: Input) => string) | undefined) {
  return identOf && (({ account, input }: Call<Input>) => recordLock(account, identOf(input)));
}

export function reads<O extends AnyOperation & { kind: 'reads' }>(contract: O, run: Run<O>): Implementation {
  return { contract, run };
}

/** Returns the locks of a call in the order in which it takes them. */
export function neededLocks(call: Call, { locks: recordOf, isNumbered }: Implementation): readonly string[] {
  const record = recordOf ? [recordOf(call as Call<never>)] : [];
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
    const { record, contract } = this.#implementation;
    if (contract.kind === 'reads') return true;
    const keys = [`${call.account}:${inboxId(call)}`, ...(record ? [record(call as Call<never>)] : [])];
    if (keys.some((key) => this.#used.has(key))) return false;
    for (const key of keys) this.#used.add(key);
    return true;
  }
}

/** Divides calls into sets without conflicts, to run one after the other. Calls on the same record keep their order. */
export function independentSets(calls: readonly Call[], implementation: Implementation): Call[][] {
  const sets: Call[][] = [];
  for (let open = calls; open.length > 0; ) {
    const filter = new ConflictFilter(implementation);
    const [set, later]: [Call[], Call[]] = [[], []];
    for (const call of open) (filter.admits(call) ? set : later).push(call);
    sets.push(set);
    open = later;
  }
  return sets;
}
