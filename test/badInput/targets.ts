import { publicOperations } from '../../shared/operations/index.ts';
import type { AnyOperation } from '../../shared/operations/operation.ts';
import { drawing } from '../support/random.ts';
import { shuffled, type Target } from './drawnFields.ts';

/** The ledger does not know these operations and fields yet: test/operations has their bad input. */
const unknownOperations = [
  'address.read',
  'address.update',
  'address.delete',
  'article.find',
  'customer.find',
];
const unknownFields = new Set(['if_version']);
const unknownLookups = new Set(['customer_identifier', 'customer_nr', 'external_ident', 'bill_email']);
const contracts = Object.values<AnyOperation>(publicOperations)
  .filter(({ name }) => !unknownOperations.includes(name))
  .map(withKnownFields);

function withKnownFields(contract: AnyOperation): AnyOperation {
  const isKnown = (name: string) =>
    !unknownFields.has(name) && !(contract.name === 'customer.read' && unknownLookups.has(name));
  const fields = Object.entries(contract.input).filter(([name]) => isKnown(name));
  return { ...contract, input: Object.fromEntries(fields) };
}

/** The names of operations that write. */
export const writing: ReadonlySet<string> = new Set(
  contracts.filter(({ kind }) => kind === 'writes').map(({ name }) => name),
);
const fields = contracts.flatMap((contract) =>
  Object.keys(contract.input).map((field) => ({ contract, field })),
);
/** Shuffled, so that different operations follow each other. */
const turns = shuffled(drawing(1), fields);

/** Goes through each field of each operation: right in one round, broken in the next. */
export function targetOf(number: number): Target {
  const { contract, field } = turns[number % turns.length] as (typeof turns)[0];
  return { contract, field, isBroken: Math.floor(number / turns.length) % 2 === 1 };
}
