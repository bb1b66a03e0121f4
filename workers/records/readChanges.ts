import type { Fields } from '../../shared/contract/resources/field.ts';
import { isAmount } from '../../shared/contract/resources/records.ts';
import type { Row } from '../stores/recordTable.ts';
import { readNumber } from './money.ts';

/** Converts the stored values of sent fields to the form of answers. */
export function readChanges(changes: Row, fields: Fields): Row {
  const entries = Object.entries(changes).map(([name, value]) => {
    const schema = fields[name]?.schema;
    return [name, schema && isAmount(schema) ? readNumber(value as string) : value];
  });
  return Object.fromEntries(entries);
}
