import type { AnyOperation } from '../../shared/contract/operations/operation.ts';
import type { Field, Fields } from '../../shared/contract/resources/field.ts';
import { grouped } from '../../shared/contract/values/counted.ts';
import type { Schema } from './contractSchema.ts';
import { code, table } from './markdown.ts';
import { generatedDefaults, meaningOf } from './meanings.ts';

/** The fields of an operation, a row each. */
export function fieldTable(operation: AnyOperation): string {
  const fields = Object.entries<Field>(operation.input);
  const rows = fields.map(([name, field]) => [
    code(name),
    typeOf(field.schema),
    defaultOf(name, field, operation),
    limitsOf(field.schema, field),
    meaningOf(operation.name, name),
  ]);
  return table(['field', 'type', 'default', 'limits', 'meaning'], rows);
}

const types: Readonly<Record<string, string>> = {
  decimal: 'number',
  percentage: 'number',
  'utc-date-time': 'time',
  country: 'country',
};

export function typeOf({ format = '', type, maxBytes }: Schema): string {
  if (maxBytes !== undefined) return 'text';
  return types[format] ?? type ?? 'string';
}

const formats: Readonly<Record<string, string>> = {
  decimal: 'at most 11 digits before and 4 after the decimal point',
  percentage: '0 to 100, at most 4 decimals',
  'utc-date-time': '`YYYY-MM-DD HH:MM:SS`, 1900-01-01 to 9998-12-31',
  country: 'ISO 3166-1 alpha-2, or empty',
  'leitweg-id': '[Leitweg-ID](#leitweg-id), at most 46 characters, or empty',
};

export function limitsOf(schema: Schema, { presence, missing, members }: Field): string {
  const limits = valuesOf(schema, members);
  return presence === 'optional' && missing !== undefined ? `${limits}, not empty` : limits;
}

function valuesOf(schema: Schema, members?: Fields): string {
  if (members) return `an object with any of these: ${Object.keys(members).map(code).join(', ')}`;
  const { format, enum: words, minimum, maximum, maxLength, maxBytes, items } = schema;
  if (items) return itemsOf(schema, items);
  if (format !== undefined) return formats[format] ?? '';
  if (words && words.length > 12) return 'the name of a field below';
  if (words) return words.map(code).join(', ');
  if (maxBytes !== undefined) return `${grouped(maxBytes)} bytes of UTF-8, several lines`;
  if (maxLength !== undefined) return `${maxLength} characters`;
  if (minimum === undefined || maximum === undefined) return '';
  return maximum - minimum === 1 ? `${minimum} or ${maximum}` : `${minimum} to ${grouped(maximum)}`;
}

function itemsOf({ minItems, maxItems = 0 }: Schema, { maxLength, enum: words = [] }: Schema): string {
  if (words.length > 0)
    return `${minItems ? 'one or more of' : 'names of fields:'} ${words.map(code).join(', ')}`;
  return `${minItems} to ${grouped(maxItems)} strings of 1 to ${maxLength} characters`;
}

export function defaultOf(name: string, { presence, schema }: Field, operation: AnyOperation): string {
  if (presence === 'required') return '**required**';
  const isUpdate = operation.kind === 'writes' && operation.assigns === undefined;
  if (isUpdate) return ['validate', 'if_version'].includes(name) ? 'none' : 'unchanged';
  const generated = (generatedDefaults as Readonly<Record<string, string>>)[name];
  if (operation.kind === 'writes' && generated !== undefined) return generated;
  if (presence === 'optional') return 'none';
  const { default: value, format = '' } = schema as Schema;
  return code(types[format] === 'number' ? String(value) : JSON.stringify(value));
}
