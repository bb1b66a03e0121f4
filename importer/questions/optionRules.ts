import type { MappingOptions } from '../mapping/mappingOptions.ts';
import type { FieldRule, FieldRules, MappingFile, ValueRule } from '../mapping/rules/mappingFile.ts';
import { requireMeantFields, withEmptyMeanings } from '../mapping/rules/meanings.ts';
import { fieldsOf, type Resource } from '../mapping/rules/resourceFields.ts';
import { ruleOf } from '../mapping/rules/valueReader.ts';
import { notationExamples, notationOf } from '../mapping/values/amounts.ts';
import { mappedPrices } from '../mapping/values/divisors.ts';
import { Columns } from '../rows/columns.ts';
import type { Inspection } from '../rows/inspectColumns.ts';
import { ImportError } from '../source/importError.ts';
import { selectionRules, unknownColumn } from './rowSelection.ts';

/** A file that needs a mapping, and the options of the user. */
export interface MappingRequest {
  readonly resource: Resource;
  readonly columns: readonly string[];
  readonly options: MappingOptions;
  /** Name of the file in messages. */
  readonly name: string;
  /** Undefined when only the names of the columns are known. */
  readonly inspection?: Inspection | undefined;
}

/** Drops the fields that the user leaves out with `--column FIELD=`. */
export function withoutFields(file: MappingFile, names: readonly string[], resource: Resource): MappingFile {
  for (const field of names) requireField(field, resource);
  return { ...file, fields: withFields(file.fields, (field) => !names.includes(field)) };
}

/** Takes the columns that the user names with `--column FIELD=COLUMN`. */
export function withColumns(
  { resource, columns: names, name }: MappingRequest,
  file: MappingFile,
  wanted: Readonly<Record<string, string>>,
): MappingFile {
  const columns = new Columns(names);
  const rules = Object.entries(wanted).map(([field, column]): [string, FieldRule] => {
    requireField(field, resource);
    if (columns.find(column) === undefined)
      throw unknownColumn(`--column ${field}="${column}"`, column, names, name);
    return [field, withColumn(file.fields[field], column)];
  });
  return { ...file, fields: { ...file.fields, ...Object.fromEntries(rules) } };
}

/** Keeps the parts of a rule that say how its values are written. */
function withColumn(rule: FieldRule | undefined, column: string): FieldRule {
  if (rule === undefined) return column;
  const { decimal, date, plain_text, line_breaks } = ruleOf(rule);
  const kept = Object.entries({ decimal, date, plain_text, line_breaks });
  return { ...Object.fromEntries(kept.filter(([, value]) => value !== undefined)), column };
}

/** Adds the rules of all other options, which override those of the file. */
export function overridden(
  { resource, columns, options, name }: MappingRequest,
  file: MappingFile,
): MappingFile {
  const { type, accountName, decimal, taxRate, taxRates, priceIsGross, divide, pricePer } = options;
  if (decimal !== undefined && !notationOf(decimal))
    throw new ImportError(
      `unknown number format --decimal "${decimal}"; supported: ${notationExamples.join('  ')}`,
    );
  if (pricePer && new Columns(columns).find(pricePer) === undefined)
    throw unknownColumn(`--price-per "${pricePer}"`, pricePer, columns, name);
  requireMeantFields(resource, options.values ?? {}, file.fields, name);
  const { only, skip } = selectionRules(options, columns, name);
  const given = withEmptyMeanings(file.fields, options.values ?? {});
  const divided = withDivisors(given, divide ?? {}, name);
  const fields = taxRates === undefined ? divided : withTaxRates(divided, taxRates, name);
  return {
    ...file,
    fields,
    ...(only.length > 0 && { only: [...(file.only ?? []), ...only] }),
    ...(skip.length > 0 && { skip: [...(file.skip ?? []), ...skip] }),
    ...(pricePer !== undefined && { price_per: pricePer }),
    ...(type !== undefined && { type }),
    ...(accountName !== undefined && { account_name: accountName }),
    ...(decimal !== undefined && { decimal }),
    ...(taxRate !== undefined && { tax_rate: taxRate }),
    ...(priceIsGross !== undefined && { price_is_gross: priceIsGross }),
  };
}

function withDivisors(
  fields: FieldRules,
  divisors: Readonly<Record<string, number>>,
  name: string,
): FieldRules {
  const rules = Object.entries(divisors).map(([field, divide]): [string, FieldRule] => {
    const rule = fields[field];
    if (rule !== undefined) return [field, { ...ruleOf(rule), divide }];
    const other = mappedPrices.find((price) => fields[price] !== undefined);
    const remedy =
      other === undefined
        ? `choose one with --column ${field}=COLUMN`
        : `the file has ${other}: set --divide ${other}=${divide}`;
    throw new ImportError(`--divide ${field}=${divide}: ${name} has no column for ${field}; ${remedy}`);
  });
  return { ...fields, ...Object.fromEntries(rules) };
}

/** Adds tax rates for codes, written with `%`: `translatesCodes` then still takes other numbers of the column for codes. */
function withTaxRates(
  fields: FieldRules,
  taxRates: Readonly<Record<string, number>>,
  name: string,
): FieldRules {
  const rule = fields.article_tax_rate;
  const [[code, rate] = []] = Object.entries(taxRates);
  if (rule === undefined)
    throw new ImportError(
      `--tax-rate ${code}=${rate}: ${name} has no column for tax rates or codes: choose one with --column article_tax_rate=COLUMN`,
    );
  const rates = Object.entries(taxRates).map(([text, percent]) => [text, `${percent}%`] as const);
  return { ...fields, article_tax_rate: withValues(rule, Object.fromEntries(rates)) };
}

function withValues(given: FieldRule, values: Readonly<Record<string, string>>): ValueRule {
  const rule = ruleOf(given);
  return {
    ...rule,
    ...(rule.constant === undefined && { values: { ...rule.values, ...values } }),
    ...(rule.fallback !== undefined && { fallback: withValues(rule.fallback, values) }),
  };
}

function requireField(field: string, resource: Resource): void {
  if (Object.hasOwn(fieldsOf[resource], field)) return;
  throw new ImportError(
    `--column ${field}=…: unknown field; fields of ${resource}: ${Object.keys(fieldsOf[resource]).join(', ')}`,
  );
}

export function withFields<Rule extends FieldRule>(
  fields: Readonly<Record<string, Rule>>,
  isKept: (field: string, rule: Rule) => boolean,
): Readonly<Record<string, Rule>> {
  return Object.fromEntries(Object.entries(fields).filter(([field, rule]) => isKept(field, rule)));
}
