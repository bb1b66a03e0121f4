import type { Fields } from '../../shared/contract/resources/field.ts';
import { isAmount } from '../../shared/contract/resources/records.ts';
import { addToGroup } from '../../shared/contract/values/groupBy.ts';
import { refused } from '../sets/outcome.ts';
import type { Claims } from '../stores/claims.ts';
import type { Holder } from '../stores/holders.ts';
import type { RecordStore } from '../stores/records.ts';
import { recordKey } from '../stores/scope.ts';
import { readChanges } from './readChanges.ts';
import type { Rule, Update, ValidatingInput } from './updateRule.ts';
import { validatedField } from './validated.ts';

/**
 * Refuses the value of the field that `validate` names if another record of the account has it. Two updates that claim the same
 * value at once can't both find it free: one waits for the other's claim. A number may also come from a create, so its update
 * waits for the number sequence, which is locked before.
 */
export async function takenValues(
  updates: readonly Update<ValidatingInput>[],
  store: RecordStore,
  fields: Fields,
  claims: Claims,
): Promise<Rule<ValidatingInput, 'value_exists'>> {
  await claims.claim(
    updates.filter((update) => isClaimed(update, store)).map((update) => claimRow(update, fields)),
  );
  const holders = await holdersOf(updates, store, fields);
  const claimed = new Set<string>();
  return {
    refusalOf: (update) => {
      const claim = claimOf(update, fields);
      if (claim === undefined) return undefined;
      const isTaken = claimed.has(claim) || hasOther(holders.get(claim), update.before[store.names.ident]);
      return isTaken ? valueExists(update, store, fields) : undefined;
    },
    accept: (update) => {
      const claim = claimOf(update, fields);
      if (claim !== undefined) claimed.add(claim);
    },
  };
}

/** Finds the records that have the validated values, by claim. */
async function holdersOf(updates: readonly Update<ValidatingInput>[], store: RecordStore, fields: Fields) {
  const holders = new Map<string, Holder[]>();
  for (const field of new Set(updates.map(validatedBy))) {
    if (field === undefined) continue;
    const validating = updates.filter((update) => validatedBy(update) === field);
    const wanted = validating.map(({ call, changes }) => ({
      account: call.account,
      value: String(changes[field]),
    }));
    for (const found of await store.holders(field, wanted))
      addToGroup(holders, keyOf(found.account, field, found.value, fields), found);
  }
  return holders;
}

function claimOf(update: Update<ValidatingInput>, fields: Fields): string | undefined {
  const field = validatedBy(update);
  return field === undefined ? undefined : keyOf(update.call.account, field, update.changes[field], fields);
}

function validatedBy({ call }: Update<ValidatingInput>): string | undefined {
  return validatedField(call.input);
}

function hasOther(holders: readonly Holder[] = [], own: unknown): boolean {
  return holders.some(({ ident }) => ident !== own);
}

function isClaimed(update: Update<ValidatingInput>, { names: { number } }: RecordStore): boolean {
  const field = validatedBy(update);
  return field !== undefined && field !== number;
}

function claimRow(update: Update<ValidatingInput>, fields: Fields) {
  const field = validatedBy(update) as string;
  return { account: update.call.account, field, value: comparable(field, update.changes[field], fields) };
}

function keyOf(account: number, field: string, value: unknown, fields: Fields): string {
  return recordKey(account, `${field} ${comparable(field, value, fields)}`);
}

/** Compares amounts by value, so that trailing zeros do not count. */
function comparable(field: string, value: unknown, fields: Fields): string {
  const schema = fields[field]?.schema;
  return schema && isAmount(schema) ? String(Number(value)) : String(value);
}

function valueExists(update: Update<ValidatingInput>, store: RecordStore, fields: Fields) {
  const { ident } = store.names;
  const { before, changes } = update;
  const field = validatedBy(update) as string;
  const data = { [ident]: before[ident], ...readChanges({ [field]: changes[field] }, fields) };
  return refused('value_exists', data, { field });
}
