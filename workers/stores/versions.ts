import type { Row } from './recordTable.ts';

export const versionColumns = ['revision', 'date_updated'] as const;

/**
 * Returns the version of a row, an opaque text for clients. Every update increments `revision`. `date_updated` tells the
 * version from one before a restored backup, after which the same revisions are counted again. A customer's version also has
 * the number of its addresses, which are part of the answer of customer.read. Changing or deleting an address increments the
 * customer's `revision`. Creating one only raises the number, so that it needs no exclusive lock of the customer. While
 * `revision` stays the same, the number only grows, so no version comes back.
 */
export function versionOf({ revision, date_updated, addresses }: Row): string {
  const version = `${revision as number}.${digitsOf(date_updated as string)}`;
  return addresses === undefined ? version : `${version}.${addresses as number}`;
}

/** Marks a record whose removal has begun, with the required version and the version after the last step. */
export function removalOf(required: string, version: string): string {
  return `${required} ${version}`;
}

/** Reads digits by their places, for speed: a search makes a version for each of thousands of rows. */
function digitsOf(time: string): string {
  const day = time.slice(0, 4) + time.slice(5, 7) + time.slice(8, 10);
  return day + time.slice(11, 13) + time.slice(14, 16) + time.slice(17, 19);
}
