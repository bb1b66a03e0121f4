import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { faultsOf } from '../importError.ts';
import { Columns } from './columns.ts';
import { datePattern } from './dates.ts';
import { notationExamples, notationOf } from './decimals.ts';
import { fieldsOf, type Resource } from './fields.ts';
import type { ColumnNames, MappingFile, ValueRule } from './mappingFile.ts';
import { mappingSchema, ruleSchema } from './mappingSchema.ts';
import { columnsOf, ruleOf } from './valueReader.ts';

const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true })
  .addFormat('decimal-example', (example) => notationOf(example) !== undefined)
  .addFormat('date-form', (form) => datePattern(form) !== undefined)
  .addFormat('pattern', isPattern);
const checkFile = ajv.compile(mappingSchema);
const checkRule = ajv.compile(ruleSchema);

/** Checks what a mapping file holds against its form, our fields and the file's columns: every fault, in one ImportError. */
export function checkMapping(
  file: string,
  content: unknown,
  resource: Resource,
  columns: readonly string[],
): MappingFile {
  const form = faultsIn(checkFile, content, '');
  if (form.length > 0) throw faultsOf(file, form);
  const mapping = content as MappingFile;
  const foreign = resourceFaults(mapping, resource);
  if (foreign.length > 0) throw faultsOf(file, foreign);
  const faults = [
    ...Object.entries(mapping.fields).flatMap(([field, rule]) =>
      fieldFaults(field, rule, resource, new Columns(columns)),
    ),
    ...otherColumns(mapping).flatMap(([path, names]) => missingColumns(path, names, new Columns(columns))),
  ];
  if (faults.length > 0) throw faultsOf(file, faults);
  return mapping;
}

function faultsIn(check: ValidateFunction, content: unknown, path: string): string[] {
  return check(content) ? [] : [...new Set((check.errors ?? []).map((error) => explain(error, path)))];
}

const explanations: Readonly<Record<string, string>> = {
  'decimal-example': `must be written like one of ${notationExamples.join('  ')}`,
  'date-form': 'must be a form such as DD.MM.YYYY or YYYY-MM-DD HH:mm:ss',
  pattern: 'must be a regular expression',
};

function explain({ instancePath, keyword, params, message }: ErrorObject, path: string): string {
  const place = path + instancePath || 'the file';
  if (keyword === 'additionalProperties')
    return `${place} has the unknown key "${params.additionalProperty}"`;
  if (keyword === 'enum') return `${place} must be one of ${params.allowedValues.join(', ')}`;
  if (keyword === 'format') return `${place} ${explanations[params.format as string]}`;
  return `${place} ${message}`;
}

function resourceFaults({ resource }: MappingFile, wanted: Resource): string[] {
  return resource === undefined || resource === wanted ? [] : [`/resource is ${resource}, not ${wanted}`];
}

function fieldFaults(field: string, rule: unknown, resource: Resource, columns: Columns): string[] {
  if (Object.hasOwn(fieldsOf[resource], field)) return ruleFaults(`/fields/${field}`, rule, columns);
  return [
    `/fields/${field} is no field of ${resource}: they are ${Object.keys(fieldsOf[resource]).join(', ')}`,
  ];
}

function ruleFaults(path: string, given: unknown, columns: Columns): string[] {
  const isColumns = typeof given === 'string' || Array.isArray(given);
  const rule = isColumns ? ruleOf(given as ColumnNames) : given;
  const form = faultsIn(checkRule, withLists(rule), path);
  if (form.length > 0) return form;
  const { fallback, ...own } = rule as ValueRule;
  return [
    ...sourceFaults(path, own),
    ...missingColumns(path, columnsOf(own), columns, own.join || own.hash ? 'every' : 'some'),
    ...(fallback === undefined ? [] : ruleFaults(`${path}/fallback`, fallback, columns)),
  ];
}

/** One form only, so that a fault is told as one. */
function withLists(rule: unknown): unknown {
  const isRule = typeof rule === 'object' && rule !== null && 'column' in rule;
  return isRule ? { ...rule, column: [rule.column].flat() } : rule;
}

function sourceFaults(path: string, rule: ValueRule): string[] {
  const sources = ['column', 'constant', 'join', 'hash'].filter((source) => source in rule);
  return sources.length === 1 ? [] : [`${path} must have one of column, constant, join and hash`];
}

/** Of alternatives, one is enough. */
function missingColumns(
  path: string,
  names: readonly string[],
  columns: Columns,
  needs: 'every' | 'some' = 'every',
): string[] {
  const missing = names.filter((name) => columns.find(name) === undefined);
  if (missing.length === 0 || (needs === 'some' && missing.length < names.length)) return [];
  const has = columns.names.map((name) => `"${name}"`).join(', ');
  return missing.map((name) => `${path}: there is no column "${name}"; there are ${has}`);
}

function otherColumns({ carry_down: carry, skip = [] }: MappingFile): [string, readonly string[]][] {
  const carried: [string, readonly string[]][] = carry
    ? [
        ['/carry_down/by', [carry.by].flat()],
        ['/carry_down/columns', carry.columns],
      ]
    : [];
  return [
    ...carried,
    ...skip.map(({ columns }, place) => [`/skip/${place}/columns`, columns] as [string, string[]]),
  ];
}

function isPattern(text: string): boolean {
  try {
    return Boolean(new RegExp(text));
  } catch {
    return false;
  }
}
