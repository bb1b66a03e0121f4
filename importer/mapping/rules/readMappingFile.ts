import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { Field } from '../../../shared/contract/resources/field.ts';
import { isAmount } from '../../../shared/contract/resources/records.ts';
import { Columns } from '../../rows/columns.ts';
import { composedAll } from '../../source/composed.ts';
import { errorOfFaults, ImportError, list, quoted } from '../../source/importError.ts';
import { notationExamples, notationOf } from '../values/amounts.ts';
import { dateForm } from '../values/dates.ts';
import { mappedPrices } from '../values/divisors.ts';
import {
  type FieldRule,
  type MappingFile,
  mappingSchema,
  ruleSchema,
  type ValueRule,
} from './mappingFile.ts';
import { fieldsOf, type Resource } from './resourceFields.ts';
import { columnsOf, ruleOf } from './valueReader.ts';

/** Throws ImportError for an unreadable file, and with line and column for invalid JSON. */
export function readMappingFile(file: string): unknown {
  const text = contentOf(file);
  try {
    return composedAll(JSON.parse(text.replace(/^\uFEFF/, '')) as unknown);
  } catch (error) {
    const { message } = error as Error;
    const position = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
    throw new ImportError(
      `${file}, ${placeOf(text, position)}: not valid JSON: ${message.replace(/ \(line.*/, '')}`,
    );
  }
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ImportError(`${file} ${code === 'ENOENT' ? 'does not exist' : "can't be read"}`);
  }
}

function placeOf(text: string, position: number): string {
  const lines = text.slice(0, position).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}

// Verbose errors have the schema that refused the value: messages take from it what is allowed. A test checks the schemas.
const ajv = new Ajv2020({
  validateSchema: false,
  strict: true,
  allErrors: true,
  allowUnionTypes: true,
  verbose: true,
})
  .addFormat('decimal-example', (example) => notationOf(example) !== undefined)
  .addFormat('date-form', (form) => dateForm(form) !== undefined)
  .addFormat('pattern', isPattern);

/** Throws one ImportError with all faults against the schema, our fields and the columns of the file. */
export function checkMapping(
  file: string,
  content: unknown,
  resource: Resource,
  columns: readonly string[],
): MappingFile {
  const form = faultsIn(mappingSchema, content, '');
  if (form.length > 0) throw errorOfFaults(file, form);
  const mapping = content as MappingFile;
  if (mapping.resource !== undefined && mapping.resource !== resource)
    throw errorOfFaults(file, [
      `/resource: the mapping is for ${mapping.resource}, but the command imports ${resource}`,
    ]);
  const faults = [
    ...Object.entries(mapping.fields).flatMap(([field, rule]) =>
      fieldFaults(field, rule, resource, new Columns(columns)),
    ),
    ...(mapping.price_per ? ruleFaults('/price_per', mapping.price_per, new Columns(columns)) : []),
    ...otherColumns(mapping).flatMap(([path, names]) => missingColumns(path, names, new Columns(columns))),
  ];
  if (faults.length > 0) throw errorOfFaults(file, faults);
  return mapping;
}

/** Compiles a schema at its first use: most imports have no mapping file. */
function faultsIn(schema: object, content: unknown, path: string): string[] {
  return ajv.validate(schema, content)
    ? []
    : [...new Set((ajv.errors ?? []).map((error) => explain(error, path)))];
}

function explain(error: ErrorObject, path: string): string {
  const place = path + error.instancePath;
  const explained = explanations[error.keyword]?.(error) ?? error.message ?? '';
  return place === '' ? explained : `${place}: ${explained}`;
}

const formats: Readonly<Record<string, string>> = {
  'decimal-example': `must be one of the number formats ${notationExamples.join('  ')}`,
  'date-form': 'must be a date format such as DD.MM.YYYY or YYYY-MM-DD HH:mm:ss',
  pattern: 'must be a regular expression',
};

const explanations: Readonly<Record<string, (error: ErrorObject) => string>> = {
  dependentRequired: ({ params }) =>
    `"${params.property}" has no effect without "${params.missingProperty}": add it, or remove "${params.property}"`,
  additionalProperties: ({ params, parentSchema }) =>
    `unknown key "${params.additionalProperty}"; known keys: ${Object.keys(parentSchema?.properties).join(', ')}`,
  enum: ({ params }) => `must be one of ${params.allowedValues.join(', ')}`,
  format: ({ params }) => formats[params.format as string] ?? '',
  maximum: ({ params }) => `must be at most ${params.limit}`,
  minimum: ({ params }) => `must be at least ${params.limit}`,
  maxLength: ({ params }) => `must have at most ${params.limit} characters`,
  minLength: () => 'must not be empty',
  minItems: () => 'must not be empty',
  exclusiveMinimum: ({ params }) => `must be more than ${params.limit}`,
  required: ({ params }) => `missing key "${params.missingProperty}"`,
  type: ({ params }) => `must be of type ${[params.type].flat().join(' or ')}`,
};

