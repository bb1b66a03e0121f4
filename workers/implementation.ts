import type { Call } from '../shared/call.ts';
import type { AnswerOf, AnyOperation, InputOf, RefusalOf } from '../shared/operations/operation.ts';
import type { Outcome } from './outcome.ts';
import type { Stores } from './stores/index.ts';

type OutcomeOf<O> = Outcome<AnswerOf<O>, RefusalOf<O>>;

/** What an operation does to a set of calls: one outcome each, in the same order. */
type Run<O> = (calls: readonly Call<InputOf<O>>[], stores: Stores) => Promise<readonly OutcomeOf<O>[]>;

export interface Implementation {
  readonly contract: AnyOperation;
  // biome-ignore lint/suspicious/noExplicitAny: each implementation knows its own inputs
  readonly run: (calls: readonly Call<any>[], stores: Stores) => Promise<readonly Outcome[]>;
  /** A set holds at most one call for each record that this names. */
  readonly record?: ((call: Call<never>) => string) | undefined;
}

/** An operation that runs in a transaction, with the inbox. */
export function writes<O extends AnyOperation & { kind: 'writes' }>(
  contract: O,
  run: Run<O>,
  record?: (input: InputOf<O>) => string,
): Implementation {
  return { contract, run, record: record && (({ account, input }) => `${account} ${record(input)}`) };
}

/** An operation that only reads. */
export function reads<O extends AnyOperation & { kind: 'reads' }>(contract: O, run: Run<O>): Implementation {
  return { contract, run };
}
