import type { Row } from './recordTable.ts';

/** The columns from which every version is made. */
export const versionColumns = ['revision', 'date_updated'] as const;

/**
 * The version of a row, an opaque text for clients. Every update of this release counts `revision` up. `date_updated` is for
 * workers of a release before 0.3.0, which may run beside these during an upgrade and don't know that column: only two changes by
 * such workers in the same second have the same version.
 *
 * A customer's version also has the number of its addresses: they are part of what customer.read answers. Changing or
 * deleting an address counts the customer's `revision` up; creating one only raises the number, so that it needs no
 * exclusive lock of the customer. As long as `revision` is the same, the number only grows, so no version comes back.
 */
export function versionOf({ revision, date_updated, addresses }: Row): string {
  const version = `${revision as number}.${digitsOf(date_updated as string)}`;
  return addresses === undefined ? version : `${version}.${addresses as number}`;
}

/** Marks a record whose removal has begun: by the version that was required, and the one that it has since the last step. */
export function removalOf(required: string, version: string): string {
  return `${required} ${version}`;
}

/** The digits of a date and time. By their places: a search makes a version for each of thousands of rows. */
function digitsOf(time: string): string {
  const day = time.slice(0, 4) + time.slice(5, 7) + time.slice(8, 10);
  return day + time.slice(11, 13) + time.slice(14, 16) + time.slice(17, 19);
}
