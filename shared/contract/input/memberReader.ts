import type { FieldError } from '../refusals.ts';
import type { Field, Fields } from '../resources/field.ts';
import { InvalidValue } from '../values/clean.ts';
import {
  addFieldErrors,
  type ErrorsByField,
  fieldErrorOf,
  maxReported,
  shortName,
  unknownNames,
} from './fieldErrors.ts';
import { compileFields } from './validator.ts';

export type MembersReading = { readonly clean: object } | { readonly fieldErrors: readonly FieldError[] };

export function memberReader(
  name: string,
  { expects, unknownMember = '' }: Field,
  members: Fields,
): (value: unknown) => MembersReading {
  const fields = new Map(Object.entries(members));
  const known = new Set(fields.keys());
  const validate = compileFields(members);
  const prefix = `${name}.`;

  return (value) => {
    const sent = membersOf(value);
    if (!sent) return { fieldErrors: [fieldErrorOf(name, 'field_invalid', expects)] };
    const clean: Record<string, unknown> = {};
    const fieldErrors: ErrorsByField = new Map();
    for (const [member, field] of fields) if (sent.has(member)) fillMember(clean, fieldErrors, member, field);
    if (!validate(clean)) addFieldErrors(fieldErrors, validate.errors ?? [], fields, prefix);
    const unknown = unknownNames(sent, known).names.slice(0, maxReported);
    const all = [
      ...[...known].flatMap((member) => fieldErrors.get(member) ?? []),
      ...unknown.map((member) => fieldErrorOf(prefix + shortName(member), 'field_unknown', unknownMember)),
    ];
    return all.length === 0 ? { clean } : { fieldErrors: all };

    function fillMember(record: Record<string, unknown>, found: ErrorsByField, member: string, field: Field) {
      const read = field.clean(sent?.get(member));
      // Null can't be searched for. A member that is not wanted must be omitted.
      const problem =
        read instanceof InvalidValue ? read.reason : read === undefined ? field.expects : undefined;
      if (problem !== undefined) found.set(member, [fieldErrorOf(prefix + member, field.code, problem)]);
      else if (read === '' && field.missing)
        found.set(member, [fieldErrorOf(prefix + member, 'field_invalid', field.missing)]);
      else record[member] = read;
    }
  };
}

/** Members of an object that the parser built. Numbers, lists and unbuilt values have other prototypes. */
function membersOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (value instanceof Map) return value;
  const isPlain =
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? new Map(Object.entries(value)) : undefined;
}
