import type { Fault } from '../refusals.ts';
import type { Field } from '../resources/field.ts';
import type { compileFields } from './validator.ts';
import { explain } from './validator.ts';

export type FieldTable = ReadonlyMap<string, Field>;

/** A field has one fault, or those of its members. */
export type FaultsByField = Map<string, readonly Fault[]>;

/** Keeps one fault per field, however many rules its value breaks. A wrong format takes precedence over a wrong length. */
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

export function faultOf(field: string, code: Fault['code'], why: string): Fault {
  return { field, code, message: `${field} ${why}` };
}
