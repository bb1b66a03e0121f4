import { type AnyOperation, type InputOf, resourceOf } from '../operations/operation.ts';
import type { Fault } from '../refusals.ts';
import { defaultsOf, type Field } from '../resources/field.ts';
import { Unclean } from '../values/unclean.ts';
import { type ReportedFaults, reportedFaults, unknownNames } from './faults.ts';
import { namesOf } from './names.ts';
import { compileFields, explain } from './validator.ts';

/** A clean input, or every fault of what was sent. The message of the answer is that of the first fault. */
export type Reading<O> = { readonly input: InputOf<O> } | ReportedFaults;

/** What a client sent: any JSON object. */
export type Body = Readonly<Record<string, unknown>>;

/** The same by name, in the order sent. Only the members that are read cost time, however many there are. */
export type Members = ReadonlyMap<string, unknown>;

type FieldTable = ReadonlyMap<string, Field>;

/** Makes the function that reads requests of an operation: unknown names, sanitizing, validation, defaults. */
export function inputReader<O extends AnyOperation>(operation: O): (sent: Body | Members) => Reading<O> {
  const fields: FieldTable = new Map(Object.entries<Field>(operation.input));
  const names = knownNames(operation);
  const isApplicable = applicability(operation, fields);
  const defaults = defaultsOf(operation.input);
  const required = [...fields].filter(([, { missing }]) => missing !== undefined);
  const validate = compileFields(operation.input);

  return (sent) => {
    const members = membersOf(sent);
    const record: Record<string, unknown> = { ...defaults };
    const refused = fill(record, members, isApplicable(members));
    const missing = required.filter(([name, field]) => !refused.has(name) && isMissing(record[name], field));
    if (missing.length > 0) return { faults: missing.map(notSet) };

    if (!validate(record)) addFaults(refused, validate.errors ?? [], fields);
    if (refused.size === 0) {
      const fault = operation.check?.(record);
      if (fault) return { faults: [fault] };
    }
    const faults = refused.size === 0 ? [] : [...fields.keys()].flatMap((name) => refused.get(name) ?? []);
    const unknown = unknownNames(members, names);
    return faults.length === 0 && unknown.count === 0
      ? { input: record as InputOf<O> }
      : reportedFaults(faults, unknown);
  };
}

/** The names that a request of the operation may have: its own fields, and those of its resource, which are ignored. */
export function knownNames(operation: AnyOperation): ReadonlySet<string> {
  return new Set([...Object.keys(operation.input), ...namesOf[resourceOf(operation)]]);
}

function membersOf(sent: Body | Members): Members {
  return sent instanceof Map ? sent : new Map(Object.entries(sent));
}

/** Without its flag, a group of fields is ignored, whatever it holds. */
function applicability({ onlyWith }: AnyOperation, fields: FieldTable): (members: Members) => FieldTable {
  if (!onlyWith) return () => fields;
  const others = new Map([...fields].filter(([name]) => !Object.hasOwn(onlyWith.fields, name)));
  const flag = fields.get(onlyWith.flag);
  return (members) => (flag?.clean(members.get(onlyWith.flag)) === 1 ? fields : others);
}

/** Cleans what was sent into the record; returns the faults of what has no clean form, by field. */
function fill(record: Record<string, unknown>, members: Members, fields: FieldTable): Map<string, Fault> {
  const refused = new Map<string, Fault>();
  for (const [name, field] of fields) {
    if (!members.has(name)) continue;
    const value = field.clean(members.get(name));
    if (value instanceof Unclean) {
      refused.set(name, { field: name, code: field.code, message: `${name} ${value.why}` });
      delete record[name];
    } else if (value !== undefined) record[name] = value;
  }
  return refused;
}

function isMissing(value: unknown, { presence }: Field): boolean {
  if (presence !== 'required') return value === '';
  return value === undefined || value === null || value === '';
}

function notSet([field, { missing }]: [string, Field]): Fault {
  return { field, code: 'field_required', message: `${field} ${missing}` };
}

/** One fault for each field, however many rules its value breaks. A wrong format says more than a wrong length. */
function addFaults(
  faults: Map<string, Fault>,
  errors: NonNullable<ReturnType<typeof compileFields>['errors']>,
  fields: FieldTable,
): void {
  for (const error of errors) {
    const name = error.instancePath.split('/')[1] ?? '';
    const field = fields.get(name);
    if (!field || (faults.has(name) && error.keyword !== 'format')) continue;
    const code = error.keyword === 'format' ? field.code : 'field_invalid';
    faults.set(name, { field: name, code, message: `${name} ${explain(error, field.expects)}` });
  }
}
