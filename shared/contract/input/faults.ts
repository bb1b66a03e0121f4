import type { Fault } from '../refusals.ts';

/** Nobody reads more errors, and a body of a megabyte could have 100,000. */
export const maxReported = 100;

export interface ReportedFaults {
  readonly faults: readonly Fault[];
  readonly more?: number;
}

export interface UnknownNames {
  readonly names: readonly string[];
  readonly count: number;
}

/** Stops as soon as there are more names than are reported. */
export function unknownNames(sent: ReadonlyMap<string, unknown>, known: ReadonlySet<string>): UnknownNames {
  const names: string[] = [];
  for (const name of sent.keys()) {
    if (known.has(name)) continue;
    names.push(name);
    if (names.length > maxReported) return { names, count: sent.size - countOf(known, sent) };
  }
  return { names, count: names.length };
}

function countOf(known: ReadonlySet<string>, sent: ReadonlyMap<string, unknown>): number {
  let count = 0;
  for (const name of known) if (sent.has(name)) count += 1;
  return count;
}

export function reportedFaults(ofFields: readonly Fault[], { names, count }: UnknownNames): ReportedFaults {
  const faults = [...ofFields, ...names.map(unknownField)].slice(0, maxReported);
  const more = ofFields.length + count - faults.length;
  return more > 0 ? { faults, more } : { faults };
}

/** Omits faults of values. Unknown names come first: one may be the misspelled name of a missing field. */
export function missingFields(missing: readonly Fault[], unknown: UnknownNames): ReportedFaults {
  if (unknown.count === 0) return { faults: missing };
  const { faults, more = 0 } = reportedFaults([], unknown);
  const reported = [...faults.slice(0, maxReported - missing.length), ...missing];
  const rest = faults.length + more + missing.length - reported.length;
  return rest > 0 ? { faults: reported, more: rest } : { faults: reported };
}

const maxNameUnits = 64;

function unknownField(name: string): Fault {
  const field = name.slice(0, maxNameUnits).toWellFormed();
  const message = name === 'validate' ? 'validate applies to updates only' : `unknown field: ${field}`;
  return { field, code: 'field_unknown', message };
}
