import type { Field } from '../../shared/resources/field.ts';
import { ImportError } from '../source/importError.ts';
import type { RowFault, SourceRow } from '../source/row.ts';
import { finishOf } from './finish.ts';
import type { Input, MappedRow, Mapping } from './mapping.ts';
import type { Columns } from './rules/columns.ts';
import { describeRule } from './rules/describe.ts';
import { identOf, shortIdent } from './rules/externalIdent.ts';
import { fieldsOf, type Resource } from './rules/fields.ts';
import type { MappingFile } from './rules/mappingFile.ts';
import { carrier, rowFilter } from './rules/rowFilter.ts';
import { ruleOf, type ValueReader, valueReader } from './rules/valueReader.ts';
import { type Conversion, conversionOf } from './values/conversions.ts';

/** Reads one field of the input from a row. */
interface Step {
  readonly field: string;
  readonly from: string;
  readonly read: ValueReader;
  readonly convert: Conversion;
}

/** Where the records come from: put into every input. */
export interface Origin {
  readonly name: string;
  /** The name of the file, for messages. */
  readonly file: string;
  readonly constants: Input;
  readonly notices: readonly string[];
}

const maxIdentLength = 128;

/** Prepares a checked mapping for rows. Throws ImportError when a required field has no column. */
export function compile(resource: Resource, columns: Columns, file: MappingFile, origin: Origin): Mapping {
  const steps = Object.entries(file.fields).flatMap(([field, rule]) => {
    const step = stepOf(resource, field, rule, columns, file);
    return step ? [step] : [];
  });
  refuseIncomplete(resource, columns, steps, origin.file);
  refuseUntaxed(steps, file.tax_rate, origin.file);
  const skipReason = rowFilter(file, columns);
  const carry = carrier(file, columns);
  const toInput = inputMaker(resource, columns, file, steps, origin.constants);
  const markedFault = brokenMark(columns);
  const isRepeat = file.skip_repeats ? repeats() : () => false;
  return {
    description: {
      origin: origin.name,
      fields: steps.map(({ field, from }) => ({ field, from })),
      unused: columns.unused(),
      notices: [...origin.notices, ...identNotices(resource, steps)],
    },
    // The carrier's row before is now this row itself, which fills it with its own values.
    whole: carry,
    map(given) {
      const row = carry(given);
      const skip = skipReason(row);
      if (skip !== undefined) return { skip };
      const fault = row.fault ?? markedFault(row);
      if (fault) return { fault };
      const mapped = toInput(row);
      return isRepeat(mapped) ? { skip: 'the row belongs to the same record as the row before' } : mapped;
    },
  };
}

/** A broken row stays refused until somebody clears its refused_code: its values may be in the wrong columns. */
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

function stepOf(
  resource: Resource,
  field: string,
  rule: MappingFile['fields'][string],
  columns: Columns,
  file: MappingFile,
): Step | undefined {
  const read = valueReader(rule, columns);
  if (!read) return undefined;
  const target = field === 'article_price' && file.price_is_gross ? 'article_price_total' : field;
  const forms = { decimal: ruleOf(rule).decimal ?? file.decimal, date: ruleOf(rule).date ?? file.date };
  const convert = conversionOf(field, fieldsOf[resource][field] as Field, forms);
  return { field: target, from: describeRule(rule, columns), read, convert };
}

function identNotices(resource: Resource, steps: readonly Step[]): string[] {
  if (resource === 'addresses' || steps.some(({ field }) => field === 'external_ident')) return [];
  return [
    'no column for external_ident: it is computed from all values of a row, so a changed row becomes a new record',
  ];
}

const required: Readonly<Record<Resource, readonly string[]>> = {
  customers: [],
  addresses: ['customer_ident', 'customer_external_ident'],
  articles: ['article_title'],
};

function refuseIncomplete(resource: Resource, columns: Columns, steps: readonly Step[], file: string): void {
  const missing = required[resource];
  const isComplete = missing.length === 0 || steps.some(({ field }) => missing.includes(field));
  if (isComplete && steps.length > 0) return;
  const what = missing.length === 0 ? `any field of ${resource}` : missing.join(' or ');
  const names = columns.names.map((name) => `"${name}"`).join(', ');
  throw new ImportError(
    `${file} has no column for ${what}: its columns are ${names}; write a mapping file (--suggest prints one to start with)`,
  );
}

function refuseUntaxed(steps: readonly Step[], taxRate: number | undefined, file: string): void {
  const gross = steps.find(({ field }) => field === 'article_price_total');
  if (!gross || taxRate !== undefined || steps.some(({ field }) => field === 'article_tax_rate')) return;
  throw new ImportError(
    `${file}: the prices of ${gross.from} are gross, but the tax rate is unknown: set --tax-rate, or map a column to article_tax_rate`,
  );
}

function inputMaker(
  resource: Resource,
  columns: Columns,
  file: MappingFile,
  steps: readonly Step[],
  constants: Input,
): (row: SourceRow) => MappedRow {
  const finish = finishOf(resource, file.tax_rate);
  const contentIdent = identOf(columns.names, [...columns.names.keys()]);
  return ({ values }) => {
    const input: Input = {};
    for (const { field, read, convert } of steps) {
      const text = read(values);
      if (text === '') continue;
      const value = convert(text);
      if (typeof value === 'object') return faulty(field, value.problem);
      input[field] = value;
    }
    const wrong = finish(input);
    if (wrong) return faulty(wrong.field, wrong.problem);
    Object.assign(input, constants);
    if (resource !== 'addresses') input.external_ident = identIn(input) ?? contentIdent(values);
    return { input };
  };
}

/** An ident that is too long is replaced by its hash, which is just as stable. */
function identIn({ external_ident: ident }: Input): string | undefined {
  if (ident === undefined) return undefined;
  return String(ident).length > maxIdentLength ? shortIdent(String(ident)) : String(ident);
}

function faulty(field: string, problem: string): MappedRow {
  return { fault: { code: 'value_unreadable', message: `${field}: ${problem}`, field } };
}

/** Whether a row has the ident of the row before: of such rows, only the first one is complete. */
function repeats(): (mapped: MappedRow) => boolean {
  let before: string | number | undefined;
  return (mapped) => {
    const ident = 'input' in mapped ? mapped.input.external_ident : undefined;
    const isRepeat = ident !== undefined && ident === before;
    before = ident;
    return isRepeat;
  };
}
