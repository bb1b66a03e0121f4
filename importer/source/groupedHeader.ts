import type { RawRow } from './csvReader.ts';

/**
 * Joins a header of two lines: the upper one names groups of columns, such as "Billing address" and "Delivery address", and the
 * lower one has names that repeat. The name of a group is put before all names below it, if one of them repeats. Returns undefined
 * if the first two rows are not such a header, or if the groups do not tell the names apart.
 */
export function groupedHeader(rows: readonly RawRow[]): RawRow | undefined {
  if (!seemsGrouped(rows)) return undefined;
  const [upper, names] = rows as readonly [RawRow, RawRow];
  const lower = trimmed(names);
  const groups = groupsOf(trimmed(upper), lower);
  const repeated = repeatedIn(lower);
  const joined = new Set(groups.filter((_, index) => repeated.has(lower[index] ?? '')));
  const values = lower.map((name, index) => {
    const group = groups[index] ?? '';
    return name === '' || joined.has(group) ? `${group} ${name}`.trim() : name;
  });
  const filled = values.filter((value) => value !== '');
  return new Set(filled).size === filled.length ? { line: names.line, values } : undefined;
}

/** True if a line with few names stands above a line of names of which several repeat. */
export function seemsGrouped([upper, names, ...records]: readonly RawRow[]): boolean {
  if (!upper || !names || names.fault || records.length === 0) return false;
  const [above, lower] = [trimmed(upper), trimmed(names)];
  if (above.slice(lower.length).some((name) => name !== '')) return false;
  // Two values that repeat, and digits at most at the end, are names: nearly every record has a number.
  const repeated = repeatedIn(lower);
  if (repeated.size < 2 || [...repeated].some((name) => /\d/.test(name))) return false;
  if ([...above, ...lower].some((name) => /\d(?!$)|^\d/.test(name))) return false;
  const named = lower.flatMap((name, index) => (name === '' ? [] : [above[index] ?? '']));
  return named.filter((name) => name !== '').length * 2 <= named.length;
}

/** Returns the group of each column. A cell that is merged over both lines has its name in the upper one, and ends a group. */
function groupsOf(upper: readonly string[], lower: readonly string[]): readonly string[] {
  let group = '';
  return lower.map((name, index) => {
    group = upper[index] || (name === '' ? '' : group);
    return group;
  });
}

function trimmed({ values }: RawRow): readonly string[] {
  return values.map((value) => value.trim().replace(/\s+/g, ' '));
}

function repeatedIn(names: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const name of names) {
    if (name !== '' && seen.has(name)) repeated.add(name);
    seen.add(name);
  }
  return repeated;
}
