import type { RawRow } from './csvReader.ts';

const sampleRows = 50;

/**
 * Explains why the first row is not the header: it is a title above it, or already a record. Returns undefined when it may
 * be the header.
 */
export function titleAbove(rows: readonly RawRow[]): string | undefined {
  const sample = rows.filter(({ fault }) => !fault).slice(0, sampleRows);
  const [first] = sample;
  if (!first) return undefined;
  const width = usualWidth(sample);
  const index = sample.findIndex((row) => filled(row).length * 2 > width);
  const header = sample[index];
  if (index > 0 && header && isTitle(sample, index, width))
    return `line ${first.line} looks like a title; the header seems to be line ${header.line}: --header-line ${header.line} (or --header-line ${first.line}, if line ${first.line} is the header)`;
  if (sample.length > 1 && width > 1 && filled(first).some((value) => certainValue.test(value)))
    return `line ${first.line} looks like a record, not like a header: --no-header (or --header-line ${first.line}, if it is the header)`;
  return undefined;
}

function isTitle(rows: readonly RawRow[], index: number, width: number): boolean {
  const [header, ...records] = rows.slice(index);
  const names = header ? filled(header) : [];
  if (width < 2 || records.length === 0 || names.some((name) => number.test(name))) return false;
  if (new Set(names).size < names.length) return false;
  const alike = records.filter(({ values }) => values.length === header?.values.length);
  return alike.length * 2 >= records.length && filled(rows[0] as RawRow).length * 2 <= names.length;
}

/** Matches values such as prices, EANs, dates and e-mail addresses, which are never the name of a column. */
const certainValue =
  /^(?:[-+]?\d{1,3}(?:[.,]?\d{3})*[.,]\d{2}(?: ?(?:€|EUR))?|\d{8,14}|\d{1,2}\.\d{1,2}\.\d{4}|\d{4}-\d\d-\d\d(?:[T ].*)?|[^\s@]+@[^\s@]+\.[a-z]{2,})$/i;
const number = /^[-+]?[\d.,:/\s-]*\d[\d.,:/\s-]*(?:€|%|EUR)?$/;

function filled({ values }: RawRow): string[] {
  return values.map((value) => value.trim()).filter((value) => value !== '');
}

/** Returns how many values most rows have; of two equally frequent numbers, the larger one. */
function usualWidth(rows: readonly RawRow[]): number {
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(filled(row).length, (counts.get(filled(row).length) ?? 0) + 1);
  const [usual] = [...counts].toSorted(
    ([width, count], [other, otherCount]) => otherCount - count || other - width,
  );
  return usual?.[0] ?? 0;
}
