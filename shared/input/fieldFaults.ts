import type { Fault } from '../refusals.ts';
import type { Field } from '../resources/field.ts';
import type { compileFields } from './validator.ts';
import { explain } from './validator.ts';

export type FieldTable = ReadonlyMap<string, Field>;

/** The faults of fields, by their names: one of each, or those of its members. */
export type FaultsByField = Map<string, readonly Fault[]>;

/** One fault for each field, however many rules its value breaks. A wrong format says more than a wrong length. */
export function addFaults(
  faults: FaultsByField,
  errors: NonNullable<ReturnType<typeof compileFields>['errors']>,
  fields: FieldTable,
  prefix = '',
): void {
  for (const error of errors) {
    const name = error.instancePath.split('/')[1] ?? '';
    const field = fields.get(name);
    if (!field || (faults.has(name) && error.keyword !== 'format')) continue;
    const code = error.keyword === 'format' ? field.code : 'field_invalid';
    faults.set(name, [faultOf(prefix + name, code, explain(error, field.expects))]);
  }
}

/** What is wrong with a field, in a message that begins with its name. */
export function faultOf(field: string, code: Fault['code'], why: string): Fault {
  return { field, code, message: `${field} ${why}` };
}
