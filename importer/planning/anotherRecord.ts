import type { Values } from './compare.ts';
import type { RecordKind } from './options.ts';

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
 * Tells whether a record that was found for a row is another person or article: none of the values by which people
 * recognize it are the same. Two shops may both count their customers from 1001. `match` is the field by which it was
 * found.
 */
export function isAnother(kind: RecordKind, match: string, stored: Values, row: Values): boolean {
  const key = plain(row[match]);
  const isCompared = (field: string) =>
    field !== match && plain(stored[field]) !== '' && plain(row[field]) !== '' && plain(row[field]) !== key;
  const compared = recognizing[kind].filter(isCompared);
  const isEnough = compared.length + supporting[kind].filter(isCompared).length >= minCompared;
  return (
    compared.length > 0 && isEnough && compared.every((field) => plain(stored[field]) !== plain(row[field]))
  );
}

/** Describes a record in a few words, such as `Anna Schmidt 10115`. */
export function shortName(kind: RecordKind, record: Values): string {
  const fields =
    kind === 'article'
      ? ['article_title']
      : ['bill_company', 'bill_firstname', 'bill_lastname', 'bill_zipcode'];
  const words = fields.map((field) => String(record[field] ?? '')).filter((word) => word !== '');
  return words.join(' ');
}

function plain(value: Values[string]): string {
  return String(value ?? '')
    .trim()
    .toLowerCase();
}
