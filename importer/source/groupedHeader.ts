import type { RawRow } from './csvReader.ts';

/**
 * Reads a header of two lines as one: the upper one names groups of columns, such as "Billing address" and "Delivery address",
 * and the lower one has names that occur in several groups. Such a name gets that of its group before it. Returns undefined if
 * the first two rows are no such header.
 */
export function groupedHeader([groups, names, ...records]: readonly RawRow[]): RawRow | undefined {
  if (!groups || !names || names.fault || records.length === 0) return undefined;
  const lower = names.values.map((name) => name.trim());
  const upper = lower.map((_, index) => groups.values[index]?.trim() ?? '');
  if (groups.values.slice(lower.length).some((value) => value.trim() !== '')) return undefined;
  const repeated = new Set(lower.filter((name, index) => name !== '' && lower.indexOf(name) !== index));
  // A record that has a digit nowhere, and two values twice, is not to be expected.
  if (repeated.size < 2 || [...lower, ...upper].some((name) => /\d/.test(name))) return undefined;
  const named = lower.flatMap((name, index) => (name === '' ? [] : [upper[index]]));
  if (named.filter((name) => name !== '').length * 2 > named.length) return undefined;
  let group = '';
  const values = lower.map((name, index) => {
    // A name that the lower line lacks is a column of its own, whose cell reaches over both lines.
    group = upper[index] || (name === '' ? '' : group);
    if (name === '') return group;
    return repeated.has(name) ? `${group} ${name}`.trim() : name;
  });
  return new Set(values).size === values.length ? { line: names.line, values } : undefined;
}
