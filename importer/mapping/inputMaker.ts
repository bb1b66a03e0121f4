import { maxExternalIdentLength } from '../../shared/contract/resources/field.ts';
import type { Columns } from '../rows/columns.ts';
import { isDateCell } from '../source/dateCell.ts';
import { cellsColumn } from '../source/refusalColumns.ts';
import type { EditedCells, SourceRow } from '../source/sourceRow.ts';
import { completionFor, countryRepairs, mayFollow, unreadableValue } from './completeRecord.ts';
import type { FieldFault, Input, MappedRow, MappingContext, Needs } from './mapping.ts';
import type { MappingFile } from './rules/mappingFile.ts';
import { fieldsOf, identFields, type Resource } from './rules/resourceFields.ts';
import type { Step } from './rules/steps.ts';
import { shortIdent } from './rules/valueReader.ts';
import { splittersFor } from './splitNames.ts';
import {
  type Converted,
  cellText,
  errorProblem,
  isErrorValue,
  roundedBySpreadsheet,
  takenForDate,
} from './values/cells.ts';
import { mappedPrices } from './values/divisors.ts';
import { zipCodeRepair } from './zipCodes.ts';

export function inputMaker(
  resource: Resource,
  columns: Columns,
  file: MappingFile,
  steps: readonly Step[],
  { facts: { constants }, needs, reading }: MappingContext,
): (row: SourceRow) => MappedRow {
  const complete = completionFor(resource, file.tax_rate, needs);
  const splits = splittersFor(resource, {
    steps,
    guessed: reading.guessed,
  });
  const repairZips = zipCodeRepair(resource, file, reading, needs);
  const cleared = needs.clearing ? clearable(resource) : new Set<string>();
  const withoutIdent = missingIdent(resource, columns);
  const isEmptied = (field: string) => reading.onBadValue === 'empty' && !neverEmptied.has(field);
  const keys = steps.filter(({ field }) => isKey(field, file, needs));
  return ({ values, edited }) => {
    const input: Input = {};
    const repairs: string[] = [];
    const faults: FieldFault[] = edited ? keys.flatMap((step) => changedKey(step, values, edited)) : [];
    for (const step of steps) {
      const { field } = step;
      const value = edited ? restoredValue(step, values, edited, repairs) : valueOf(step, values);
      if (value === undefined) {
        if (cleared.has(field)) input[field] = '';
      } else if (typeof value !== 'object') input[field] = value;
      else if ('value' in value) {
        if (value.value !== '' || cleared.has(field)) input[field] = value.value;
        repairs.push(`${field}: ${value.repair}`);
      } else if (isEmptied(field)) repairs.push(`${field}: ${leftEmpty}`);
      else faults.push(unreadableValue(field, withRemedy(field, value.problem)));
    }
    for (const split of splits) {
      const fault = split(input, repairs);
      if (fault) faults.push(fault);
    }
    const unread = faults.map(({ field }) => field);
    for (const unclear of repairZips(input, repairs)) {
      if (unread.includes(unclear.field.replace('zipcode', 'country'))) continue;
      if (unclear.field.endsWith('_country') || !isEmptied(unclear.field)) faults.push(unclear);
      else {
        delete input[unclear.field];
        repairs.push(`${unclear.field}: ${leftEmpty}`);
      }
    }
    for (const fault of complete(input)) if (!mayFollow(fault.field, unread)) faults.push(fault);
    if (needs.isCreated) repairs.push(...countryRepairs(input));
    Object.assign(input, constants);
    const lacksIdent = resource !== 'addresses' && !identified(input, needs);
    if (lacksIdent && !unread.includes('external_ident')) faults.push(withoutIdent);
    if (faults.length > 0) return { fault: inOne(faults), readable: input };
    return repairs.length === 0 ? { input } : { input, repairs };
  };
}

/** Adds a remedy to a problem that names none: most fields do without a value. */
function withRemedy(field: string, problem: string): string {
  const isRemedied = problem.replace(/"[^"]*"/g, '').includes(': ');
  if (isRemedied) return problem;
  return `${problem}: correct it, or ${neverEmptied.has(field) ? 'choose another column with --column' : leaveOut}`;
}

const leaveOut = 'leave such values out with --on-bad-value empty';

const leftEmpty = 'left empty, since it does not accept the value';

