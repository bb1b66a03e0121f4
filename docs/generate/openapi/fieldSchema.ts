import type { TSchema } from 'typebox';
import { type AnyOperation, resourceOf } from '../../../shared/operations/operation.ts';
import { articleUnits } from '../../../shared/resources/article.ts';
import type { Field, Fields } from '../../../shared/resources/field.ts';
import { titleCodes } from '../../../shared/resources/title.ts';
import { generatedDefaults, meaningOf } from '../meanings.ts';
import { exampleOf } from './exampleValues.ts';
import { plain, type Schema } from './schema.ts';

type Stated = TSchema &
  Readonly<Record<string, unknown>> & { readonly format?: string; readonly maxBytes?: number };

/** The limits of amounts, which JSON Schema can't say exactly: a multiple of 0.0001 is not one in floats. */
const amount = 99_999_999_999.9999;

/** What clients send for a format of ours. */
const formats: Readonly<Record<string, Schema>> = {
  decimal: { type: 'number', minimum: -amount, maximum: amount },
  percentage: { type: 'number', minimum: 0, maximum: 100 },
  'utc-date-time': { type: 'string', pattern: String.raw`^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$` },
  country: { type: 'string', pattern: '^([A-Za-z]{2})?$' },
  'leitweg-id': { type: 'string', maxLength: 46 },
};

const formatTexts: Readonly<Record<string, string>> = {
  decimal: 'At most 11 digits before and 4 after the decimal point.',
  percentage: 'At most 4 decimals.',
  'utc-date-time': 'From 1900-01-01 to 9998-12-31.',
  country: 'An ISO 3166-1 alpha-2 code, or empty.',
  'leitweg-id':
    '2 to 12 digits, then optionally `-` and 1 to 30 letters or digits, then `-` and two check digits; or empty.',
};

/** Schema, meaning, limits, default and example of a field in requests of an operation. */
export function fieldSchema(name: string, field: Field, operation: AnyOperation): Schema {
  const stated = field.schema as Stated;
  const described = plain(meaningOf(resourceOf(operation), name));
  const parts = [described, valuesText(name), limitsText(stated), defaultText(name, field, operation)];
  if (field.members) return { ...objectSchema(field.members, operation), description: described };
  return {
    ...wireSchema(stated),
    description: parts.filter(Boolean).join(' '),
    examples: [exampleFor(name, stated)],
  };
}

/** Of a field that holds others, any of them. */
function objectSchema(members: Fields, operation: AnyOperation): Schema {
  const [first = ''] = Object.keys(members);
  const properties = Object.entries(members).map(([name, member]) => [
    name,
    fieldSchema(name, member, operation),
  ]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    examples: [{ [first]: exampleOf(first) }],
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
  // Bytes, since each character has at least one.
  const text = maxBytes === undefined ? {} : { maxLength: maxBytes };
  return { ...schema, ...text, ...(items ? { items: wireSchema(items as Stated) } : {}) };
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

function isUpdate({ kind, assigns }: AnyOperation): boolean {
  return kind === 'writes' && assigns === undefined;
}

/**
 * In words: generators take a field with the keyword `default` for one that is always there, and their clients would have to
 * send all of them.
 */
function defaultText(name: string, { presence, schema }: Field, operation: AnyOperation): string {
  if (presence === 'required' || isUpdate(operation)) return '';
  const generated = (generatedDefaults as Readonly<Record<string, string>>)[name];
  if (operation.kind === 'writes' && generated) return `Default: ${generated}.`;
  const { default: value, format = '' } = schema as Stated;
  if (presence === 'optional' || value === undefined) return '';
  const isNumber = formats[format]?.['type'] === 'number';
  return `Default: \`${JSON.stringify(isNumber ? Number(value) : value)}\`.`;
}
