import { type AnyOperation, type InputOf, resourceOf } from '../operations/operation.ts';
import type { Fault } from '../refusals.ts';
import { defaultsOf, type Field } from '../resources/field.ts';
import { Unclean } from '../values/unclean.ts';
import { missingFields, type ReportedFaults, reportedFaults, unknownNames } from './faults.ts';
import { addFaults, type FaultsByField, type FieldTable, faultOf } from './fieldFaults.ts';
import { type MembersReading, memberReader } from './memberReader.ts';
import { namesOf } from './names.ts';
import { compileFields } from './validator.ts';

/** Clean input, or all faults. The message of the answer is that of the first fault. */
export type Reading<O> = { readonly input: InputOf<O> } | ReportedFaults;

export type Body = Readonly<Record<string, unknown>>;

/** Request body by name, in the order sent. Only members that are read cost time, however many there are. */
export type Members = ReadonlyMap<string, unknown>;

type MemberReaders = ReadonlyMap<string, (value: unknown) => MembersReading>;

/** Makes the reader of requests: it checks unknown names, cleans and validates the values, and adds defaults. */
export function inputReader<O extends AnyOperation>(operation: O): (sent: Body | Members) => Reading<O> {
  const fields: FieldTable = new Map(Object.entries<Field>(operation.input));
  const names = knownNames(operation);
  const isApplicable = applicability(operation, fields);
  const defaults = defaultsOf(operation.input);
  const required = [...fields].filter(([, { missing }]) => missing !== undefined);
  const validate = compileFields(operation.input);
  const memberReaders = memberReadersOf(fields);

  return (sent) => {
    const members = membersOf(sent);
    const record: Record<string, unknown> = { ...defaults };
    const refused = fill(record, members, isApplicable(members), memberReaders);
    const missing = required.filter(([name, field]) => !refused.has(name) && isMissing(record[name], field));
    const unknown = unknownNames(members, names);
    if (missing.length > 0) return missingFields(missing.map(notSet), unknown);

    if (!validate(record)) addFaults(refused, validate.errors ?? [], fields);
    if (refused.size === 0) {
      const fault = operation.check?.(record);
      if (fault?.code === 'field_required') return missingFields([fault], unknown);
      if (fault) return reportedFaults([fault], unknown);
    }
    const faults = refused.size === 0 ? [] : [...fields.keys()].flatMap((name) => refused.get(name) ?? []);
    return faults.length === 0 && unknown.count === 0
      ? { input: record as InputOf<O> }
      : reportedFaults(faults, unknown);
  };
}

/** Names that a request may have: the operation's fields, and those of its resource, which are ignored. */
export function knownNames(operation: AnyOperation): ReadonlySet<string> {
  const others = operation.refusesOthers ? [] : namesOf[resourceOf(operation)];
  return new Set([...Object.keys(operation.input), ...others]);
}

function membersOf(sent: Body | Members): Members {
  return sent instanceof Map ? sent : new Map(Object.entries(sent));
}

/** Fields of a group are ignored unless the request has the flag of the group. */
function applicability({ onlyWith }: AnyOperation, fields: FieldTable): (members: Members) => FieldTable {
  if (!onlyWith) return () => fields;
  const others = new Map([...fields].filter(([name]) => !Object.hasOwn(onlyWith.fields, name)));
  const flag = fields.get(onlyWith.flag);
  return (members) => (flag?.clean(members.get(onlyWith.flag)) === 1 ? fields : others);
}

/** Cleans the sent values into `record`. Returns the faults of values without a clean form, by field. */
function fill(
  record: Record<string, unknown>,
  members: Members,
  fields: FieldTable,
  memberReaders: MemberReaders,
): FaultsByField {
  const refused: FaultsByField = new Map();
  for (const [name, field] of fields) {
    if (!members.has(name)) continue;
    const sent = members.get(name);
    const reading = memberReaders.get(name)?.(sent);
    if (reading && 'faults' in reading) {
      refused.set(name, reading.faults);
      continue;
    }
    const value = reading ? reading.clean : field.clean(sent);
    if (value instanceof Unclean) {
      refused.set(name, [faultOf(name, field.code, value.why)]);
      delete record[name];
    } else if (value !== undefined) record[name] = value;
  }
  return refused;
}

function memberReadersOf(fields: FieldTable): MemberReaders {
  const nested = [...fields].flatMap(([name, field]) =>
    field.members ? [[name, memberReader(name, field, field.members)] as const] : [],
  );
  return new Map(nested);
}

function isMissing(value: unknown, { presence }: Field): boolean {
  if (presence !== 'required') return value === '';
  return value === undefined || value === null || value === '';
}

function notSet([field, { missing }]: [string, Field]): Fault {
  return { field, code: 'field_required', message: `${field} ${missing}` };
}
