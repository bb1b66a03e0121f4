import type { Fields } from '../../shared/resources/field.ts';
import { isAmount } from '../../shared/resources/records.ts';
import { refused } from '../outcome.ts';
import type { Holders, RecordStore } from '../stores/records.ts';
import { recordKey } from '../stores/scope.ts';
import { readChanges } from './readChanges.ts';
import type { Rule, Update } from './updating.ts';

type ValidatingInput = { readonly validate?: string };

/** Refuses the value of the field that `validate` names when another record of the account has it (contract.md). */
export async function takenValues(
  updates: readonly Update<ValidatingInput>[],
  store: RecordStore,
  fields: Fields,
): Promise<Rule<ValidatingInput, 'value_exists'>> {
  const holders = await holdersOf(updates, store, fields);
  const claimed = new Set<string | undefined>();
  return {
    refusalOf: (update) => {
      const claim = claimOf(update, fields);
      if (claim === undefined) return undefined;
      const isTaken = claimed.has(claim) || hasOther(holders.get(claim), update.before[store.names.ident]);
      return isTaken ? valueExists(update, store, fields) : undefined;
    },
    accept: (update) => void claimed.add(claimOf(update, fields)),
  };
}

/** Who has the values that are validated, by what an update claims. */
async function holdersOf(updates: readonly Update<ValidatingInput>[], store: RecordStore, fields: Fields) {
  const holders = new Map<string, Holders>();
  for (const field of new Set(updates.map(validatedBy))) {
    if (field === undefined) continue;
    const validating = updates.filter((update) => validatedBy(update) === field);
    const wanted = validating.map(({ call, changes }) => ({
      account: call.account,
      value: String(changes[field]),
    }));
    for (const found of await store.holders(field, wanted))
      holders.set(keyOf(found.account, field, found.value, fields), found);
  }
  return holders;
}

function claimOf(update: Update<ValidatingInput>, fields: Fields): string | undefined {
  const field = validatedBy(update);
  return field === undefined ? undefined : keyOf(update.call.account, field, update.changes[field], fields);
}

/** The field that an update validates; naming one that was not sent makes an ordinary update. */
function validatedBy({ call, changes }: Update<ValidatingInput>): string | undefined {
  const { validate } = call.input;
  return validate !== undefined && Object.hasOwn(changes, validate) ? validate : undefined;
}

function hasOther(holders: Holders | undefined, own: unknown): boolean {
  return holders !== undefined && (holders.first !== own || holders.last !== own);
}

/** Tells values of all accounts and fields apart. */
function keyOf(account: number, field: string, value: unknown, fields: Fields): string {
  return recordKey(account, `${field} ${comparable(field, value, fields)}`);
}

/** Amounts are equal by value, whatever zeros they are written with. */
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
