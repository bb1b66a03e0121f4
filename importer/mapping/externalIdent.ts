import { createHash } from 'node:crypto';
import { isRefusalColumn } from '../refusalColumns.ts';

/** Makes the ident that these columns' values have, the same whatever the order of the columns. */
export function identOf(
  names: readonly string[],
  places: readonly number[],
): (values: readonly string[]) => string {
  const ordered = places
    .map((place) => ({ place, name: names[place] ?? '' }))
    .filter(({ name }) => !isRefusalColumn(name))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return (values) => {
    let text = '';
    // Empty values are left out: a column that nobody fills does not make new records of old ones.
    for (const { place, name } of ordered) if (values[place]) text += `${name}\u001f${values[place]}\u001e`;
    return text === '' ? '' : shortIdent(text);
  };
}

/** Of 160 bits, in 40 characters. */
export function shortIdent(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 40);
}
