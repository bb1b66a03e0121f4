import type { Field } from '../../../shared/contract/resources/field.ts';
import { ImportError } from '../../source/importError.ts';
import type { Conversion, Converted } from '../values/cells.ts';
import type { FieldRule, FieldRules } from './mappingFile.ts';
import { fieldsOf, type Resource } from './resourceFields.ts';
import { ruleOf } from './valueReader.ts';

/** Values of fields by the texts that the file has for them: `--value`. An empty text stands for rows without a value. */
export type Meanings = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Throws ImportError for a field without a column, or one that accepts more than a fixed set of values. */
export function requireMeantFields(
  resource: Resource,
  meanings: Meanings,
  fields: FieldRules,
  name: string,
): void {
  const known = meantFields(resource);
  for (const [field, values] of Object.entries(meanings)) {
    const [[text, value] = []] = Object.entries(values);
    const option = `--value ${field}:${text}=${value}`;
    if (!known.includes(field))
      throw new ImportError(`${option}: the field must be one of ${known.join(', ')}`);
    if (fields[field] === undefined && Object.keys(values).some((each) => each !== ''))
      throw new ImportError(
        `${option}: ${name} has no column for ${field}: choose one with --column ${field}=COLUMN`,
      );
  }
}

/** Gives rows without a value that of the empty text. */
export function withEmptyMeanings(fields: FieldRules, meanings: Meanings): FieldRules {
  const rules = Object.entries(meanings).flatMap(([field, { '': constant }]): [string, FieldRule][] =>
    constant === undefined ? [] : [[field, withLast(fields[field], { constant })]],
  );
  return { ...fields, ...Object.fromEntries(rules) };
}

function withLast(rule: FieldRule | undefined, last: FieldRule): FieldRule {
  if (rule === undefined) return last;
  return { ...ruleOf(rule), fallback: withLast(ruleOf(rule).fallback, last) };
}

/** Returns the fields with a fixed set of values: units, flags, forms of address and countries. */
function meantFields(resource: Resource): readonly string[] {
  const fields: readonly [string, Field][] = Object.entries(fieldsOf[resource]);
  return fields.flatMap(([name, field]) => {
    const schema: MeantSchema = field.schema;
    const isFlag = schema.minimum === 0 && schema.maximum === 1;
    const isMeant = schema.enum || schema.format === 'country' || schema.minimum === -1 || isFlag;
    return isMeant ? [name] : [];
  });
}

interface MeantSchema {
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/**
 * Replaces texts by the values that the user gave them, ignoring case. `plain` converts these values.
 * Other texts are converted as before: the meaning of one code does not say that of others.
 * Throws ImportError for a value that the field does not accept.
 */
export function withMeanings(
  field: string,
  values: Readonly<Record<string, string>>,
  { convert, plain }: Readonly<Record<'convert' | 'plain', Conversion>>,
): Conversion {
  const meant = new Map<string, Converted>();
  for (const [text, value] of Object.entries(values)) {
    if (text === '') continue;
    const converted = plain(value);
    if (converted === undefined || typeof converted === 'object')
      throw new ImportError(`--value ${field}:${text}=${value}: ${field} does not accept "${value}"`);
    meant.set(text.toLowerCase(), converted);
  }
  return (text) => meant.get(text.toLowerCase()) ?? convert(text);
}
