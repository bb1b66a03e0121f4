import type { Guess } from '../mapping/guess/guess.ts';
import { guessFields } from '../mapping/guess/guessFields.ts';
import { withJoins } from '../mapping/guess/joinedColumns.ts';
import { parentColumn, variantRules, withInheritedColumns } from '../mapping/guess/parentColumns.ts';
import type { AmbiguousColumns } from '../mapping/mapping.ts';
import { defaultCurrency, type MappingOptions } from '../mapping/mappingOptions.ts';
import { exportOf, presetMapping, presetOf } from '../mapping/presets/presets.ts';
import type { FieldRule, FieldRules, MappingFile, ValueRule } from '../mapping/rules/mappingFile.ts';
import { requireMeantFields, withEmptyMeanings } from '../mapping/rules/meanings.ts';
import { checkMapping, isPattern, readMappingFile } from '../mapping/rules/readMappingFile.ts';
import { fieldsOf, type Resource } from '../mapping/rules/resourceFields.ts';
import { allColumnsOf, columnsOf, ruleOf, valueReader } from '../mapping/rules/valueReader.ts';
import { notationExamples, notationOf } from '../mapping/values/amounts.ts';
import { mappedPrices } from '../mapping/values/divisors.ts';
import { Columns } from '../rows/columns.ts';
import type { Inspection } from '../rows/inspectColumns.ts';
import { ImportError } from '../source/importError.ts';
import { isRunningNumber } from './chooseIdent.ts';
import { withDates } from './dateColumns.ts';
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

/** Chooses the rules of a preset, of a mapping file or by the names of the columns, with those of the options. */
export function chooseRules(request: MappingRequest) {
  const { resource, columns, options, inspection } = request;
  const { columns: wanted = {} } = options;
  const given = withFields(wanted, (_, column) => column !== '');
  const leftOut = Object.keys(wanted).filter((field) => wanted[field] === '');
  const { origin, file: base } = baseRules(request);
  const file = withColumns(request, withoutFields(base, leftOut, resource), given);
  const empty = new Set(inspection?.columns.flatMap((column) => (column.filled === 0 ? [column.name] : [])));
  const facts = new Map(inspection?.columns.map((column) => [column.name, column]));
  const context = {
    currency: options.currency ?? defaultCurrency,
    isEmpty: (column: string) => empty.has(column),
    isRunning: (column: string) => {
      const found = facts.get(column);
      return found?.isCounting === true && isRunningNumber(found);
    },
    isFull: (column: string) => facts.get(column)?.filled === inspection?.rows,
    isUnique: (column: string) => {
      const found = facts.get(column);
      return found?.repeats === 0 && found.filled === inspection?.rows;
    },
    examples: (column: string) => facts.get(column)?.examples ?? [],
    values: (column: string) => [...(facts.get(column)?.values?.keys() ?? facts.get(column)?.examples ?? [])],
    needsTitle: options.match === undefined && options.updates !== true && options.updateOnly !== true,
  };
  const named = Object.values(given);
  const free = columns.filter((column) => !named.includes(column));
  const all = new Columns(columns);
  const known = withFields(file.fields, (_, rule) => valueReader(rule, all) !== undefined);
  const closed = { ...known, ...Object.fromEntries(leftOut.map((field) => [field, ''])) };
  const guess = file.guess ? guessFields(resource, free, closed, context) : undefined;
  const mapped = guess
    ? { ...guess.fields, ...known, ...joinsOf(given, guess.fields, columns, context) }
    : file.fields;
  const isOpen = options.file === undefined && !Object.hasOwn(given, 'date_created');
  const dated = isOpen ? withDates(mapped, inspection) : { fields: mapped, notices: [] };
  const fields = withoutOtherPrice(dated.fields, given);
  const open = withFields(
    fields,
    (field) => !Object.hasOwn(given, field) && (options.file === undefined || !Object.hasOwn(known, field)),
  );
  const relatives = guess && relativesOf(request, fields, context.isEmpty);
  const whole = overridden(request, { ...relatives, ...file, fields });
  const isListed = options.file !== undefined && file.inherit !== undefined;
  return {
    origin,
    guessed: new Set(Object.keys(guess?.fields ?? {})),
    notices: [...(guess?.notices ?? []), ...dated.notices],
    file: isListed ? whole : withInheritedColumns(whole),
    ambiguous: ambiguousColumns(open, guess, free),
  };
}

/** Joins the columns that the user named with those that a guess would join with them, such as `Name` with `Name 2`. */
function joinsOf(
  given: Readonly<Record<string, string>>,
  guessed: FieldRules,
  columns: readonly string[],
  context: Parameters<typeof withJoins>[2],
): FieldRules {
  const others = Object.values(guessed).flatMap(allColumnsOf);
  return withFields(withJoins(given, columns, context, others), (_, rule) => typeof rule !== 'string');
}

