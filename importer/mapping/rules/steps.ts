import type { Field } from '../../../shared/contract/resources/field.ts';
import type { Inspection } from '../../rows/inspectColumns.ts';
import type { AccountCurrency } from '../values/amounts.ts';
import type { Conversion } from '../values/cells.ts';
import { conversionOf } from '../values/conversions.ts';
import { areWhole, type Columns, haveNamibia, isCodeColumn } from '../../rows/columns.ts';
import type { MappingFile } from './mappingFile.ts';
import { fieldsOf, type Resource } from './resourceFields.ts';
import { allColumnsOf, describeRule, ruleOf, type ValueReader, valueReader } from './valueReader.ts';

export interface Step {
  readonly field: string;
  readonly from: string;
  readonly indexes: readonly number[];
  readonly read: ValueReader;
  readonly convert: Conversion;
}

export interface Reading {
  readonly currency: AccountCurrency;
  readonly timeZone: string;
  readonly onBadValue: 'refuse' | 'empty';
  /** Undefined when only the names of the columns are known. */
  readonly inspection: Inspection | undefined;
}

export function stepsOf(resource: Resource, columns: Columns, file: MappingFile, reading: Reading): Step[] {
  return Object.keys(file.fields).flatMap((field) => {
    const step = stepOf(resource, field, columns, file, reading);
    return step ? [step] : [];
  });
}

export function stepOf(
  resource: Resource,
  field: string,
  columns: Columns,
  file: MappingFile,
  { currency, timeZone, inspection }: Reading,
): Step | undefined {
  const rule = file.fields[field];
  const read = rule === undefined ? undefined : valueReader(rule, columns);
  if (rule === undefined || !read) return undefined;
  const names = allColumnsOf(rule);
  const forms = {
    decimal: ruleOf(rule).decimal ?? file.decimal,
    date: ruleOf(rule).date ?? file.date,
    taxRate: file.tax_rate,
    currency,
    timeZone,
    isCoded: file.guess === true && names.some(isCodeColumn) && !translatesCodes(rule),
    hasNamibia: inspection !== undefined && haveNamibia(inspection, names),
    isWhole: inspection !== undefined && areWhole(inspection, names),
  };
  return {
    field: field === 'article_price' && file.price_is_gross ? 'article_price_total' : field,
    from: describeRule(rule, columns),
    indexes: columns.findAll(names),
    read,
    convert: conversionOf(field, fieldsOf[resource][field] as Field, forms),
  };
}

/**
 * True if a rule gives codes their values. The values of --tax-rate end with a percent sign and do not count, so that
 * other numbers stay codes.
 */
function translatesCodes(given: MappingFile['fields'][string]): boolean {
  const { values } = ruleOf(given);
  return values !== undefined && !Object.values(values).every((value) => String(value).endsWith('%'));
}
