import { createHash } from 'node:crypto';
import { isRefusalColumn } from '../../source/refusalColumns.ts';

/** Hashes the values of these columns; the order of the columns does not matter. */
export function identOf(
  names: readonly string[],
  indexes: readonly number[],
): (values: readonly string[]) => string {
  const ordered = indexes
    .map((index) => ({ index, name: names[index] ?? '' }))
    .filter(({ name }) => !isRefusalColumn(name))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return (values) => {
    let text = '';
    // Empty values do not count, so that adding an empty column to a file does not change the idents of its rows.
    for (const { index, name } of ordered) if (values[index]) text += `${name}\u001f${values[index]}\u001e`;
    return text === '' ? '' : shortIdent(text);
  };
}

/** Returns 160 bits of a hash, as 40 characters. */
export function shortIdent(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 40);
}
