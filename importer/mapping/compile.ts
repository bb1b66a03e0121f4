import { ImportError } from '../source/importError.ts';
import { quoted } from '../source/quotedList.ts';
import type { RowFault, SourceRow } from '../source/sourceRow.ts';
import { foreignCurrency } from './checks/priceChecks.ts';
import { unusedColumns } from './guess/similarNames.ts';
import { inputMaker } from './inputMaker.ts';
import type { MappedRow, Mapping, MappingContext } from './mapping.ts';
import type { Columns } from './rules/columns.ts';
import type { MappingFile } from './rules/mappingFile.ts';
import type { Resource } from './rules/resourceFields.ts';
import { carrier, inheritance, rowFilter } from './rules/rowRules.ts';
import { type Reading, type Step, stepsOf } from './rules/steps.ts';

/** Throws ImportError when a required field has no column, or when gross prices have no tax rate. */
export function compile(
  resource: Resource,
  columns: Columns,
  file: MappingFile,
  origin: MappingContext,
): Mapping {
  const steps = stepsOf(resource, columns, file, origin.reading);
  refuseIncomplete(resource, columns, steps, origin);
  refuseUntaxed(steps, file.tax_rate, origin.file);
  const skipReason = rowFilter(file, columns);
  const carry = carrier(file, columns);
  const inherit = inheritance(file, columns);
  const toInput = inputMaker(resource, file, steps, origin);
  const faultOf = faultFinder(columns, steps, origin.reading);
  const repeat = repeats(file.skip_repeats);
  return {
    description: { ...descriptionOf(resource, columns, steps), origin: origin.name, notices: origin.notices },
    ambiguous: origin.ambiguous,
    rates: file.tax_rate === undefined ? origin.rates : undefined,
    identRule: origin.identRule,
    isUnique: origin.isUnique,
    constants: origin.constants,
    defaults: defaultsOf(file, steps),
    needed: [
      ...(origin.needs.price ? ['article_price'] : []),
      ...(origin.needs.taxRate ? ['article_tax_rate'] : []),
    ],
    takesFirst: (file.skip_repeats ?? false) !== false,
    // Called after `map`, when the row before is this row itself: it gets the same values once more.
    whole(row) {
      const { values } = inherit(carry(row));
      return values === row.values ? row : { ...row, values };
    },
    map(given) {
      const row = inherit(carry(given));
      const skip = skipReason(row);
      if (skip !== undefined) return { skip };
      const fault = faultOf(row);
      if (fault) return { fault };
      const mapped = toInput(row);
      const again = repeat(mapped);
      return again === undefined ? mapped : { skip: again };
    },
  };
}

function defaultsOf({ tax_rate: rate }: MappingFile, steps: readonly Step[]): readonly string[] {
  const hasColumn = steps.some(({ field }) => field === 'article_tax_rate');
  return rate !== undefined && !hasColumn ? ['article_tax_rate'] : [];
}

/** Must run after all look-ups: columns that have a purpose without being mapped then count as used. */
function descriptionOf(resource: Resource, columns: Columns, steps: readonly Step[]) {
  const fields = steps.map(({ field, from }) => ({ field, from }));
  const mapped = fields.map(({ field }) => field);
  return { fields, ...unusedColumns(resource, columns.unused(), mapped) };
}

function faultFinder(columns: Columns, steps: readonly Step[], { currency }: Reading) {
  const marked = brokenMark(columns);
  const fields = steps.map(({ field }) => field);
  const foreign = foreignCurrency(columns, fields, currency);
  return (row: SourceRow): RowFault | undefined => row.fault ?? marked(row) ?? foreign(row.values);
}

/** Refuses a broken row until somebody clears its refused_code: its values may be in the wrong columns. */
function brokenMark({ names }: Columns): (row: SourceRow) => RowFault | undefined {
  const index = names.indexOf('refused_code');
  return ({ values }) => {
    const code = values[index] ?? '';
    if (!code.startsWith('row_')) return undefined;
    return {
      code,
      message: 'refused_code still marks the row as broken: complete the row, then clear its refused_code',
    };
  };
}

const required: Readonly<Record<Resource, readonly string[]>> = {
  customers: [],
  addresses: ['customer_ident', 'customer_external_ident'],
  articles: ['article_title'],
};

function refuseIncomplete(
  resource: Resource,
  columns: Columns,
  steps: readonly Step[],
  { file, needs }: MappingContext,
): void {
  const missing = needs.required ? required[resource] : [];
  const isComplete = missing.length === 0 || steps.some(({ field }) => missing.includes(field));
  if (isComplete && steps.length > 0) return;
  const what = missing.length === 0 ? `any field of ${resource}` : missing.join(' or ');
  throw new ImportError(
    `${file} has no column for ${what}: its columns are ${quoted(columns.names)}; write a mapping file (--suggest prints one to start with)`,
  );
}

function refuseUntaxed(steps: readonly Step[], taxRate: number | undefined, file: string): void {
  const gross = steps.find(({ field }) => field === 'article_price_total');
  if (!gross || taxRate !== undefined || steps.some(({ field }) => field === 'article_tax_rate')) return;
  throw new ImportError(
    `${file}: the prices of ${gross.from} are gross, but the tax rate is unknown: set --tax-rate, or map a column to article_tax_rate`,
  );
}

/** Finds rows with the ident of the row before, of which only the first one is complete. Returns the reason to skip a row. */
function repeats(rule: MappingFile['skip_repeats']): (mapped: MappedRow) => string | undefined {
  if (!rule) return () => undefined;
  const reason = rule === true ? 'the row belongs to the same record as the row before' : rule;
  let before: string | number | undefined;
  return (mapped) => {
    const ident = 'input' in mapped ? mapped.input.external_ident : undefined;
    const isRepeat = ident !== undefined && ident === before;
    before = ident;
    return isRepeat ? reason : undefined;
  };
}
