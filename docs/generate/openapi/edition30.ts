import type { Schema } from './openapiSchema.ts';

type Schemas = Readonly<Record<string, Schema>>;

/** Keywords that OpenAPI 3.0 does not have, and those that are written otherwise there. */
const leftOut: ReadonlySet<string> = new Set([
  'if',
  'then',
  'else',
  'propertyNames',
  'dependentRequired',
  'const',
  'type',
]);

/** Keywords that speak of one type only. */
const ofTexts: ReadonlySet<string> = new Set(['pattern', 'minLength', 'maxLength']);
const ofNumbers: ReadonlySet<string> = new Set(['minimum', 'maximum']);

/** Generators put the description into each class, so the guide stays in the edition 3.1. */
const note =
  'This is the edition for generators of classes, in OpenAPI 3.0: each field has one type. What it allows is accepted. Other notations of a value, such as an amount as text, and the guide to HTTP, signatures and values are in the edition 3.1, `openapi.json`.';

/** The document as OpenAPI 3.0. */
export function edition30(document: Schema): Schema {
  const { info, components, webhooks: _webhooks, ...rest } = document as Readonly<Record<string, Schema>>;
  const { summary, license, ...about } = info as Schema & { readonly summary: string };
  const { identifier: _, ...named } = license as Schema;
  const { schemas = {}, ...others } = converted(components) as Readonly<Record<string, Schemas>>;
  return {
    ...(converted(rest) as Schema),
    openapi: '3.0.3',
    info: { ...about, license: named, description: `${summary} ${note}` },
    components: { ...others, schemas: forClasses(schemas) },
  };
}

function converted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(converted);
  return typeof value === 'object' && value !== null ? convertedObject(value as Schema) : value;
}

function convertedObject(schema: Schema): Schema {
  // Beside a reference, everything is ignored.
  if (typeof schema['$ref'] === 'string') return { $ref: schema['$ref'] };
  const [first] = (schema['anyOf'] ?? []) as readonly Schema[];
  if (first && 'examples' in schema) return convertedObject(first);
  const type = oneTypeOf(schema);
  const other = 'type' in type && type['type'] !== 'string' ? ofTexts : ofNumbers;
  const members = Object.entries(schema)
    .filter(([keyword]) => !leftOut.has(keyword) && !(Array.isArray(schema['type']) && other.has(keyword)))
    .map(([keyword, value]) => member(keyword, value, schema));
  return {
    ...type,
    ...Object.fromEntries(members),
    ...('propertyNames' in schema ? { additionalProperties: false } : {}),
    ...(typeof schema['const'] === 'string' ? { example: schema['const'] } : {}),
  };
}

function member(keyword: string, value: unknown, { type }: Schema): readonly [string, unknown] {
  if (keyword === 'value' || keyword === 'example') return [keyword, value];
  if (keyword === 'properties')
    return [
      keyword,
      Object.fromEntries(Object.entries(value as Schemas).map(([name, each]) => [name, converted(each)])),
    ];
  if (keyword === 'examples' && Array.isArray(value)) return ['example', value[0]];
  // A value that counts as not sent can be left out.
  if (keyword === 'enum' && Array.isArray(type)) return [keyword, (value as unknown[]).filter(Boolean)];
  return [keyword, converted(value)];
}

/** The first type. Null counts only in answers, where nothing else stands beside the type. */
function oneTypeOf({ type, enum: words }: Schema): Schema {
  if (type === 'null') return { type: 'object', nullable: true };
  if (!Array.isArray(type)) return type === undefined ? {} : { type };
  const [first, ...others] = type;
  return { type: first, ...(others.join() === 'null' && !words ? { nullable: true } : {}) };
}

/** Names of schemas that only the typed entries of batches use. */
const notForClasses = /(?:FieldName|Entry)$/;

/**
 * Entries of batches and their results as one class each, whose `data` is any object: alternatives, and bases with a discriminator,
 * become classes that can't be read, since some generators ignore the names of operations that the discriminator has.
 */
function forClasses(schemas: Schemas): Schemas {
  const { ArticleCreateEntry: entry, ArticleCreateAnswer: answer } = schemas;
  return {
    ...Object.fromEntries(Object.entries(schemas).filter(([name]) => !notForClasses.test(name))),
    BatchEntry: withAnyData(entry, 'An operation to run: `data` is an object of the class of its request.'),
    BatchResult: withAnyData(
      answer,
      'The answer to an entry: `data` is what the class with the data of its operation has.',
    ),
  };
}

function withAnyData({ properties, required }: Schema = {}, description: string): Schema {
  const { data: _, ...others } = properties as Schemas;
  const data = { type: 'object', nullable: true, description: 'That of the operation that `method` names.' };
  return { type: 'object', description, required, properties: { ...others, data } };
}