function fieldFaults(field: string, rule: unknown, resource: Resource, columns: Columns): string[] {
  const path = `/fields/${field}`;
  if (Object.hasOwn(fieldsOf[resource], field))
    return [
      ...ruleFaults(path, rule, columns),
      ...divideFaults(path, field, rule),
      ...formatFaults(path, field, resource, rule),
    ];
  return [
    `/fields/${field}: unknown field; fields of ${resource}: ${Object.keys(fieldsOf[resource]).join(', ')}`,
  ];
}

/** Only a whole price is divided: neither another field nor a fallback alone. */
function divideFaults(path: string, field: string, rule: unknown): string[] {
  const { divide, fallback } = (rule ?? {}) as { divide?: unknown; fallback?: { divide?: unknown } };
  const isPrice = mappedPrices.includes(field);
  return [
    ...(divide === undefined || isPrice
      ? []
      : [`${path}/divide: only ${list(mappedPrices, 'and')} can be divided`]),
    ...(fallback?.divide === undefined
      ? []
      : [`${path}/fallback/divide: set divide beside the fallback; it applies to both`]),
  ];
}

/** Only dates have a date format, and only numbers one of numbers. */
function formatFaults(path: string, field: string, resource: Resource, given: unknown): string[] {
  if (typeof given !== 'object' || given === null) return [];
  const { date, decimal, fallback } = given as Record<string, unknown>;
  const { schema } = fieldsOf[resource][field] as Field;
  const isDate = 'format' in schema && schema.format === 'utc-date-time';
  const isNumber = isAmount(schema) || field === 'article_tax_rate';
  return [
    ...(date === undefined || isDate ? [] : [`${path}/date: ${field} is not a date: remove the format`]),
    ...(decimal === undefined || isNumber
      ? []
      : [`${path}/decimal: ${field} is not a number with decimals: remove the format`]),
    ...formatFaults(`${path}/fallback`, field, resource, fallback),
  ];
}

function ruleFaults(path: string, given: unknown, columns: Columns): string[] {
  const isColumns = typeof given === 'string' || Array.isArray(given);
  if (!isColumns && (typeof given !== 'object' || given === null))
    return [`${path}: must be the name of a column, a list of names, or an object`];
  const rule = isColumns ? ruleOf(given as FieldRule) : given;
  const form = faultsIn(ruleSchema, withLists(rule), path);
  if (form.length > 0) return form;
  const { fallback, ...own } = rule as ValueRule;
  return [
    ...sourceFaults(path, own),
    ...missingColumns(path, [own.needs ?? [], own.unless ?? []].flat(2), columns),
    ...missingColumns(path, columnsOf(own), columns, own.join || own.hash ? 'every' : 'some'),
    ...(fallback === undefined ? [] : ruleFaults(`${path}/fallback`, fallback, columns)),
  ];
}

/** Puts columns into a list, so that a schema of one alternative gives one fault. */
function withLists(rule: object): object {
  return 'column' in rule ? { ...rule, column: [rule.column].flat() } : rule;
}

function sourceFaults(path: string, rule: ValueRule): string[] {
  const sources = ['column', 'constant', 'join', 'hash'].filter((source) => source in rule);
  return sources.length === 1 ? [] : [`${path}: must have exactly one of column, constant, join, hash`];
}

/** Reports columns that the file lacks; of alternatives (`some`), one is enough. */
function missingColumns(
  path: string,
  names: readonly string[],
  columns: Columns,
  required: 'every' | 'some' = 'every',
): string[] {
  const missing = names.filter((name) => columns.find(name) === undefined);
  if (missing.length === 0 || (required === 'some' && missing.length < names.length)) return [];
  return missing.map(
    (name) => `${path}: unknown column "${name}"; columns of the file: ${quoted(columns.names)}`,
  );
}

function otherColumns({
  carry_down: carry,
  inherit,
  skip = [],
  only = [],
}: MappingFile): [string, readonly string[]][] {
  return [
    ['/carry_down/by', [carry?.by ?? []].flat()],
    ['/carry_down/columns', carry?.columns ?? []],
    ['/inherit/by', [inherit?.by ?? []].flat()],
    ['/inherit/keys', inherit?.keys ?? []],
    ['/inherit/columns', inherit?.columns ?? []],
    ['/inherit/marked', inherit?.marked ?? []],
    ['/inherit/together', inherit?.together ?? []],
    ['/inherit/optional', inherit?.optional ?? []],
    ...skip.map(({ columns }, index) => [`/skip/${index}/columns`, columns] as [string, readonly string[]]),
    ...only.map(({ column }, index) => [`/only/${index}/column`, [column]] as [string, readonly string[]]),
  ];
}

export function isPattern(text: string): boolean {
  try {
    return Boolean(new RegExp(text));
  } catch {
    return false;
  }
}
