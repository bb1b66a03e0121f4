import type { Guess, GuessContext } from '../mapping/guess/guessContext.ts';
import { guessFields } from '../mapping/guess/guessFields.ts';
import { withJoins } from '../mapping/guess/joinedColumns.ts';
import { parentColumn, variantRules, withInheritedColumns } from '../mapping/guess/parentColumns.ts';
import type { AmbiguousColumns } from '../mapping/mapping.ts';
import { defaultCurrency, type MappingOptions } from '../mapping/mappingOptions.ts';
import { exportOf, presetMapping, presetOf } from '../mapping/presets/presets.ts';
import type { FieldRules, MappingFile } from '../mapping/rules/mappingFile.ts';
import { checkMapping, isPattern, readMappingFile } from '../mapping/rules/readMappingFile.ts';
import type { Resource } from '../mapping/rules/resourceFields.ts';
import { allColumnsOf, columnsOf, ruleOf, valueReader } from '../mapping/rules/valueReader.ts';
import { Columns } from '../rows/columns.ts';
import type { Inspection } from '../rows/inspectColumns.ts';
import { ImportError } from '../source/importError.ts';
import { isRunningNumber } from './chooseIdent.ts';
import { withDates } from './dateColumns.ts';
import { type MappingRequest, overridden, withColumns, withFields, withoutFields } from './optionRules.ts';
import { withNamedMeaning } from './priceChecks.ts';

/** Chooses the rules of a preset, of a mapping file or by the names of the columns, with those of the options. */
export function chooseRules(request: MappingRequest) {
  const { resource, columns, options, inspection } = request;
  const { columns: wanted = {} } = options;
  const given = withFields(wanted, (_, column) => column !== '');
  const leftOut = Object.keys(wanted).filter((field) => wanted[field] === '');
  const { origin, file: base } = baseRules(request);
  const file = withColumns(request, withoutFields(base, leftOut, resource), given);
  const context = {
    ...columnFacts(inspection),
    currency: options.currency ?? defaultCurrency,
    needsTitle: options.match === undefined && options.updates !== true && options.updateOnly !== true,
  };
  const named = [...Object.values(given), ...replacedPrices(base, given)];
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
  const whole = withNamedMeaning(overridden(request, { ...relatives, ...file, fields }), all, options);
  const isListed = options.file !== undefined && file.inherit !== undefined;
  return {
    origin,
    guessed: new Set(Object.keys(guess?.fields ?? {})),
    notices: [...(guess?.notices ?? []), ...dated.notices],
    file: isListed ? whole : withInheritedColumns(whole),
    ambiguous: ambiguousColumns(open, guess, free),
  };
}

function columnFacts(inspection: Inspection | undefined): Omit<GuessContext, 'currency' | 'needsTitle'> {
  const facts = new Map(inspection?.columns.map((column) => [column.name, column]));
  const isFull = (column: string) => facts.get(column)?.filled === inspection?.rows;
  return {
    isEmpty: (column) => facts.get(column)?.filled === 0,
    isRunning: (column) => {
      const found = facts.get(column);
      return found?.isCounting === true && isRunningNumber(found);
    },
    isFull,
    isUnique: (column) => facts.get(column)?.repeats === 0 && isFull(column),
    examples: (column) => facts.get(column)?.examples ?? [],
    values: (column) => [...(facts.get(column)?.values?.keys() ?? facts.get(column)?.examples ?? [])],
  };
}

/** Joins the columns that the user named with those that a guess would join with them, such as `Name` with `Name 2`. */
function joinsOf(
  given: Readonly<Record<string, string>>,
  guessed: FieldRules,
  columns: readonly string[],
  context: GuessContext,
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

/** Returns the sales prices of a preset that the user replaced by another column: by their names, they may look like others. */
function replacedPrices({ fields }: MappingFile, given: Readonly<Record<string, string>>): readonly string[] {
  return ['article_price', 'article_price_total']
    .filter((field) => Object.hasOwn(given, field))
    .flatMap((field) => allColumnsOf(fields[field]));
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
  if (file === undefined) return recognized(resource, columns, name);
  return { origin: file, file: checkMapping(file, readMappingFile(file), resource, columns) };
}

/** Returns the preset for an export whose other columns may be guessed, or else only a guess. */
function recognized(resource: Resource, columns: readonly string[], name: string) {
  const found = exportOf(columns);
  if (found === undefined || found.resource !== resource || !found.isGuessed)
    return { origin: 'column names', file: { guess: true, fields: {} } };
  const { preset, label } = found;
  return {
    origin: `preset ${preset}, since these are the columns of ${label}`,
    file: presetMapping(resource, preset, columns, name),
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
