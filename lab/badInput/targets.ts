import { publicOperations } from '../../shared/contract/operations/allOperations.ts';
import type { AnyOperation } from '../../shared/contract/operations/operation.ts';
import { drawing } from '../../test/support/random.ts';
import type { Target } from './drawnFields.ts';
import { shuffled } from './rightMembers.ts';

/** Reasons why operations are left out: the ledger would not know what they promise. */
const leftOut: readonly RegExp[] = [
  // Lists take objects within fields: test/operations/*.list.test.ts send them wrong values.
  /\.list$/,
  // Puts find records by numbers that the ledger may not know: test/openapi and test/operations/*.put.test.ts draw and send theirs.
  /\.put$/,
  // `account.empty` has no fields, and is refused to these accounts.
  /^account\.empty$/,
  // Histories have entries of all earlier changes, which the ledger does not keep: test/operations/*.history.test.ts.
  /\.history$/,
  // URLs and secrets of webhooks have no values here, and webhooks send requests: test/operations/webhook.*.test.ts.
  /^webhook\./,
];

export const contracts = Object.values<AnyOperation>(publicOperations).filter(
  ({ name }) => !leftOut.some((names) => names.test(name)),
);

/** The names of operations that write. */
export const writing: ReadonlySet<string> = new Set(
  contracts.filter(({ kind }) => kind === 'writes').map(({ name }) => name),
);
const fields = contracts.flatMap((contract) =>
  Object.keys(contract.input).map((field) => ({ contract, field })),
);
/** Fields in a drawn order, so that different operations follow each other. */
const turns = shuffled(drawing(1), fields);

/** Goes through each field of each operation: right in one round, broken in the next. */
export function targetOf(number: number): Target {
  const { contract, field } = turns[number % turns.length] as (typeof turns)[0];
  return { contract, field, isBroken: Math.floor(number / turns.length) % 2 === 1 };
}
