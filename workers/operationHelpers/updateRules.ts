import type { Fields } from '../../shared/contract/resources/field.ts';
import { isAmount } from '../../shared/contract/resources/records.ts';
import { addToGroup } from '../../shared/contract/values/groupBy.ts';
import type { Call } from '../../shared/wire/call.ts';
import { type Outcome, refused } from '../sets/callOutcome.ts';
import type { Claims } from '../stores/claims.ts';
import type { Holder } from '../stores/holders.ts';
import { type ImportedStore, type Source, sourceKey } from '../stores/importedStore.ts';
import type { ImportedTable, Row } from '../stores/recordTable.ts';
import { recordKey } from '../stores/scope.ts';
import type { ConditionalInput } from './ifVersion.ts';
import { answeredFields } from './storedValues.ts';

export interface Update<Input, Before extends Row = Row> {
  readonly call: Call<Input>;
  /** Row before the update, with the columns that some update of the set changes. */
  readonly before: Before;
  readonly changedFields: Row;
  /** Columns that the service itself changes. */
  readonly after: { readonly revision: number; readonly date_updated: string };
}

/** Checks an update against the other records of its account and the earlier updates of its set. */
export interface Rule<Input, Code extends string> {
  readonly refusalOf: (update: Update<Input>) => Outcome<never, Code> | undefined;
  /** Called for each accepted update, so that later ones of the set are compared with it. */
  readonly accept: (update: Update<Input>) => void;
}

export interface ValidatingInput extends ConditionalInput {
  readonly validate?: string;
}

/** Returns undefined if the field to validate was not sent. */
function validatedField(input: ValidatingInput): string | undefined {
  const { validate } = input;
  return validate !== undefined && Object.hasOwn(input, validate) ? validate : undefined;
}

/** True if an update validates the number, so that it waits for the number sequence of its account. */
export function validatesNumber(input: ValidatingInput, { number }: ImportedTable): boolean {
  return validatedField(input) === number;
}

/** True if an update reads the whole account: most fields are validated too rarely for an index. */
export function isScan(input: ValidatingInput, { indexes }: ImportedTable): boolean {
  const field = validatedField(input);
  return field !== undefined && !Object.hasOwn(indexes, field);
}

/**
 * Refuses the value of the field that `validate` names if another record of the account has it. Two updates that claim the same
 * value at once can't both find it free: one waits for the other's claim. A number may also come from a create, so its update
 * waits for the number sequence, which is locked before.
 */
export async function takenValueRule(
  updates: readonly Update<ValidatingInput>[],
  store: ImportedStore,
  claims: Claims,
): Promise<Rule<ValidatingInput, 'value_exists'>> {
  await claims.claim(
    updates.filter((update) => isClaimed(update, store)).map((update) => claimRow(update, store)),
  );
  const holders = await holdersOf(updates, store);
  const claimed = new Set<string>();
  return {
    refusalOf: (update) => {
      const claim = claimOf(update, store);
      if (claim === undefined) return undefined;
      const isTaken = claimed.has(claim) || hasOther(holders.get(claim), update.before[store.table.ident]);
      return isTaken ? valueExists(update, store) : undefined;
    },
    accept: (update) => {
      const claim = claimOf(update, store);
      if (claim !== undefined) claimed.add(claim);
    },
  };
}

/** Finds the records that have the validated values, by claim. */
async function holdersOf(updates: readonly Update<ValidatingInput>[], store: ImportedStore) {
  const { fields } = store.table;
  const holders = new Map<string, Holder[]>();
  for (const field of new Set(updates.map(validatedBy))) {
    if (field === undefined) continue;
    const validating = updates.filter((update) => validatedBy(update) === field);
    const wanted = validating.map(({ call, changedFields }) => ({
      account: call.account,
      value: String(changedFields[field]),
    }));
    for (const found of await store.holders(field, wanted))
      addToGroup(holders, keyOf(found.account, field, found.value, fields), found);
  }
  return holders;
}

function claimOf(update: Update<ValidatingInput>, { table: { fields } }: ImportedStore): string | undefined {
  const field = validatedBy(update);
  return field === undefined
    ? undefined
    : keyOf(update.call.account, field, update.changedFields[field], fields);
}

function validatedBy({ call }: Update<ValidatingInput>): string | undefined {
  return validatedField(call.input);
}

function hasOther(holders: readonly Holder[] = [], own: unknown): boolean {
  return holders.some(({ ident }) => ident !== own);
}

function isClaimed(update: Update<ValidatingInput>, { table: { number } }: ImportedStore): boolean {
  const field = validatedBy(update);
  return field !== undefined && field !== number;
}

function claimRow(update: Update<ValidatingInput>, { table: { fields } }: ImportedStore) {
  const field = validatedBy(update) as string;
  return {
    account: update.call.account,
    field,
    value: comparable(field, update.changedFields[field], fields),
  };
}

function keyOf(account: number, field: string, value: unknown, fields: Fields): string {
  return recordKey(account, `${field} ${comparable(field, value, fields)}`);
}

/** Compares amounts by value, so that trailing zeros do not count. */
function comparable(field: string, value: unknown, fields: Fields): string {
  const schema = fields[field]?.schema;
  return schema && isAmount(schema) ? String(Number(value)) : String(value);
}

function valueExists(update: Update<ValidatingInput>, { table: { ident, fields } }: ImportedStore) {
  const { before, changedFields } = update;
  const field = validatedBy(update) as string;
  const data = { [ident]: before[ident], ...answeredFields({ [field]: changedFields[field] }, fields) };
  return refused('value_exists', data, { field });
}

/** Returns the sent fields that get another value. */
export function differingFields(
  { before, changedFields }: Pick<Update<unknown>, 'before' | 'changedFields'>,
  fields: Fields,
): readonly string[] {
  return Object.keys(changedFields).filter((name) => {
    const [old, changed] = [before[name] ?? '', changedFields[name]];
    return old !== changed && comparable(name, old, fields) !== comparable(name, changed, fields);
  });
}

/** Refuses to move an imported record to a source type in which another record has its external ident. */
export async function movedImportRule(
  updates: readonly Update<unknown>[],
  store: ImportedStore,
): Promise<Rule<unknown, 'external_ident_exists'>> {
  const moving = updates.filter((update) => isMoving(update, store));
  const identBySource = new Map(await store.imported(moving.map((update) => newSource(update, store))));
  return {
    refusalOf: (update) => {
      const holder = isMoving(update, store)
        ? identBySource.get(sourceKey(newSource(update, store)))
        : undefined;
      return holder === undefined
        ? undefined
        : refused('external_ident_exists', { [store.table.ident]: holder });
    },
    accept: (update) => {
      if (isMoving(update, store))
        identBySource.set(sourceKey(newSource(update, store)), update.before[store.table.ident] as string);
    },
  };
}

function isMoving({ before, changedFields }: Update<unknown>, { table: { type } }: ImportedStore): boolean {
  return (
    before.external_ident !== null &&
    Object.hasOwn(changedFields, type) &&
    changedFields[type] !== before[type]
  );
}

function newSource(
  { call, before, changedFields }: Update<unknown>,
  { table: { type } }: ImportedStore,
): Source {
  return {
    account: call.account,
    type: changedFields[type] as string,
    accountName: before.external_account_name as string,
    externalIdent: before.external_ident as string,
  };
}
