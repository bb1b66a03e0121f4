import type { Field } from '../../shared/resources/field.ts';
import { ImportError } from '../importError.ts';
import type { RowFault, SourceRow } from '../source/source.ts';
import type { Columns } from './columns.ts';
import { type Conversion, conversionOf } from './conversions.ts';
import { describeRule } from './describe.ts';
import { identOf, shortIdent } from './externalIdent.ts';
import { fieldsOf, type Resource } from './fields.ts';
import { finishOf } from './finish.ts';
import type { Input, MappedRow, Mapping } from './mapping.ts';
import type { MappingFile } from './mappingFile.ts';
import { carrier, rowFilter } from './rowFilter.ts';
import { ruleOf, type ValueReader, valueReader } from './valueReader.ts';

/** The way of one field from a row to the input. */
interface Step {
  readonly field: string;
  readonly from: string;
  readonly read: ValueReader;
  readonly convert: Conversion;
}

/** What is put into every input: the source of the records. */
export interface Origin {
  readonly name: string;
  readonly constants: Input;
  readonly notices: readonly string[];
}

const longestIdent = 128;

/** Makes a mapping that has been checked ready for rows. Throws ImportError when a record could never be made. */
export function compile(resource: Resource, columns: Columns, file: MappingFile, origin: Origin): Mapping {
  const steps = Object.entries(file.fields).flatMap(([field, rule]) => {
    const step = stepOf(resource, field, rule, columns, file);
    return step ? [step] : [];
  });
  refuseIncomplete(resource, columns, steps);
  refuseUntaxed(steps, file.tax_rate);
  const skipReason = rowFilter(file, columns);
  const carry = carrier(file, columns);
  const toInput = inputMaker(resource, columns, file, steps, origin.constants);
  const markedFault = marks(columns);
  const isRepeat = file.skip_repeats ? repeats() : () => false;
  return {
    description: {
      origin: origin.name,
      fields: steps.map(({ field, from }) => ({ field, from })),
      unused: columns.unused(),
      notices: [...origin.notices, ...identNotices(resource, steps)],
    },
    // Filled again with its own values, a row stays as it is.
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

/** A row that was cut or too long stays refused until somebody says that it is whole: its values may be anywhere. */
function marks({ names }: Columns): (row: SourceRow) => RowFault | undefined {
  const place = names.indexOf('refused_code');
  return ({ values }) => {
    const code = values[place] ?? '';
    if (!code.startsWith('row_')) return undefined;
    return { code, message: 'is still marked in refused_code: empty that cell when the row is whole' };
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
    'no column has an ident: one is made of the content of each row, so a row that was changed is a new one',
  ];
}

const required: Readonly<Record<Resource, readonly string[]>> = {
  customers: [],
  addresses: ['customer_ident', 'customer_external_ident'],
  articles: ['article_title'],
};

function refuseIncomplete(resource: Resource, columns: Columns, steps: readonly Step[]): void {
  const missing = required[resource];
  const isComplete = missing.length === 0 || steps.some(({ field }) => missing.includes(field));
  if (isComplete && steps.length > 0) return;
  const what = missing.length === 0 ? 'any field' : missing.join(' or ');
  throw new ImportError(
    `no column feeds ${what}: the columns are ${columns.names.map((name) => `"${name}"`).join(', ')}; write a mapping file, for which --suggest makes a beginning`,
  );
}

function refuseUntaxed(steps: readonly Step[], taxRate: number | undefined): void {
  const gross = steps.find(({ field }) => field === 'article_price_total');
  if (!gross || taxRate !== undefined || steps.some(({ field }) => field === 'article_tax_rate')) return;
  throw new ImportError(
    `the prices of ${gross.from} are gross: to make net ones of them, give a tax rate, or a column that has it`,
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

/** An ident that is too long is replaced by one made of it, which is as stable. */
function identIn({ external_ident: ident }: Input): string | undefined {
  if (ident === undefined) return undefined;
  return String(ident).length > longestIdent ? shortIdent(String(ident)) : String(ident);
}

function faulty(field: string, problem: string): MappedRow {
  return { fault: { code: 'value_unreadable', message: `${field}: ${problem}`, field } };
}

/** Of rows that belong together, only the first one has everything. */
function repeats(): (mapped: MappedRow) => boolean {
  let before: string | number | undefined;
  return (mapped) => {
    const ident = 'input' in mapped ? mapped.input.external_ident : undefined;
    const isRepeat = ident !== undefined && ident === before;
    before = ident;
    return isRepeat;
  };
}
