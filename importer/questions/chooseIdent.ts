import { grouped } from '../../shared/contract/values/counted.ts';
import { isIdentName } from '../mapping/guess/numberNames.ts';
import type { MappingOptions } from '../mapping/mappingOptions.ts';
import type { FieldRule, MappingFile, ValueRule } from '../mapping/rules/mappingFile.ts';
import type { Resource } from '../mapping/rules/resourceFields.ts';
import { columnsOf, ruleOf } from '../mapping/rules/valueReader.ts';
import { plainWord } from '../mapping/values/vocabulary.ts';
import { columnsIn, rowsText } from '../rows/columns.ts';
import type { ColumnFacts, Inspection } from '../rows/inspectColumns.ts';
import { answer, ImportError, known, quoted } from '../source/importError.ts';
import { isRefusalColumn } from '../source/refusalColumns.ts';
import { type IdentRule, ruleOfRefused } from './refusedIdentRule.ts';

export interface ChosenIdent {
  readonly file: MappingFile;
  readonly notices: readonly string[];
  readonly chosenRule?: ValueRule;
}

interface IdentContext {
  readonly resource: Exclude<Resource, 'addresses'>;
  readonly file: MappingFile;
  readonly inspection: Inspection;
  readonly name: string;
}

/** Fields that identify a record by themselves, the best one first. */
const keyFields = {
  articles: ['article_nr', 'article_sku', 'article_ean'],
  customers: ['customer_nr', 'bill_email'],
} as const;

/** Fields that together describe one record, and that rarely change. */
const descriptiveFields = {
  articles: ['article_title', 'article_subtitle', 'article_unit'],
  customers: [
    'bill_company',
    'bill_firstname',
    'bill_lastname',
    'bill_name',
    'bill_name_last_first',
    'bill_email',
    'bill_street',
    'bill_street2',
    'bill_zipcode',
    'bill_city',
    'bill_zip_city',
    'bill_country',
  ],
} as const;

/** Share of rows with a value below which a column does not identify the records. Above it, rows without one are refused. */
const minFilled = 0.5;
/**
 * Share of rows that repeat a value above which a column does not identify the records. Below it, rows that repeat a value are
 * refused.
 */
const maxRepeated = 0.2;

/**
 * Chooses what identifies the records of a file: the columns that the user names, the rule of the mapping, a column that is
 * filled and unique, or else the fields that describe the record. Throws ImportError when a user must choose.
 */
export function chooseIdent(context: IdentContext, options: MappingOptions): ChosenIdent {
  const { file, inspection } = context;
  if (options.ident) return withColumns(context, options.ident);
  if (options.hasIdent === false) return withContent(context, mappedColumns(file, Object.keys(file.fields)));
  if (file.fields.external_ident !== undefined && !isOnlyTheNumber(context)) return withNumberOfMost(context);
  const chosenRule = ruleOfRefused(inspection, context.name);
  if (chosenRule) return { ...withRule(context, chosenRule), chosenRule };
  const keys = keyColumns(context);
  const key = keys.find((column) => isMostlyKey(column, inspection.rows));
  const found = (key?.filled === inspection.rows ? undefined : identColumn(context)) ?? key;
  const passed = keys.slice(
    0,
    found === undefined || !keys.includes(found) ? undefined : keys.indexOf(found),
  );
  const others = [...passed.map((column) => repeatsNotice(column)), ...countingNotices(inspection)];
  if (found) {
    const rule = identRule(context, found);
    const notices = [identifies(context, found, rule), ...others];
    return { ...withRule(context, rule, ...notices), chosenRule: rule };
  }
  const [repeated] = keys.filter(({ name }) => numberColumns(context).includes(name));
  if (repeated) throw repeatedNumber(context, repeated);
  const described = mappedColumns(file, descriptiveFields[context.resource]);
  if (described.length === 0) throw unidentified(context);
  const chosen = withContent(context, described);
  return { ...chosen, notices: [...chosen.notices, ...others], chosenRule: { hash: described } };
}

/** Fields of a customer, of which a heading has none. */
const customerFields = ['bill_firstname', 'bill_zipcode', 'bill_zip_city', 'bill_street'];

/**
 * Customers without the number or e-mail address of the others are identified by their names and addresses. A row with neither
 * first name nor address may be a heading. An article without the number of the others is refused: it may have had one in an
 * earlier list.
 */
function identRule(context: IdentContext, { name, filled }: ColumnFacts): IdentRule {
  const { resource, file, inspection } = context;
  const isOwn = resource === 'customers' && mappedColumns(file, keyFields.customers).includes(name);
  const needs = mappedColumns(file, customerFields);
  if (!isOwn || needs.length === 0 || filled === inspection.rows) return { column: name };
  return { column: name, fallback: { hash: mappedColumns(file, descriptiveFields.customers), needs } };
}

