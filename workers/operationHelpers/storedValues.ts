import Big from 'big.js';
import { defaultsOf, type Fields } from '../../shared/contract/resources/field.ts';
import { isAmount } from '../../shared/contract/resources/records.ts';
import { amountDecimals } from '../../shared/contract/values/clean.ts';
import type { FieldChange } from '../stores/historyWriter.ts';
import type { Source } from '../stores/importedStore.ts';
import type { ImportedTable, Row } from '../stores/recordTable.ts';

export interface ImportedInput {
  readonly external_ident: string;
  readonly external_account_name: string;
}

export function pick(values: object, columns: readonly string[]): Row {
  const row: Record<string, unknown> = {};
  for (const column of columns) row[column] = (values as Row)[column];
  return row;
}

/** Returns the text of a field of an input; empty if it was not sent. */
export function valueOf(input: object, field: string): string {
  return (input as Record<string, string>)[field] ?? '';
}

export function sourceOf(
  { account, input }: { readonly account: number; readonly input: ImportedInput },
  { type, fields }: ImportedTable,
): Source {
  const { external_ident: externalIdent, external_account_name: accountName } = input;
  return {
    account,
    type: valueOf(input, type) || String(defaultsOf(fields)[type]),
    accountName,
    externalIdent,
  };
}

/** Net × (100 + rate) / 100 in decimal arithmetic, rounded half up to 4 places. */
export function grossPrice(net: string, ratePercent: string): Big {
  return Big(net).times(Big(ratePercent).plus(100)).div(100).round(amountDecimals, Big.roundHalfUp);
}

/** Returns old and new values of fields in the form of answers. A stored NULL is an empty text. */
export function fieldChanges(
  names: readonly string[],
  before: Row,
  after: Row,
  fields: Fields,
): readonly FieldChange[] {
  return names.map((field) => {
    const schema = fields[field]?.schema;
    const [old, changed] = [before[field] ?? '', after[field]];
    return schema && isAmount(schema) ? [field, Number(old), Number(changed)] : [field, old, changed];
  });
}

/** Converts the stored values of sent fields to the form of answers. */
export function answeredFields(changedFields: Row, fields: Fields): Row {
  const entries = Object.entries(changedFields).map(([name, value]) => {
    const schema = fields[name]?.schema;
    return [name, schema && isAmount(schema) ? Number(value) : value];
  });
  return Object.fromEntries(entries);
}