/** Returns the rules for rows that belong to another row: variants, and addresses in a file that also has their customers. */
function relativesOf(
  { resource, columns }: MappingRequest,
  fields: FieldRules,
  isEmpty: (column: string) => boolean,
): Partial<MappingFile> {
  const filled = columns.filter((column) => !isEmpty(column));
  if (resource === 'articles') return variantRules(filled, fields);
  const parent = resource === 'addresses' ? parentColumn('customers', filled) : undefined;
  if (parent === undefined || fields.customer_external_ident !== parent) return {};
  return { skip: [{ columns: [parent], because: 'the row belongs to no other row: it is a customer' }] };
}

function withFields<Rule extends FieldRule>(
  fields: Readonly<Record<string, Rule>>,
  isKept: (field: string, rule: Rule) => boolean,
): Readonly<Record<string, Rule>> {
  return Object.fromEntries(Object.entries(fields).filter(([field, rule]) => isKept(field, rule)));
}

/** Drops the fields that the user leaves out with `--column FIELD=`. */
function withoutFields(file: MappingFile, names: readonly string[], resource: Resource): MappingFile {
  for (const field of names) requireField(field, resource);
  return { ...file, fields: withFields(file.fields, (field) => !names.includes(field)) };
}

function requireField(field: string, resource: Resource): void {
  if (Object.hasOwn(fieldsOf[resource], field)) return;
  throw new ImportError(
    `--column ${field}=…: unknown field; fields of ${resource}: ${Object.keys(fieldsOf[resource]).join(', ')}`,
  );
}

/** Drops the guess of a price of which the user named the other kind. */
function withoutOtherPrice(
  fields: FieldRules,
  { article_price: net, article_price_total: gross }: Readonly<Record<string, string>>,
): FieldRules {
  if ((net === undefined) === (gross === undefined)) return fields;
  const other = net === undefined ? 'article_price' : 'article_price_total';
  return withFields(fields, (field) => field !== other);
}

function baseRules({ resource, columns, options: { preset, file }, name }: MappingRequest) {
  if (preset !== undefined && file !== undefined)
    throw new ImportError("--preset and --mapping can't be combined: use one of them");
  if (preset !== undefined)
    return { origin: `preset ${preset}`, file: presetMapping(resource, preset, columns, name) };
  if (file === undefined) return recognised(resource, columns, name);
  return { origin: file, file: checkMapping(file, readMappingFile(file), resource, columns) };
}

/** Returns the preset for an export whose other columns may be guessed, or else only a guess. */
function recognised(resource: Resource, columns: readonly string[], name: string) {
  const found = exportOf(columns);
  if (found === undefined || found.resource !== resource || !found.isGuessed)
    return { origin: 'column names', file: { guess: true, fields: {} } };
  const { preset, label } = found;
  return {
    origin: `preset ${preset}, since these are the columns of ${label}`,
    file: presetMapping(resource, preset, columns, name),
  };
}

function withColumns(
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

function overridden({ resource, columns, options, name }: MappingRequest, file: MappingFile): MappingFile {
  const { type, accountName, decimal, taxRate, taxRates, priceIsGross, divide, pricePer } = options;
  if (decimal !== undefined && !notationOf(decimal))
    throw new ImportError(
      `unknown number format --decimal "${decimal}"; supported: ${notationExamples.join('  ')}`,
    );
  if (pricePer && new Columns(columns).find(pricePer) === undefined)
    throw unknownColumn(`--price-per "${pricePer}"`, pricePer, columns, name);
  requireMeantFields(resource, options.values ?? {}, file.fields, name);
  const { only, skip } = selectionRules(options, columns, name);
  const given = { ...file, fields: withEmptyMeanings(file.fields, options.values ?? {}) };
  const divided = withDivisors(given, divide ?? {}, name);
  const fields =
    taxRates === undefined ? divided : withTaxRates({ ...file, fields: divided }, taxRates, name);
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
  { fields }: MappingFile,
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

/** Adds rates for codes. Their percent sign leaves the other numbers of the column codes: see `translatesCodes`. */
function withTaxRates(
  { fields }: MappingFile,
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

/**
 * Finds the columns that could give these fields as well as those of their rules: by their names, or because two have the
 * same name.
 */
function ambiguousColumns(
  rules: FieldRules,
  guess: Guess | undefined,
  columns: readonly string[],
): readonly AmbiguousColumns[] {
  const known = new Columns(columns);
  return Object.entries(rules).flatMap(([field, rule]) =>
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
  const content =
    file === undefined ? undefined : (readMappingFile(file) as { ignore_lines?: unknown } | null);
  const pattern = preset === undefined ? content?.ignore_lines : presetOf(resource, preset)?.ignore_lines;
  return typeof pattern === 'string' && isPattern(pattern) ? { ignoreLines: pattern } : {};
}