/** Accepts customers without a number, if the number was guessed to be the ident. */
function withNumberOfMost(context: IdentContext): ChosenIdent {
  const { file, inspection } = context;
  const { external_ident: ident, customer_nr: number } = file.fields;
  const column = ident === number ? soleColumn(number, inspection) : undefined;
  const rule = column && identRule(context, column);
  if (column === undefined || rule === undefined || !('fallback' in rule)) return { file, notices: [] };
  return { ...withRule(context, rule, identifies(context, column, rule)), chosenRule: rule };
}

/** Recognizes a customer number that was guessed to be the ident, and that is missing in many rows. */
function isOnlyTheNumber({ resource, file: { fields }, inspection }: IdentContext): boolean {
  if (resource !== 'customers' || fields.external_ident !== fields.customer_nr) return false;
  const column = soleColumn(fields.customer_nr, inspection);
  return column !== undefined && column.filled < inspection.rows * minFilled;
}

function withColumns(context: IdentContext, names: readonly string[]): ChosenIdent {
  const columns = columnsIn(context.inspection);
  const unknown = names.filter((name) => columns.find(name) === undefined);
  if (unknown.length > 0)
    throw new ImportError(
      `--ident: ${context.name} has no column ${quoted(unknown)}; its columns are ${quoted(columns.names)}`,
    );
  return withRule(context, names.length === 1 ? (names[0] as string) : { join: names, with: '/' });
}

function withRule(context: IdentContext, rule: FieldRule, ...notices: readonly string[]): ChosenIdent {
  const { file } = context;
  return { file: { ...file, fields: { ...file.fields, external_ident: rule } }, notices };
}

function withContent(context: IdentContext, names: readonly string[]): ChosenIdent {
  return withRule(
    context,
    { hash: names },
    `no column identifies the ${context.resource}: a row with another ${quoted(names)} becomes a new record (${answer('--ident')} to choose columns)`,
  );
}

/** Returns the columns of the key fields, the best one first, of which most rows have a value. */
function keyColumns({ resource, file, inspection }: IdentContext): readonly ColumnFacts[] {
  return keyFields[resource]
    .map((field) => soleColumn(file.fields[field], inspection))
    .filter((column) => column !== undefined)
    .filter((column) => isFilled(column, inspection.rows) && !isRunningNumber(column));
}

/** Columns of numbers, which identify a record by their meaning: several may share an EAN or e-mail address. */
function numberColumns({ resource, file }: IdentContext): readonly string[] {
  return mappedColumns(file, resource === 'articles' ? ['article_nr', 'article_sku'] : ['customer_nr']);
}

function identColumn({ file, inspection }: IdentContext): ColumnFacts | undefined {
  const mapped = new Set(mappedColumns(file, Object.keys(file.fields)));
  return inspection.columns.find(
    (column) =>
      !mapped.has(column.name) &&
      !isRefusalColumn(column.name) &&
      isIdentName(column.name) &&
      column.filled === inspection.rows &&
      isKey(column, inspection.rows) &&
      !isRunningNumber(column),
  );
}

const rowNumberName =
  /^(?:lfd|laufende|pos|position|zeile|line|row|rang|index|volgnummer$|volgnr$|regelnummer$|rijnummer$|srno$|sno$|ligne|riga|wiersz|fila|lp$|nr$|no$|num$|numero$|n$|id$|$)/;

/** Recognizes a column that counts the rows: the same number is another record in the next file. */
export function isRunningNumber({ name, isCounting }: Pick<ColumnFacts, 'name' | 'isCounting'>): boolean {
  const word = plainWord(name);
  return rowNumberName.test(word) && (isCounting || !/^(?:id|nr|no|num|numero|n)$/.test(word));
}

function countingNotices({ columns }: Inspection): readonly string[] {
  return columns
    .filter((column) => column.isCounting && isRunningNumber(column))
    .map(
      ({ name }) =>
        `"${name}" counts the rows, so it identifies nothing (${answer(`--ident ${inShell(name)}`)} if it does)`,
    );
}

function inShell(name: string): string {
  return /^[\w.-]+$/.test(name) ? name : `"${name}"`;
}

function isFilled({ filled }: ColumnFacts, rows: number): boolean {
  return filled > 0 && filled >= rows * minFilled;
}

function isKey(column: ColumnFacts, rows: number): boolean {
  return column.repeats === 0 && isFilled(column, rows);
}

