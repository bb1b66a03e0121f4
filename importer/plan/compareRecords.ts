import type { Fields } from '../../shared/contract/resources/field.ts';
import { isAmount } from '../../shared/contract/resources/records.ts';
import type { Changes, Values } from '../journal/rowOutcome.ts';
import type { RecordKind } from './rowPlan.ts';

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
    if (from !== to && !(isAmount(field.schema) && isSameAmount(from, to))) return false;
  }
  return true;
}

/** Numbers are exact enough: amounts have at most 15 digits. */
function isSameAmount(one: string, other: string): boolean {
  return one !== '' && other !== '' && Number(one) === Number(other);
}

function textOf(value: Values[string]): string {
  return String(value ?? '');
}

/** Fields by which people recognize a record. A first name or zip code alone says little: many people share one. */
const recognizing = {
  customer: ['bill_company', 'bill_lastname', 'bill_email', 'bill_street', 'bill_phone'],
  article: ['article_title', 'article_sku', 'article_ean', 'article_nr'],
} as const;
/** Fields that count toward `minCompared`, but do not show that two records are the same person. */
const supporting = { customer: ['bill_firstname', 'bill_zipcode'], article: [] } as const;

/** Fewer values on both sides tell nothing. */
const minCompared = 2;

export function recognizingFields(kind: RecordKind): readonly string[] {
  return [...recognizing[kind], ...supporting[kind]];
}

/**
 * True if a record that was found for a row is another person or article: none of the values by which people
 * recognize it are the same. Two shops may both count their customers from 1001. `match` is the field by which it was
 * found.
 */
export function isMismatch(kind: RecordKind, match: string, stored: Values, row: Values): boolean {
  const key = plain(row[match]);
  const isCompared = (field: string) =>
    field !== match && plain(stored[field]) !== '' && plain(row[field]) !== '' && plain(row[field]) !== key;
  const compared = recognizing[kind].filter(isCompared);
  const isEnough = compared.length + supporting[kind].filter(isCompared).length >= minCompared;
  return (
    compared.length > 0 && isEnough && compared.every((field) => plain(stored[field]) !== plain(row[field]))
  );
}

/** Fields that `shortName` reads. */
export const shortNameFields: Readonly<Record<RecordKind, readonly string[]>> = {
  article: ['article_title'],
  customer: ['bill_company', 'bill_firstname', 'bill_lastname', 'bill_zipcode'],
};

/** Describes a record in a few words, such as `Anna Schmidt 10115`. */
export function shortName(kind: RecordKind, record: Values): string {
  const words = shortNameFields[kind]
    .map((field) => String(record[field] ?? ''))
    .filter((word) => word !== '');
  return words.join(' ');
}

function plain(value: Values[string]): string {
  return String(value ?? '')
    .trim()
    .toLowerCase();
}
