import Big from 'big.js';
import type { Fields } from '../../shared/contract/resources/field.ts';
import { isAmount } from '../../shared/contract/resources/records.ts';
import type { Changes } from '../record/changes.ts';

/** Values by field, of a record as the service answers it, or of a row after it was cleaned. */
export type Values = Readonly<Record<string, string | number | null | undefined>>;

/** Compares amounts as numbers: 12.5 equals "12.5000". */
export function changesOf(fields: Fields, stored: Values, wanted: Values): Changes {
  return Object.entries(wanted).flatMap(([name, value]) => {
    const field = fields[name];
    const from = textOf(stored[name]);
    const to = textOf(value);
    if (!field || from === to || (isAmount(field.schema) && isSameAmount(from, to))) return [];
    return [{ field: name, from, to }];
  });
}

/** Compares the values of a row as they are, without cleaning them. */
export function isSame(fields: Fields, stored: Values, row: Values): boolean {
  for (const name in row) {
    const field = fields[name];
    if (!field) continue;
    const from = textOf(stored[name]);
    const to = textOf(row[name]);
    if (from !== to && !(isAmount(field.schema) && from !== '' && to !== '' && Number(from) === Number(to)))
      return false;
  }
  return true;
}

function isSameAmount(one: string, other: string): boolean {
  return one !== '' && other !== '' && new Big(one).eq(other);
}

function textOf(value: Values[string]): string {
  return String(value ?? '');
}
