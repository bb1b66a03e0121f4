import type { Field } from '../../shared/contract/resources/field.ts';
import type { Drawing } from '../../test/support/random.ts';
import type { Kind, RightValue, Schema, WrongValue } from './kind.ts';
import { fieldNames, soughtValues } from './listKinds.ts';
import { decimal, integer, percentage } from './numberKinds.ts';
import { choice, country, dateTime, ident, leitwegId, string } from './textKinds.ts';

const byFormat: Readonly<Record<string, Kind>> = {
  country,
  'leitweg-id': leitwegId,
  decimal,
  percentage,
  'utc-date-time': dateTime,
};

export function rightValue(draw: Drawing, field: Field): RightValue {
  return kindOf(field).right(draw, field.schema as Schema);
}

export function wrongValue(draw: Drawing, field: Field): WrongValue {
  const fromAll = !isList(field) && draw.below(3) === 0;
  const json = fromAll ? draw.one(never) : kindOf(field).wrong(draw, field.schema as Schema);
  if (typeof json !== 'string') return json;
  // A number that is too large to be exact is a text that is neither a code nor an ID; other values have the wrong type.
  return { json, code: hugeNumbers.includes(json) ? field.code : 'field_invalid' };
}

/** True if a field holds an amount, which the tables have as a decimal string. */
export function isDecimal(field: Field): boolean {
  return [decimal, percentage].includes(kindOf(field));
}

export function isIdent(field: Field): boolean {
  return kindOf(field) === ident;
}

/** True if a field is free text, which may be empty. */
export function isText(field: Field): boolean {
  return kindOf(field) === string;
}

export function isList({ schema }: Field): boolean {
  return (schema as Schema).type === 'array';
}

function kindOf({ schema }: Field): Kind {
  const { format, enum: words, type, items, maxBytes, default: defaultValue } = schema as Schema;
  if (items) return items.enum ? fieldNames : soughtValues;
  if (format) return kindOfFormat(format);
  if (words) return choice;
  if (type === 'integer') return integer;
  return maxBytes || defaultValue !== undefined ? string : ident;
}

function kindOfFormat(format: string): Kind {
  const kind = byFormat[format];
  if (kind) return kind;
  throw new Error(`fields of the format ${format} have no values here yet`);
}

const nested = (levels: number) => [
  `${'['.repeat(levels)}${']'.repeat(levels)}`,
  `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`,
];

const hugeNumbers = ['1e300', '-1e300'];

/** JSON that no field accepts, unless it takes a list. */
const never = [
  'true',
  'false',
  '[]',
  '{}',
  '["a"]',
  '[1]',
  '{"a":1}',
  '{"length":1}',
  '{"toString":1}',
  '[null]',
  '{"constructor":{"prototype":{"a":1}}}',
  ...hugeNumbers,
  ...nested(100),
  ...nested(5e3),
];
