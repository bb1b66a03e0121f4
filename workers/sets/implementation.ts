import type { Call } from '../../shared/calls/call.ts';
import type { AnswerOf, AnyOperation, InputOf, RefusalOf } from '../../shared/operations/operation.ts';
import type { Stores } from '../stores/index.ts';
import { recordLock } from '../stores/locks.ts';
import type { Outcome } from './outcome.ts';

type OutcomeOf<O> = Outcome<AnswerOf<O>, RefusalOf<O>>;

/**
 * Runs an operation on a set of calls, with statements for the whole set. Resolves to a function from each call to its
 * outcome, which is asked once for each call.
 */
type Run<O> = (
  calls: readonly Call<InputOf<O>>[],
  stores: Stores,
) => Promise<(call: Call<InputOf<O>>) => OutcomeOf<O>>;

export interface Implementation {
  readonly contract: AnyOperation;
  // biome-ignore lint/suspicious/noExplicitAny: each implementation knows its own inputs
  readonly run: (calls: readonly Call<any>[], stores: Stores) => Promise<(call: Call<any>) => Outcome>;
  /** The record that a call changes. A set contains at most one call for each record. */
  readonly record?: ((call: Call<never>) => string) | undefined;
  /** The lock of the record that a call changes, or keeps as it is. */
  readonly locks?: ((call: Call<never>) => string) | undefined;
  /** Whether a call locks the number sequence of its account. */
  readonly isNumbered?: ((input: never) => boolean) | undefined;
  /** Whether a call may take so long that it runs without others. */
  readonly isSlow?: ((input: never) => boolean) | undefined;
}

/** What the calls of a writing operation lock. */
interface Needs<Input> {
  /** The ident of the record that a call changes. */
  readonly changes?: (input: Input) => string;
  /** The ident of a record that must not change meanwhile. */
  readonly keeps?: (input: Input) => string;
  readonly isNumbered?: (input: Input) => boolean;
  readonly isSlow?: (input: Input) => boolean;
}

/** An operation that runs in a transaction, with the inbox. */
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

/** An operation that only reads. */
export function reads<O extends AnyOperation & { kind: 'reads' }>(contract: O, run: Run<O>): Implementation {
  return { contract, run };
}
