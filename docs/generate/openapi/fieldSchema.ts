import type { TSchema } from 'typebox';
import { type AnyOperation, resourceOf } from '../../../shared/contract/operations/operation.ts';
import type { Field } from '../../../shared/contract/resources/field.ts';
import { requestDoc } from '../fieldDocs.ts';
import { beyondSchema, waiting } from './beyondSchema.ts';
import { exampleOf } from './exampleValues.ts';
import { integerSchema, namedValue } from './namedValues.ts';
import { plain, type Schema } from './openapiSchema.ts';
import {
  countryPattern,
  decimalPattern,
  leitwegPattern,
  percentagePattern,
  timePattern,
} from './patterns.ts';

type Stated = TSchema &
  Readonly<Record<string, unknown>> & { readonly format?: string; readonly maxBytes?: number };

const maxAmount = 99_999_999_999.9999;

/** Schemas of the values that clients send for our formats. */
const formats: Readonly<Record<string, Schema>> = {
  decimal: {
    type: ['number', 'string'],
    minimum: -maxAmount,
    maximum: maxAmount,
    pattern: decimalPattern,
  },
  percentage: { type: ['number', 'string'], minimum: 0, maximum: 100, pattern: percentagePattern },
  'utc-date-time': { type: 'string', pattern: timePattern },
  country: { type: 'string', pattern: countryPattern },
  'leitweg-id': { type: 'string', maxLength: 46, pattern: leitwegPattern },
};

/** The place of a field: the request itself, or an object that is a field of the request. */
type Place = 'request' | 'filter';

/** Schema, meaning, limits, default and example of a field in requests of an operation. */
export function fieldSchema(
  name: string,
  field: Field,
  operation: AnyOperation,
  place: Place = 'request',
): Schema {
  const stated = field.schema as Stated;
  const parts = [
    plain(requestDoc(operation, resourceOf(operation.name), name, field)),
    ...beyondSchema(field).map(({ sentence }) => sentence),
    name === 'wait_ms' ? waiting.sentence : '',
    ignoredText(name, operation),
  ];
  return {
    ...withEmptyValues(wireSchema(stated), field, place),
    description: parts.filter(Boolean).join(' '),
    examples: [exampleFor(name, stated)],
  };
}

/** The example of a field; of a choice that differs between operations, its first word. */
function exampleFor(name: string, { enum: words, items }: Stated): unknown {
  const example = exampleOf(name);
  if (Array.isArray(words) && !words.includes(example)) return words[0];
  const itemWords = (items as Stated | undefined)?.enum;
  return Array.isArray(itemWords) ? [itemWords[0]] : example;
}

function wireSchema(stated: Stated): Schema {
  const { default: _, format, wellFormed, maxBytes, items, ...schema } = stated;
  if (format !== undefined) return formats[format] ?? schema;
  if (schema['type'] === 'integer') return integerSchema(schema);
  if (schema['enum']) return namedValue(schema) ?? schema;
  // Bytes, since each character has at least one.
  const text = maxBytes === undefined ? schema : { ...schema, maxLength: maxBytes };
  if (wellFormed) return { ...text, type: ['string', 'integer'], ...exactIntegers };
  return { ...text, ...(items ? { items: wireSchema(items as Stated) } : {}) };
}

/** The integers that stand for a text. */
const exactIntegers = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };

/** The schema with what else counts as not sent, or without the empty text. Asks the code that cleans requests. */
function withEmptyValues(schema: Schema, { presence, missing, clean }: Field, place: Place): Schema {
  const { type, enum: words } = schema;
  const texts: readonly unknown[] = Array.isArray(type) ? type : [type];
  if (!texts.includes('string') || presence === 'defaulted') return schema;
  const filled = missing !== undefined && !words ? { minLength: 1, ...schema } : schema;
  if (missing !== undefined || place === 'filter') return filled;
  const others = [...(clean('') === undefined ? [''] : []), ...(clean(null) === undefined ? [null] : [])];
  return {
    ...filled,
    ...(others.includes(null) ? { type: [...texts, 'null'] } : {}),
    ...(Array.isArray(words) ? { enum: [...words, ...others] } : {}),
  };
}

/** The note of fields that need a flag. */
function ignoredText(name: string, { onlyWith }: AnyOperation): string {
  if (!onlyWith || !Object.hasOwn(onlyWith.fields, name)) return '';
  return `Ignored, whatever it holds, unless \`${onlyWith.flag}\` is 1: the schema gives it a type all the same.`;
}
