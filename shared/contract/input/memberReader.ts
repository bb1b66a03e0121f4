import type { Fault } from '../refusals.ts';
import type { Field, Fields } from '../resources/field.ts';
import { Unclean } from '../values/unclean.ts';
import { maxReported, unknownNames } from './faults.ts';
import { addFaults, type FaultsByField, faultOf } from './fieldFaults.ts';
import { compileFields } from './validator.ts';

export type MembersReading = { readonly clean: object } | { readonly faults: readonly Fault[] };

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
    if (!sent) return { faults: [faultOf(name, 'field_invalid', expects)] };
    const clean: Record<string, unknown> = {};
    const faults: FaultsByField = new Map();
    for (const [member, field] of fields) if (sent.has(member)) fillMember(clean, faults, member, field);
    if (!validate(clean)) addFaults(faults, validate.errors ?? [], fields, prefix);
    const unknown = unknownNames(sent, known).names.slice(0, maxReported);
    const all = [
      ...[...known].flatMap((member) => faults.get(member) ?? []),
      ...unknown.map((member) =>
        faultOf(prefix + member.slice(0, 64).toWellFormed(), 'field_unknown', unknownMember),
      ),
    ];
    return all.length === 0 ? { clean } : { faults: all };

    function fillMember(record: Record<string, unknown>, found: FaultsByField, member: string, field: Field) {
      const read = field.clean(sent?.get(member));
      // Null cannot be searched for. A member that is not wanted must be omitted.
      const problem = read instanceof Unclean ? read.why : read === undefined ? field.expects : undefined;
      if (problem !== undefined) found.set(member, [faultOf(prefix + member, field.code, problem)]);
      else if (read === '' && field.missing)
        found.set(member, [faultOf(prefix + member, 'field_invalid', field.missing)]);
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
