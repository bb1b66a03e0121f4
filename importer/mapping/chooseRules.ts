import { ImportError } from '../source/importError.ts';
import type { Inspection } from '../source/inspectColumns.ts';
import { quoted } from '../source/quotedList.ts';
import { type Guess, guessFields } from './guess/guessFields.ts';
import { defaultCurrency, type MappingOptions } from './mappingOptions.ts';
import { presetIgnoredLines, presetMapping } from './presets/presets.ts';
import { checkMapping } from './rules/checkMappingFile.ts';
import { Columns } from './rules/columns.ts';
import type { ColumnNames, MappingFile, ValueRule } from './rules/mappingFile.ts';
import { readMappingFile } from './rules/readMappingFile.ts';
import { fieldsOf, type Resource } from './rules/resourceFields.ts';
import { columnsOf, ruleOf, valueReader } from './rules/valueReader.ts';
import { notationExamples, notationOf } from './values/amounts.ts';

export interface ChosenRules {
  readonly origin: string;
  readonly file: MappingFile;
  readonly ambiguous: readonly AmbiguousColumns[];
}

export function chooseRules(
  resource: Resource,
  columns: readonly string[],
  options: MappingOptions,
  name: string,
  inspection?: Inspection,
): ChosenRules {
  const { origin, file: given } = base(resource, columns, options, name);
  const file = withColumns(resource, columns, given, options.columns ?? {}, name);
  const empty = new Set(inspection?.columns.flatMap((column) => (column.filled === 0 ? [column.name] : [])));
  const context = {
    currency: options.currency ?? defaultCurrency,
    isEmpty: (column: string) => empty.has(column),
  };
  const named = Object.values(options.columns ?? {});
  const free = columns.filter((column) => !named.includes(column));
  const known = knownFields(file, columns);
  const guess = file.guess ? guessFields(resource, free, known, context) : undefined;
  const fields = guess ? { ...guess.fields, ...known } : file.fields;
  const whole = { ...file, fields: withoutOtherPrice(fields, options.columns ?? {}) };
  const isOpen = (field: string) =>
    !Object.hasOwn(options.columns ?? {}, field) &&
    (options.file === undefined || !Object.hasOwn(known, field));
  return {
    origin,
    file: overridden(whole, options, name),
    ambiguous: ambiguousColumns(
      Object.entries(whole.fields).filter(([field]) => isOpen(field)),
      guess,
      free,
    ),
  };
}

function withoutOtherPrice(
  fields: MappingFile['fields'],
  { article_price: net, article_price_total: gross }: Readonly<Record<string, string>>,
): MappingFile['fields'] {
  if ((net === undefined) === (gross === undefined)) return fields;
  const other = net === undefined ? 'article_price' : 'article_price_total';
  return Object.fromEntries(Object.entries(fields).filter(([field]) => field !== other));
}

function knownFields({ fields }: MappingFile, names: readonly string[]): MappingFile['fields'] {
  const columns = new Columns(names);
  return Object.fromEntries(Object.entries(fields).filter(([, rule]) => valueReader(rule, columns)));
}

function base(
  resource: Resource,
  columns: readonly string[],
  { preset, file }: MappingOptions,
  name: string,
): Omit<ChosenRules, 'ambiguous'> {
  if (preset !== undefined && file !== undefined)
    throw new ImportError("--preset and --mapping can't be combined: use one of them");
  if (preset !== undefined)
    return { origin: `preset ${preset}`, file: presetMapping(resource, preset, columns, name) };
  if (file === undefined) return { origin: 'column names', file: { guess: true, fields: {} } };
  return { origin: file, file: checkMapping(file, readMappingFile(file), resource, columns) };
}

function withColumns(
  resource: Resource,
  names: readonly string[],
  file: MappingFile,
  wanted: Readonly<Record<string, string>>,
  name: string,
): MappingFile {
  const columns = new Columns(names);
  const rules = Object.entries(wanted).map(([field, column]): [string, ColumnNames | ValueRule] => {
    if (!Object.hasOwn(fieldsOf[resource], field))
      throw new ImportError(
        `--column ${field}=…: unknown field; fields of ${resource}: ${Object.keys(fieldsOf[resource]).join(', ')}`,
      );
    if (columns.find(column) === undefined)
      throw new ImportError(
        `--column ${field}="${column}": ${name} has no such column; its columns are ${quoted(names)}`,
      );
    return [field, withColumn(file.fields[field], column)];
  });
  return { ...file, fields: { ...file.fields, ...Object.fromEntries(rules) } };
}