/** Fields that are never left empty: they identify a record, or an invoice would be wrong without them. */
const neverEmptied: ReadonlySet<string> = new Set([
  'external_ident',
  'customer_ident',
  'customer_external_ident',
  'customer_nr',
  'article_nr',
  'article_sku',
  'article_title',
  'article_price',
  'article_price_total',
  'article_tax_rate',
  'article_unit',
]);

function valueOf({ field, read, convert, indexes, neverDates }: Step, values: readonly string[]): Converted {
  for (const index of indexes) if (isErrorValue(values[index])) return errorProblem(values[index] ?? '');
  for (const index of neverDates) if (isDateCell(values[index])) return takenForDate(cellText(values[index]));
  // The conversion would not see a damaged column in an ident of several columns.
  const isJoined = field === 'external_ident' && indexes.length > 1;
  for (const index of isJoined ? indexes : []) {
    const damaged = roundedBySpreadsheet(values[index]?.trim() ?? '');
    if (damaged) return damaged;
  }
  const text = read(values);
  return text === '' ? undefined : convert(text, values);
}

/** True for a field by whose value records are found, if it comes from columns and not from the whole row. */
function isKey(field: string, { fields }: MappingFile, { identFrom }: Needs): boolean {
  const rule = fields[field];
  return field === (identFrom ?? 'external_ident') && !(typeof rule === 'object' && 'hash' in rule);
}

/** Asks about a refused row that would become another record. */
function changedKey(
  { field, from, indexes }: Step,
  values: readonly string[],
  { changed }: EditedCells,
): FieldFault[] {
  const index = indexes.find((one) => changed.has(one));
  if (index === undefined) return [];
  const [before, now] = [changed.get(index), values[index]];
  const message = `${field}: the row was refused with "${before}" in ${from} and now has "${now}": put "${before}" back, or clear ${cellsColumn} if "${now}" is right`;
  return [{ code: 'ident_changed', message, field }];
}

/** Converts the former text of a cell that a spreadsheet changed, unless only the new text can be read. Counts a repair. */
function restoredValue(
  step: Step,
  values: readonly string[],
  { damaged }: EditedCells,
  repairs: string[],
): Converted {
  const value = valueOf(step, values);
  if (!step.indexes.some((index) => damaged.has(index))) return value;
  const typed = valueOf(
    step,
    values.map((text, index) => damaged.get(index) ?? text),
  );
  if (isProblem(value)) return typed;
  // Spreadsheets write amounts with fewer zeros, which changes nothing.
  const isSame = mappedPrices.includes(step.field)
    ? !isProblem(typed)
    : JSON.stringify(typed) === JSON.stringify(value);
  if (!isSame) repairs.push(`${step.field}: ${restored}`);
  return value;
}

function isProblem(value: Converted): boolean {
  return typeof value === 'object' && 'problem' in value;
}

const restored = 'restored, since a spreadsheet had changed it';

/** Returns the fields that are empty by default. Others, such as prices, can't be emptied. */
function clearable(resource: Resource): ReadonlySet<string> {
  const fields = Object.entries(fieldsOf[resource]);
  return new Set(
    fields.flatMap(([name, field]) => ((field.schema as { default?: unknown }).default === '' ? [name] : [])),
  );
}

function missingIdent(resource: Resource, { names }: Columns): FieldFault {
  const own = identFields[resource];
  const reason = names.includes(own)
    ? `the record has none, and the file is an export of \`counterfoil list\`: import it with --match ${own}`
    : 'the row has no value in the column that identifies its record: add it, or choose other columns with --ident';
  return { code: 'ident_missing', message: `external_ident: ${reason}`, field: 'external_ident' };
}

/** Puts the ident of its record into a row; returns false if the row needs one and has none. */
function identified(input: Input, { ident: isNeeded, identFrom }: Needs): boolean {
  const ident = identIn(input) ?? (identFrom === undefined ? undefined : input[identFrom]);
  if (ident === undefined) return !isNeeded;
  input.external_ident = String(ident);
  return true;
}

/** Replaces an ident that is too long by its hash, which is just as stable. */
function identIn({ external_ident: ident }: Input): string | undefined {
  if (ident === undefined || ident === '') return undefined;
  return String(ident).length > maxExternalIdentLength ? shortIdent(String(ident)) : String(ident);
}

/** Joins the faults of a row, so that all of them can be corrected at once. */
function inOne(all: readonly FieldFault[]): FieldFault {
  const [first] = all as readonly [FieldFault];
  return all.length === 1 ? first : { ...first, message: all.map(({ message }) => message).join('; '), all };
}
