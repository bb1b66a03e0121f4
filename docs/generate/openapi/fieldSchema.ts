import type { TSchema } from 'typebox';
import type { AnyOperation } from '../../../shared/contract/operations/operation.ts';
import { articleUnits } from '../../../shared/contract/resources/article.ts';
import type { Field } from '../../../shared/contract/resources/field.ts';
import { titleCodes } from '../../../shared/contract/resources/titleCodes.ts';
import { generatedDefaults, meaningOf } from '../meanings.ts';
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

const formatTexts: Readonly<Record<string, string>> = {
  decimal: 'A number, or a decimal as text: at most 11 digits before and 4 after the decimal point.',
  percentage: 'A number from 0 to 100, or a decimal as text: at most 4 decimals.',
  'utc-date-time': '`YYYY-MM-DD HH:MM:SS`, from 1900-01-01 to 9998-12-31.',
  country: 'An ISO 3166-1 alpha-2 code, or empty.',
  'leitweg-id':
    '2 to 12 digits, then optionally `-` and 1 to 30 letters or digits, then `-` and two check digits; or empty.',
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
    plain(meaningOf(operation.name, name)),
    valuesText(name),
    limitsText(stated),
    defaultText(name, field, operation),
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

function valuesText(name: string): string {
  if (name.endsWith('_title') && name !== 'article_title')
    return `${titleCodes.map(([code, meaning]) => `${code}: ${meaning}`).join(', ')}.`;
  if (name !== 'article_unit') return '';
  return `${Object.entries(articleUnits)
    .map(([unit, meaning]) => `\`${unit}\`: ${meaning}`)
    .join(', ')}.`;
}

function limitsText({ format, maxBytes }: Stated): string {
  if (maxBytes !== undefined) return `Several lines, at most ${maxBytes} bytes of UTF-8.`;
  return format === undefined ? '' : (formatTexts[format] ?? '');
}

/** The note of fields that need a flag. */
function ignoredText(name: string, { onlyWith }: AnyOperation): string {
  if (!onlyWith || !Object.hasOwn(onlyWith.fields, name)) return '';
  return `Ignored, whatever it holds, unless \`${onlyWith.flag}\` is 1: the schema gives it a type all the same.`;
}

function isUpdate({ kind, assigns }: AnyOperation): boolean {
  return kind === 'writes' && assigns === undefined;
}

/**
 * The default in words: generators take a field with the keyword `default` for one that is always there, and their clients would have to
 * send all of them.
 */
function defaultText(name: string, { presence, schema }: Field, operation: AnyOperation): string {
  if (presence === 'required' || isUpdate(operation)) return '';
  const generated = (generatedDefaults as Readonly<Record<string, string>>)[name];
  if (operation.kind === 'writes' && generated) return `Default: ${generated}.`;
  const { default: value, format = '' } = schema as Stated;
  if (presence === 'optional' || value === undefined) return '';
  const isNumber = ['decimal', 'percentage'].includes(format);
  return `Default: \`${JSON.stringify(isNumber ? Number(value) : value)}\`.`;
}