/** Keeps the parts of a rule that say how its values are written. */
function withColumn(rule: ColumnNames | ValueRule | undefined, column: string): ColumnNames | ValueRule {
  if (rule === undefined) return column;
  const { decimal, date, plain_text, line_breaks } = ruleOf(rule);
  const kept = Object.entries({ decimal, date, plain_text, line_breaks });
  return { ...Object.fromEntries(kept.filter(([, value]) => value !== undefined)), column };
}

function overridden(file: MappingFile, options: MappingOptions, name: string): MappingFile {
  const { type, accountName, decimal, taxRate, taxRates, priceIsGross } = options;
  if (decimal !== undefined && !notationOf(decimal))
    throw new ImportError(
      `unknown number format --decimal "${decimal}"; supported: ${notationExamples.join('  ')}`,
    );
  return {
    ...file,
    ...(type !== undefined && { type }),
    ...(accountName !== undefined && { account_name: accountName }),
    ...(decimal !== undefined && { decimal }),
    ...(taxRate !== undefined && { tax_rate: taxRate }),
    ...(taxRates !== undefined && { fields: withTaxRates(file, taxRates, name) }),
    ...(priceIsGross !== undefined && { price_is_gross: priceIsGross }),
  };
}

/** Adds rates for codes. Their percent sign leaves the other numbers of the column codes: see `translatesCodes`. */
function withTaxRates(
  { fields }: MappingFile,
  taxRates: NonNullable<MappingOptions['taxRates']>,
  name: string,
): MappingFile['fields'] {
  const rule = fields.article_tax_rate;
  const [[code, rate] = []] = Object.entries(taxRates);
  if (rule === undefined)
    throw new ImportError(
      `--tax-rate ${code}=${rate}: ${name} has no column for tax rates or codes: choose one with --column article_tax_rate=COLUMN`,
    );
  const rates = Object.entries(taxRates).map(([text, percent]) => [text, `${percent}%`] as const);
  return { ...fields, article_tax_rate: withValues(rule, Object.fromEntries(rates)) };
}

function withValues(given: ColumnNames | ValueRule, values: Readonly<Record<string, string>>): ValueRule {
  const rule = ruleOf(given);
  return {
    ...rule,
    ...(rule.constant === undefined && { values: { ...rule.values, ...values } }),
    ...(rule.fallback !== undefined && { fallback: withValues(rule.fallback, values) }),
  };
}

/** Columns that could each give a field. The first one is taken if all have the same values. */
export interface AmbiguousColumns {
  readonly field: string;
  readonly columns: readonly string[];
}

type FieldRule = readonly [field: string, rule: ColumnNames | ValueRule];

/**
 * Finds the columns that could give these fields as well as those of their rules: by their names, or because two have the
 * same name.
 */
function ambiguousColumns(
  rules: readonly FieldRule[],
  guess: Guess | undefined,
  columns: readonly string[],
): readonly AmbiguousColumns[] {
  const known = new Columns(columns);
  return rules.flatMap(([field, rule]) =>
    known.findAll(columnsOf(ruleOf(rule))).flatMap((index) => {
      const column = columns[index] as string;
      const others = columns.filter((other) => isTwin(other, column));
      const guessed = guess?.alternatives.get(field) ?? [];
      const all = [...new Set([column, ...(guessed[0] === column ? guessed : []), ...others])];
      return all.length > 1 ? [{ field, columns: all }] : [];
    }),
  );
}

/** Recognizes the number that a column got because another one in the file has the same name. */
function isTwin(other: string, column: string): boolean {
  return other.startsWith(`${column} (`) && /^\(\d+\)$/.test(other.slice(column.length + 1));
}

/**
 * Reads the `ignore_lines` of a preset or mapping file before the mapping: they apply above the header, too, and the
 * mapping needs the columns. A wrong pattern is reported when the mapping is checked.
 */
export function ignoredLines(
  resource: Resource,
  { preset, file }: MappingOptions,
): { readonly ignoreLines?: string } {
  const pattern = preset === undefined ? patternIn(file) : presetIgnoredLines(resource, preset);
  return pattern === undefined || !isPattern(pattern) ? {} : { ignoreLines: pattern };
}

function patternIn(file: string | undefined): string | undefined {
  const content =
    file === undefined ? undefined : (readMappingFile(file) as { ignore_lines?: unknown } | null);
  const pattern = content?.ignore_lines;
  return typeof pattern === 'string' ? pattern : undefined;
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern) instanceof RegExp;
  } catch {
    return false;
  }
}
