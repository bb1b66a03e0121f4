import type { FieldError } from '../refusals.ts';
import type { Field } from '../resources/field.ts';
import { type compileFields, explain } from './validator.ts';

/** Nobody reads more errors, and a body of a megabyte could have 100,000. */
export const maxReported = 100;

export interface ReportedErrors {
  readonly fieldErrors: readonly FieldError[];
  readonly more?: number;
}

export type FieldTable = ReadonlyMap<string, Field>;

/** A field has one error, or those of its members. */
export type ErrorsByField = Map<string, readonly FieldError[]>;

/** Keeps one error per field, however many rules its value breaks. A wrong format takes precedence over a wrong length. */
export function addFieldErrors(
  found: ErrorsByField,
  errors: NonNullable<ReturnType<typeof compileFields>['errors']>,
  fields: FieldTable,
  prefix = '',
): void {
  for (const error of errors) {
    const name = error.instancePath.split('/')[1] ?? '';
    const field = fields.get(name);
    if (!field || (found.has(name) && error.keyword !== 'format')) continue;
    const code = error.keyword === 'format' ? field.code : 'field_invalid';
    found.set(name, [fieldErrorOf(prefix + name, code, explain(error, field.expects))]);
  }
}

export function fieldErrorOf(field: string, code: FieldError['code'], reason: string): FieldError {
  return { field, code, message: `${field} ${reason}` };
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

export function reportedErrors(
  ofFields: readonly FieldError[],
  { names, count }: UnknownNames,
): ReportedErrors {
  const fieldErrors = [...ofFields, ...names.map(unknownField)].slice(0, maxReported);
  const more = ofFields.length + count - fieldErrors.length;
  return more > 0 ? { fieldErrors, more } : { fieldErrors };
}

/** Omits errors of values. Unknown names come first: one may be the misspelled name of a missing field. */
export function missingFields(missing: readonly FieldError[], unknown: UnknownNames): ReportedErrors {
  const unknownFields = unknown.names.slice(0, maxReported - missing.length).map(unknownField);
  const fieldErrors = [...unknownFields, ...missing];
  const more = unknown.count + missing.length - fieldErrors.length;
  return more > 0 ? { fieldErrors, more } : { fieldErrors };
}

const maxNameUnits = 64;

export function shortName(name: string): string {
  return name.slice(0, maxNameUnits).toWellFormed();
}

function unknownField(name: string): FieldError {
  const field = shortName(name);
  const message = name === 'validate' ? 'validate applies to updates only' : `unknown field: ${field}`;
  return { field, code: 'field_unknown', message };
}
