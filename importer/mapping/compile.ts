import type { Columns } from '../rows/columns.ts';
import { carrier, Inheritance } from '../rows/relatedRows.ts';
import { loneValueFinder, rowFilter } from '../rows/rowRules.ts';
import {
  answer,
  explanationOf,
  ImportError,
  list,
  quoted,
  withoutAnswerMarks,
} from '../source/importError.ts';
import type { RowFault, SourceRow } from '../source/sourceRow.ts';
import { foreignCurrency } from './foreignCurrency.ts';
import { likelyTitles } from './guess/likelyTitles.ts';
import { unusedColumns } from './guess/similarNames.ts';
import { inputMaker } from './inputMaker.ts';
import type { MappedRow, Mapping, MappingContext } from './mapping.ts';
import { hasPrice, type MappingFile } from './rules/mappingFile.ts';
import type { Resource } from './rules/resourceFields.ts';
import { type Reading, type Step, stepsOf } from './rules/steps.ts';
import { allColumnsOf, alternativesOf } from './rules/valueReader.ts';
import { mappedPrices } from './values/divisors.ts';

/** Throws ImportError when a required field has no column, or when gross prices have no tax rate. */
export function compile(
  resource: Resource,
  columns: Columns,
  file: MappingFile,
  context: MappingContext,
): Mapping {
  const { origin, name, notices, facts, needs, reading } = context;
  const steps = stepsOf(resource, columns, file, reading);
  const fields = steps.map(({ field }) => field);
  const hasRates = fields.includes('article_tax_rate') || file.tax_rate !== undefined;
  refuseIncomplete(resource, columns, steps, context);
  const gross = steps.find(({ field }) => field === 'article_price_total');
  if (gross && !hasRates)
    throw new ImportError(
      `${name}: the prices of ${gross.from} are gross, but the tax rate is unknown: set ${answer('--tax-rate')}, or map a column to article_tax_rate`,
    );
  const { skipReason, loneValue } = rowChecks(file, columns, reading);
  const { related, family } = relatedRows(file, columns, reading, (row) => skipReason(row) !== undefined);
  const toInput = inputMaker(resource, columns, file, steps, context);
  const brokenMark = brokenMarkFinder(columns);
  const foreign = foreignCurrency(columns, fields, reading);
  const sums = sumFinder(steps, reading);
  const unlessRepeated = repeatFilter(file.skip_repeats);
  return {
    ...facts,
    rates: file.tax_rate === undefined ? facts.rates : undefined,
    description: {
      origin,
      notices: notices.map(withoutAnswerMarks),
      decisions: notices.map(explanationOf),
      fields: steps.map(({ field, from, indexes }) => ({
        field,
        from,
        columns: indexes.map((index) => columns.names[index] ?? ''),
      })),
      // After all look-ups: columns that have a purpose without being mapped then count as used.
      ...unusedColumns(resource, columns.unused(), fields),
    },
    defaults: file.tax_rate !== undefined && !fields.includes('article_tax_rate') ? ['article_tax_rate'] : [],
    needed: [...(needs.price ? ['article_price'] : []), ...(needs.taxRate ? ['article_tax_rate'] : [])],
    takesFirst: (file.skip_repeats ?? false) !== false,
    hasHashedIdents: isHashed(file.fields.external_ident),
    family,
    // Called after `map`, when the row before is this row itself: it gets the same values once more.
    whole(row) {
      const { values } = related(row);
      return values === row.values ? row : { ...row, values };
    },
    map(given) {
      const row = related(given);
      const skip = skipReason(row);
      if (skip !== undefined) return { skip, ident: () => (row.fault ? '' : identIn(toInput(row))) };
      const fault = row.fault ?? brokenMark(row.values) ?? sums(row) ?? foreign(row.values);
      if (fault) return { fault };
      return unlessRepeated(toInput(row), loneValue(row.values));
    },
  };
}

function rowChecks(file: MappingFile, columns: Columns, { inspection }: Reading) {
  const indexes = [...new Set(columns.findAll(Object.values(file.fields).flatMap(allColumnsOf)))];
  const isPriced = hasPrice(file);
  return {
    skipReason: rowFilter(file, columns, { indexes, hasPrice: isPriced }),
    loneValue: isPriced ? () => undefined : loneValueFinder(indexes, inspection),
  };
}

