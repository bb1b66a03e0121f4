import type { Call } from '../../shared/wire/call.ts';
import { type ImportedStore, type Source, sourceKey } from '../stores/importedStore.ts';
import type { Numbers } from '../stores/numbers.ts';
import type { ImportedTable, Row } from '../stores/recordTable.ts';
import { pick } from './storedValues.ts';

type CreateInput = {
  readonly external_ident: string;
  readonly external_account_name: string;
  readonly date_created?: string;
};

/**
 * Finds the creates that repeat an external ident, and the ident of the record that has it. An earlier call of the same set may
 * create that record.
 */
export async function repeatedImports<Input extends CreateInput>(
  calls: readonly Call<Input>[],
  store: ImportedStore,
): Promise<ReadonlyMap<Call<Input>, string>> {
  const imports = calls.filter(({ input }) => input.external_ident !== '');
  const sources = imports.map((call) => sourceOf(call.account, call.input, store.names));
  const identBySource = new Map(await store.imported(sources));
  const repeated = new Map<Call<Input>, string>();
  for (const [index, call] of imports.entries()) {
    const key = sourceKey(sources[index] as Source);
    const ident = identBySource.get(key);
    if (ident) repeated.set(call, ident);
    else identBySource.set(key, columnOf(call.input, store.names.ident));
  }
  return repeated;
}

export function numbersFor<Input extends object>(
  calls: readonly Call<Input>[],
  store: ImportedStore,
  numbers: Numbers,
): Promise<ReadonlyMap<Call<Input>, string>> {
  const requests = calls.map((call) => ({
    owner: call,
    account: call.account,
    number: columnOf(call.input, store.names.number),
  }));
  return numbers.assign(store.names.resource, requests, (wanted) => store.takenNumbers(wanted));
}

/**
 * Builds the row of a new record. `Object.assign` changes the first object: spreading three objects into a fourth takes about
 * four times as long.
 */
export function newRow(
  { account, input }: Call<CreateInput>,
  columns: readonly string[],
  now: string,
  rest: object,
): Row {
  const common = {
    account_id: account,
    external_ident: input.external_ident || null,
    date_created: input.date_created ?? now,
    date_updated: now,
  };
  return Object.assign(pick(input, columns), common, rest);
}

function sourceOf(account: number, input: CreateInput, { type }: ImportedTable): Source {
  const { external_ident: externalIdent, external_account_name: accountName } = input;
  return { account, type: columnOf(input, type), accountName, externalIdent };
}

function columnOf(input: object, column: string): string {
  return (input as Record<string, string>)[column] ?? '';
}
