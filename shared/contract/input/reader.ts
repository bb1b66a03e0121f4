import { type AnyOperation, type InputOf, resourceOf } from '../operations/operation.ts';
import type { FieldError } from '../refusals.ts';
import { defaultsOf, type Field } from '../resources/field.ts';
import { InvalidValue } from '../values/clean.ts';
import {
  addFieldErrors,
  type ErrorsByField,
  type FieldTable,
  fieldErrorOf,
  missingFields,
  type ReportedErrors,
  reportedErrors,
  unknownNames,
} from './fieldErrors.ts';
import { type MembersReading, memberReader } from './memberReader.ts';
import { namesOf } from './resourceNames.ts';
import { compileFields } from './validator.ts';

/** Clean input, or all errors. The message of the answer is that of the first error. */
export type Reading<O> = { readonly input: InputOf<O> } | ReportedErrors;

export type Body = Readonly<Record<string, unknown>>;

/** Request body by name, in the order sent. Only members that are read cost time, however many there are. */
export type Members = ReadonlyMap<string, unknown>;

interface FieldToRead {
  readonly name: string;
  readonly field: Field;
  /** Reads the value of a field that has members. */
  readonly readMembers: ((value: unknown) => MembersReading) | undefined;
}

/** Makes the reader of requests: it checks unknown names, cleans and validates the values, and adds defaults. */
export function inputReader<O extends AnyOperation>(operation: O): (sent: Body | Members) => Reading<O> {
  const fields: FieldTable = new Map(Object.entries<Field>(operation.input));
  const names = knownNames(operation);
  const applicable = applicability(operation);
  const defaults = defaultsOf(operation.input);
  const required = [...fields].filter(([, { missing }]) => missing !== undefined);
  const validate = compileFields(operation.input);
  return (sent) => {
    const members: Members = sent instanceof Map ? sent : new Map(Object.entries(sent));
    const record: Record<string, unknown> = { ...defaults };
    const invalid = fill(record, members, applicable(members));
    const missing = required.filter(([name, field]) => !invalid.has(name) && isMissing(record[name], field));
    const unknown = unknownNames(members, names);
    if (missing.length > 0) return missingFields(missing.map(notSet), unknown);

    if (!validate(record)) addFieldErrors(invalid, validate.errors ?? [], fields);
    if (invalid.size === 0) {
      const fieldError = operation.check?.(record);
      if (fieldError?.code === 'field_required') return missingFields([fieldError], unknown);
      if (fieldError) return reportedErrors([fieldError], unknown);
    }
    const fieldErrors =
      invalid.size === 0 ? [] : [...fields.keys()].flatMap((name) => invalid.get(name) ?? []);
    return fieldErrors.length === 0 && unknown.count === 0
      ? { input: record as InputOf<O> }
      : reportedErrors(fieldErrors, unknown);
  };
}

/** Names that a request may have: the operation's fields, and those of its resource, which are ignored. */
export function knownNames(operation: AnyOperation): ReadonlySet<string> {
  const others = operation.refusesOthers ? [] : namesOf[resourceOf(operation.name)];
  return new Set([...Object.keys(operation.input), ...others]);
}

/** Fields of a group are ignored unless the request has the flag of the group. */
function applicability({ input, onlyWith }: AnyOperation): (members: Members) => readonly FieldToRead[] {
  const all = Object.entries<Field>(input).map(([name, field]) => {
    const readMembers = field.members && memberReader(name, field, field.members);
    return { name, field, readMembers };
  });
  if (!onlyWith) return () => all;
  const others = all.filter(({ name }) => !Object.hasOwn(onlyWith.fields, name));
  const { flag } = onlyWith;
  const { clean } = input[flag] as Field;
  return (members) => (members.has(flag) && clean(members.get(flag)) === 1 ? all : others);
}

/** Cleans the sent values into `record`. Returns the errors of values without a clean form, by field. */
function fill(
  record: Record<string, unknown>,
  members: Members,
  fields: readonly FieldToRead[],
): ErrorsByField {
  const invalid: ErrorsByField = new Map();
  for (const { name, field, readMembers } of fields) {
    const sent = members.get(name);
    if (sent === undefined && !members.has(name)) continue;
    const reading = readMembers?.(sent);
    if (reading && 'fieldErrors' in reading) {
      invalid.set(name, reading.fieldErrors);
      continue;
    }
    const value = reading ? reading.clean : field.clean(sent);
    if (value instanceof InvalidValue) {
      invalid.set(name, [fieldErrorOf(name, field.code, value.reason)]);
      delete record[name];
    } else if (value !== undefined) record[name] = value;
  }
  return invalid;
}

function isMissing(value: unknown, { presence }: Field): boolean {
  if (presence !== 'required') return value === '';
  return value === undefined || value === null || value === '';
}

function notSet([field, { missing }]: [string, Field]): FieldError {
  return { field, code: 'field_required', message: `${field} ${missing}` };
}