function relatedRows(
  file: MappingFile,
  columns: Columns,
  { inspection }: Reading,
  isLeftOut: (row: SourceRow) => boolean,
) {
  const newCarry = () => carrier(file, columns);
  const carry = newCarry();
  if (!file.inherit) return { related: carry };
  const rules = [...Object.values(file.fields), ...(file.price_per ? [file.price_per] : [])];
  const fields = rules.map((rule) => alternativesOf(rule, columns));
  const inheritance = new Inheritance(file.inherit, columns, fields);
  const products = inspection?.products ?? new Map();
  return {
    related: (row: SourceRow) => inheritance.filled(carry(row), products),
    family: { inheritance, newCarry, isLeftOut },
  };
}

function identIn(mapped: MappedRow): string {
  if ('skip' in mapped) return '';
  const { external_ident = '' } = ('input' in mapped ? mapped.input : mapped.readable) ?? {};
  return String(external_ident);
}

function isHashed(rule: MappingFile['fields'][string] | undefined): boolean {
  return typeof rule === 'object' && 'hash' in rule;
}

/** Refuses a broken row until somebody clears its refused_code: its values may be in the wrong columns. */
function brokenMarkFinder({ names }: Columns): (values: readonly string[]) => RowFault | undefined {
  const index = names.indexOf('refused_code');
  return (values) => {
    const code = values[index] ?? '';
    if (!code.startsWith('row_')) return undefined;
    return {
      code,
      message: 'refused_code still marks the row as broken: complete the row, then clear its refused_code',
    };
  };
}

/** Refuses a line of totals by its numbers: the last row, if all of them are the sums of those above, also a price. */
function sumFinder(
  steps: readonly Step[],
  { inspection }: Reading,
): (row: SourceRow) => RowFault | undefined {
  const found = inspection?.sumRow;
  const prices = steps.filter(({ field }) => mappedPrices.includes(field)).flatMap(({ indexes }) => indexes);
  if (!found || !prices.some((index) => found.indexes.includes(index))) return () => undefined;
  return ({ line, file }) => (line === found.line && file === found.file ? sumOfRows : undefined);
}

const sumOfRows: RowFault = {
  code: 'row_sums',
  message:
    'the row has the sums of the rows above, like a line of totals: remove it, or move it up if it is an article',
};

const required: Readonly<Record<Resource, readonly string[]>> = {
  customers: [],
  addresses: ['customer_ident', 'customer_external_ident'],
  articles: ['article_title'],
};

function refuseIncomplete(
  resource: Resource,
  columns: Columns,
  steps: readonly Step[],
  { name, needs, reading }: MappingContext,
): void {
  const missing = needs.required ? required[resource] : [];
  const isComplete = missing.length === 0 || steps.some(({ field }) => missing.includes(field));
  if (isComplete && steps.length > 0) return;
  const used = steps.flatMap(({ indexes }) => indexes.map((index) => columns.names[index] ?? ''));
  const likely = resource === 'articles' ? likelyTitles(columns.names, used, reading.inspection) : [];
  const titles = likely.map((title) => `"${title}"`);
  if (titles.length > 0)
    throw new ImportError(
      `${name} has no column for article_title. Is it ${list(titles, 'or')}? Choose one with ${list(
        titles.map((title) => answer(`--column article_title=${title}`)),
        'or',
      )}`,
    );
  const what = missing.length === 0 ? `any field of ${resource}` : missing.join(' or ');
  throw new ImportError(
    `${name} has no column for ${what}: its columns are ${quoted(columns.names)}; write a mapping file (--suggest prints one to start with)`,
  );
}

/** Skips the rows with the ident of the row before, of which only the first one is complete. A row with a fault is not a first one. */
function repeatFilter(
  rule: MappingFile['skip_repeats'],
): (mapped: MappedRow, fault: RowFault | undefined) => MappedRow {
  if (!rule) return (mapped, fault) => (fault ? { fault } : mapped);
  const skip = rule === true ? 'the row belongs to the same record as the row before' : rule;
  let before: string | number | undefined;
  return (mapped, fault) => {
    const ident = 'input' in mapped ? mapped.input.external_ident : undefined;
    if (ident !== undefined && ident === before) return { skip, ident: () => identIn(mapped) };
    before = fault ? undefined : ident;
    return fault ? { fault } : mapped;
  };
}
