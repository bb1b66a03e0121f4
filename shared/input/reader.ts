import type { AnyOperation, InputOf } from '../operations/operation.ts';
import type { Fault } from '../refusals.ts';
import { defaultsOf, type Field } from '../resources/field.ts';
import { knownNames } from '../resources/names.ts';
import { compileFields, explain } from './validator.ts';

/** A clean input, or every fault of what was sent: the first one is the one that the message tells. */
export type Reading<O> = { readonly input: InputOf<O> } | { readonly faults: readonly Fault[] };

/** What a client sent: any JSON object. */
export type Body = Readonly<Record<string, unknown>>;

/** More faults than anyone reads; a body of a megabyte could have 100,000. */
const mostFaults = 100;

/** Makes the function that reads requests of an operation: unknown names, sanitizing, validation, defaults. */
export function inputReader<O extends AnyOperation>(operation: O): (body: Body) => Reading<O> {
  const fields = new Map(Object.entries<Field>(operation.input));
  const isApplicable = applicability(operation, fields);
  const defaults = defaultsOf(operation.input);
  const required = [...fields].filter(([, field]) => field.presence === 'needed');
  const validate = compileFields(operation.input);

  return (body) => {
    const record: Record<string, unknown> = { ...defaults };
    const unknown = fill(record, body, isApplicable(body));
    const missing = required.filter(([name]) => isMissing(record[name]));
    if (missing.length > 0) return { faults: missing.map(notSet) };
    if (validate(record) && unknown.length === 0) return checked(operation, record);
    return {
      faults: [...faultsOf(validate.errors ?? [], fields), ...unknown]
        .toSorted(byPlaceIn(body))
        .slice(0, mostFaults),
    };
  };
}

/** Without its flag, a group of fields is not applicable: ignored, whatever it holds. */
function applicability(
  { onlyWith }: AnyOperation,
  fields: Map<string, Field>,
): (body: Body) => Map<string, Field> {
  if (!onlyWith) return () => fields;
  const others = new Map([...fields].filter(([name]) => !Object.hasOwn(onlyWith.fields, name)));
  const flag = fields.get(onlyWith.flag);
  return (body) => (flag?.clean(body[onlyWith.flag]) === 1 ? fields : others);
}

/** Cleans what was sent into the record; returns the names that no resource has. */
function fill(record: Record<string, unknown>, body: Body, fields: Map<string, Field>): Fault[] {
  const unknown: Fault[] = [];
  for (const name of Object.keys(body)) {
    const value = fields.get(name)?.clean(body[name]);
    if (value !== undefined) record[name] = value;
    else if (!knownNames.has(name) && !fields.has(name) && unknown.length < mostFaults)
      unknown.push(unknownField(name));
  }
  return unknown;
}

/** Names that have no place in what was sent. */
export function unknownFields(names: readonly string[]): readonly Fault[] {
  return names.slice(0, mostFaults).map(unknownField);
}

function unknownField(name: string): Fault {
  const field = name.slice(0, 64).toWellFormed();
  return { field, code: 'field_unknown', message: `unknown field: ${field}` };
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function notSet([field, { missing }]: [string, Field]): Fault {
  return { field, code: 'field_required', message: `${field} ${missing}` };
}

function checked<O extends AnyOperation>(operation: O, record: Record<string, unknown>): Reading<O> {
  const fault = operation.check?.(record);
  return fault ? { faults: [fault] } : { input: record as InputOf<O> };
}

/** One fault a field, however many rules its value breaks; a wrong form says more than a wrong length. */
function faultsOf(
  errors: NonNullable<ReturnType<typeof compileFields>['errors']>,
  fields: Map<string, Field>,
): Fault[] {
  const faults = new Map<string, Fault>();
  for (const error of errors) {
    const name = error.instancePath.split('/')[1] ?? '';
    const field = fields.get(name);
    if (!field || (faults.has(name) && error.keyword !== 'format')) continue;
    const code = error.keyword === 'format' ? field.code : 'field_invalid';
    faults.set(name, { field: name, code, message: `${name} ${explain(error, field.expects)}` });
  }
  return [...faults.values()];
}

function byPlaceIn(body: Body): (one: Fault, other: Fault) => number {
  const places = new Map(Object.keys(body).map((name, place) => [name, place]));
  return (one, other) => (places.get(one.field) ?? 0) - (places.get(other.field) ?? 0);
}
