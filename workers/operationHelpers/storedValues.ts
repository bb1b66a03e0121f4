import Big from 'big.js';
import type { Fields } from '../../shared/contract/resources/field.ts';
import { isAmount } from '../../shared/contract/resources/records.ts';
import { amountDecimals } from '../../shared/contract/values/clean.ts';
import type { FieldChange } from '../stores/historyWriter.ts';
import type { Row } from '../stores/recordTable.ts';

export function pick(values: object, columns: readonly string[]): Row {
  const row: Record<string, unknown> = {};
  for (const column of columns) row[column] = (values as Row)[column];
  return row;
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