/**
 * Tolerates few repeats: a column for a number or SKU keeps identifying the records in a month in which some values are
 * repeated by mistake, and when the file is too large to know.
 */
function isMostlyKey({ repeats, filled }: ColumnFacts, rows: number): boolean {
  return (repeats ?? 0) <= filled * maxRepeated && filled > 0 && filled >= rows * minFilled;
}

function repeatsNotice(column: ColumnFacts): string {
  return `"${column.name}" ${repeating(column)}, so it does not identify the records`;
}

function repeating({ repeats = 0, repeatLines }: ColumnFacts): string {
  const rows = Number.isFinite(repeats) ? rowsText(repeats) : 'many rows';
  const more = repeats > repeatLines.length ? ' …' : '';
  return `repeats an earlier value in ${rows} (${repeatLines.length === 1 ? 'line' : 'lines'} ${repeatLines.join(', ')}${more})`;
}

/** Matches columns that tell the variants of an article apart. */
const variantName =
  /^(?:farbe|groesse|variante|auspraegung|colou?r|size|variant|option\d?(?:value)?|taille|couleur|colore|taglia|kleur|maat|kolor|rozmiar|talla|renk|beden)$/;

function repeatedNumber(
  { name, resource, file, inspection: { columns } }: IdentContext,
  column: ColumnFacts,
): ImportError {
  const ident = `--ident ${inShell(column.name)}`;
  const variants = columns.filter((one) => one.filled > 0 && variantName.test(plainWord(one.name)));
  const titles = mappedColumns(file, descriptiveFields[resource]).slice(0, 1);
  const others = variants.length > 0 ? variants.map((one) => one.name) : titles;
  const together = others.map((one) => ` --ident ${inShell(one)}`).join('');
  const example = together === '' ? '' : `, such as ${answer(ident + together)}`;
  return new ImportError(
    `${name}: "${column.name}" ${repeating(column)}, so it does not identify the ${resource}: choose columns that do so together${example}, or keep it with ${answer(ident)}, and rows with the same number and other values are refused (the first one is imported with ${answer('--on-repeat first')})`,
  );
}

/** True if it is certain that no two rows have the same value of a rule. */
export function isUniqueIn(inspection: Inspection, rule: FieldRule | undefined): boolean {
  const column = soleColumn(rule, inspection);
  return column !== undefined && column.repeats === 0 && column.isPlain && column.filled > 0;
}

/** Returns the column whose values a rule takes as they are; undefined for a rule that changes values or names several columns. */
function soleColumn(given: FieldRule | undefined, inspection: Inspection): ColumnFacts | undefined {
  if (given === undefined) return undefined;
  const rule = ruleOf(given);
  const [index, another] = columnsIn(inspection).findAll([rule.column ?? []].flat());
  if (index === undefined || another !== undefined || Object.keys(rule).length > 1) return undefined;
  return inspection.columns[index];
}

function mappedColumns({ fields }: MappingFile, names: readonly string[]): string[] {
  const rules = names.filter((name) => name !== 'external_ident').flatMap((name) => fields[name] ?? []);
  return [...new Set(rules.flatMap((rule) => columnsOf(ruleOf(rule))))];
}

function identifies(
  { resource, inspection: { rows } }: IdentContext,
  { name, filled, repeats }: ColumnFacts,
  rule: IdentRule,
): string {
  const { hash = [], needs = [] } = 'fallback' in rule ? rule.fallback : {};
  const without =
    hash.length === 0
      ? 'which are refused'
      : `which ${quoted(hash)} identify: with other values they become new records, and without ${quoted(needs)} they are refused`;
  const empty =
    filled === rows ? '' : `, and empty in ${grouped(rows - filled)} of ${grouped(rows)} rows, ${without}`;
  const inRows = rows === 1 ? 'its row' : `all ${grouped(rows)} rows`;
  const all = filled === rows ? `filled and unique in ${inRows}` : 'unique';
  const share = repeats ? `unique but for ${grouped(repeats)} of ${grouped(rows)} rows` : all;
  const notice = `"${name}" is ${share}${empty}: it identifies the ${resource} (${answer('--ident')} to choose another)`;
  if (filled === rows && !repeats) return known('unique_column', [name], notice);
  return known('mostly_unique_column', [name, rows - filled, repeats ?? 0, rows], notice);
}

function unidentified({ name, resource, inspection: { columns } }: IdentContext): ImportError {
  return new ImportError(
    `${name}: nothing identifies the ${resource}: choose one or more of its columns with ${answer('--ident')} (${quoted(columns.map((column) => column.name))}), ` +
      `or confirm with ${answer('--no-ident')} that each changed row becomes a new record`,
  );
}
