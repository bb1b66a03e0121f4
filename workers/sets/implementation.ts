import type {
  AnswerOf,
  AnyOperation,
  InputOf,
  RefusalOf,
} from '../../shared/contract/operations/operation.ts';
import type { Call } from '../../shared/wire/call.ts';
import { type Lock, recordLock, sequenceLock } from '../stores/locks.ts';
import { recordKey } from '../stores/scope.ts';
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

// biome-ignore lint/suspicious/noExplicitAny: each implementation knows its own inputs
type AnyCall = Call<any>;

export interface Implementation {
  readonly contract: AnyOperation;
  readonly run: (calls: readonly AnyCall[], stores: Stores) => Promise<(call: AnyCall) => Outcome>;
  /** Returns the `recordKey` of the record that a call changes. A set contains at most one call for each record. */
  readonly changedRecord?: ((call: AnyCall) => string) | undefined;
  /** Returns the `recordKey` of the record that a call changes, or that nobody may change meanwhile. */
  readonly lockedRecord?: ((call: AnyCall) => string) | undefined;
  /** True if a call locks the number sequence of its account. */
  readonly isNumbered?: ((input: AnyCall['input']) => boolean) | undefined;
  /** True if a call may take so long that it runs apart from others. */
  readonly isExpensive?: ((input: AnyCall['input']) => boolean) | undefined;
  /** True if a call names its record by more than an ident. Two such entries of an atomic batch may change the same record. */
  readonly findsRecord?: boolean | undefined;
  /** Its sets have one call each. A refusal undoes all that the call has done. */
  readonly isAtomic?: true;
  /** Returns the locks of a call that takes those of several records. */
  readonly locksOf?: ((call: AnyCall) => readonly Lock[]) | undefined;
}

interface Needs<Input> {
  /** Ident of the record that a call changes, which it locks. */
  readonly locksRecord?: (input: Input) => string;
  /** Ident of a record that a call locks without changing it, together with others. */
  readonly sharesRecord?: (input: Input) => string;
  readonly isNumbered?: (input: Input) => boolean;
  readonly isExpensive?: (input: Input) => boolean;
  readonly findsRecord?: boolean;
}

/** Defines an operation that runs in a transaction, with the inbox. */
export function writes<O extends AnyOperation & { kind: 'writes' }>(
  contract: O,
  run: Run<O>,
  { locksRecord, sharesRecord, ...needs }: Needs<InputOf<O>> = {},
): Implementation {
  const changedRecord = keyOf(locksRecord);
  return { contract, run, changedRecord, lockedRecord: changedRecord ?? keyOf(sharesRecord), ...needs };
}

function keyOf<Input>(identOf: ((input: Input) => string) | undefined) {
  return identOf && (({ account, input }: Call<Input>) => recordKey(account, identOf(input)));
}

export function reads<O extends AnyOperation & { kind: 'reads' }>(contract: O, run: Run<O>): Implementation {
  return { contract, run };
}

/** Returns the locks of a call in the order in which it takes them. */
export function locksOfCall(
  call: Call,
  { lockedRecord, isNumbered, locksOf }: Implementation,
): readonly Lock[] {
  if (locksOf) return locksOf(call);
  const record = lockedRecord ? [recordLock(lockedRecord(call))] : [];
  return isNumbered?.(call.input) ? [...record, sequenceLock(call.account)] : record;
}
