import { counted } from '../../shared/contract/values/counted.ts';
import { namingFields } from '../mapping/completeRecord.ts';
import type { MappingOptions } from '../mapping/mappingOptions.ts';
import type { FieldRule, MappingFile } from '../mapping/rules/mappingFile.ts';
import type { Reading } from '../mapping/rules/steps.ts';
import { allColumnsOf, columnsOf, ruleOf, valueReader } from '../mapping/rules/valueReader.ts';
import { isUnclear, namesRemedy } from '../mapping/splitNames.ts';
import { hasLegalForm, isSurelyPerson, kindOfName } from '../mapping/values/nameKinds.ts';
import { saysLastFirst, seemsFirstLast, seemsLastFirst } from '../mapping/values/nameOrder.ts';
import { plainWord } from '../mapping/values/vocabulary.ts';
import { columnsIn, factsOf, rowsOf, shown, valuesOf } from '../rows/columns.ts';
import type { ColumnFacts, Inspection } from '../rows/inspectColumns.ts';
import { answer, ImportError, list, quoted } from '../source/importError.ts';

/**
 * Throws an ImportError when no column says who the customers are, since they would be empty, or when they would have no names
 * although the file seems to have some. The user confirms this by naming a column for another of the fields.
 */
export function requireNames(
  { fields }: MappingFile,
  inspection: Inspection,
  { columns: given = {} }: MappingOptions,
  file: string,
): void {
  const columns = columnsIn(inspection).names;
  const found = namingFields.filter((field) => Object.hasOwn(fields, field));
  const [other] = found;
  const mapped = new Set(Object.values(fields).flatMap(allColumnsOf));
  const free = inspection.columns.filter(({ name, filled }) => filled > 0 && !mapped.has(name));
  const named = free.filter(({ name }) => nameLike.test(plainWord(name)));
  const context = { fields, free, named, given, file };
  requireWholeNames(context);
  requireLastNames(context);
  requireCompanyColumn(context);
  requireNamesInRows(context, inspection);
  const likely = named.length > 0 ? named : free.filter((column) => hasNames(column, inspection.rows));
  if (
    other !== undefined &&
    (likely.length === 0 || found.some((field) => !isNumberOrMail(field) || given[field]))
  )
    return;
  if (other !== undefined) {
    const names = likely.map(({ name }) => `"${name}"`);
    const [column] = names;
    throw new ImportError(
      `${file}: no column gives the names of the customers. Is it ${list(names, 'or')}? Choose one with ${answer(`--column bill_name=${column}`)} for persons and companies, bill_company=${column} or bill_lastname=${column}; or import customers without names with ${answer(`--column ${other}="${columnsOf(ruleOf(fields[other] ?? ''))[0]}"`)}`,
    );
  }
  throw new ImportError(
    `${file}: no column gives a name, company, e-mail address or number of the customers: its columns are ${quoted(columns)}; choose one, such as ${answer('--column bill_lastname=COLUMN')}`,
  );
}

interface NameContext {
  readonly fields: MappingFile['fields'];
  /** Columns with values that give no field; `named` are those that are called like a name. */
  readonly free: readonly ColumnFacts[];
  readonly named: readonly ColumnFacts[];
  /** Columns by field, as the user chose them. */
  readonly given: Readonly<Record<string, string>>;
  readonly file: string;
}

/** A column `Naam` beside those of first and last names has the companies, which would be lost. */
function requireCompanyColumn({ fields, named, given, file }: NameContext): void {
  const decided = { ...fields, ...given };
  if ('bill_company' in decided || 'bill_name' in decided || !('bill_lastname' in decided)) return;
  for (const column of named) {
    const companies = [...valuesOf(column).keys()].filter(hasLegalForm);
    if (companies.length === 0) continue;
    throw new ImportError(
      `${file}: "${column.name}" has companies, such as ${shown(companies)}, and no column gives the company: take it with ${answer(`--column bill_company="${column.name}"`)}, or leave it out with ${answer('--column bill_company=')}`,
    );
  }
}

/** A column of companies is empty in the rows of persons, whose names may be in another column. */
function requireNamesInRows({ fields, named, given, file }: NameContext, inspection: Inspection): void {
  const known = namingFields.filter((field) => !isNumberOrMail(field) && fields[field] !== undefined);
  if (known.length === 0 || known.some((field) => given[field])) return;
  const columns = columnsIn(inspection);
  const readers = known.map((field) => valueReader(fields[field] ?? '', columns));
  const unnamed = inspection.samples.filter((row) => readers.every((read) => (read?.(row) ?? '') === ''));
  const [other] = named.filter(({ name }) => {
    const read = valueReader(name, columns);
    return unnamed.some((row) => (read?.(row) ?? '') !== '');
  });
  if (!other) return;
  const columnsOfNames = known.map((field) => `"${allColumnsOf(fields[field] ?? '')[0]}"`);
  throw new ImportError(
    `${file}: some rows have no name in ${list(columnsOfNames, 'and')}, but have one in "${other.name}": take it with ${answer(`--column bill_name="${other.name}"`)}; or leave it out with ${answer(`--column ${known[0]}=${columnsOfNames[0]}`)}`,
  );
}

const partOfName = /^(?:namenszusatz|middlename)$/;

/** A part of a last name in a column of its own, such as `van der`, would be lost. */
function requireWholeNames({ fields: { bill_lastname: rule }, free, given, file }: NameContext): void {
  const part = free.find(({ name }) => partOfName.test(plainWord(name)))?.name;
  const [last] = rule === undefined ? [] : columnsOf(ruleOf(rule));
  if (part === undefined || last === undefined || given.bill_lastname !== undefined) return;
  const join = JSON.stringify({ bill_lastname: { join: [part, last] } });
  throw new ImportError(
    `${file}: "${part}" seems to have parts of the last names, of which "${last}" gives the rest: join them in a mapping file (--suggest prints one) with ${join}, in their order, or leave it out with ${answer(`--column bill_lastname="${last}"`)}`,
  );
}

/** First names alone are half a name; a column `Firma / Name` may have the other half. */
function requireLastNames({ fields, named, given, file }: NameContext): void {
  const names = ['bill_lastname', 'bill_name', 'bill_name_last_first', 'bill_company'];
  const others = names.some((field) => fields[field] !== undefined);
  const [first] = allColumnsOf(fields.bill_firstname);
  if (first === undefined || others || given.bill_firstname !== undefined) return;
  const likely = named[0]?.name;
  const remedy =
    likely === undefined
      ? 'choose it with --column bill_lastname=COLUMN'
      : `is it "${likely}"? Choose it with ${answer(`--column bill_lastname="${likely}"`)}: those with a legal form become companies`;
  throw new ImportError(
    `${file}: "${first}" has first names, but no column gives the last names: ${remedy}; or import first names alone with ${answer(`--column bill_firstname="${first}"`)}`,
  );
}

const nameLike =
  /^(?!.*(?:user|benutzer|file|datei|bank|strasse|street|land|country|ort|product|gruppe|group)).*(?:name|firma|compan|kunde$|customer$|nazwa|naam$|kontakt$|ansprech|^(?:nom|navn|namn|nome|nombre)$)/;

/** True if most values are words with a capital letter, and not always the same ones. */
function hasNames({ filled, values, examples }: ColumnFacts, rows: number): boolean {
  const isVaried = values === undefined || rows < 4 || values.size > filled / 2;
  const words = examples.filter((text) => /^\p{Lu}[\p{L}.'-]+(?:[ ,&]+[\p{L}.'&-]+)*$/u.test(text));
  return isVaried && filled > rows / 2 && words.length > examples.length / 2;
}

function isNumberOrMail(field: string): boolean {
  return field === 'bill_email' || field === 'customer_nr';
}

/**
 * Throws an ImportError when a column that was guessed to have whole names has some that may be a person's or a company's. A
 * column for the form of address, the company or its kind may tell them apart, so its rows are judged one by one.
 */
export function requireClearNames({ fields }: MappingFile, reading: Reading, file: string): void {
  for (const side of ['bill_', 'delivery_']) {
    const field = `${side}name`;
    const rule = fields[field];
    const isTold = [`${side}title`, `${side}company`, `${side}lastname`, 'is_business_client'].some(
      (name) => fields[name] !== undefined,
    );
    if (rule === undefined || !reading.guessed.has(field) || !reading.inspection) continue;
    const [column, another] = factsOf(reading.inspection, allColumnsOf(rule));
    if (!column || saysLastFirst(column.name)) continue;
    if (another) refuseUnclearLines(rule, reading.inspection, { lines: [column, another], isTold }, file);
    if (isTold) {
      refuseLastFirst(column, field, file);
      continue;
    }
    const names = [...valuesOf(column)].filter(([name]) => isUnclear(name));
    if (names.length === 0) continue;
    const count = column.values ? `, in ${rowsOf(names)} of ${counted(column.filled, 'row')}` : '';
    throw new ImportError(
      `${file}: "${column.name}" has names that may be a person's or a company's, such as ${shown(names.map(([name]) => name))}${count}: ${namesRemedy(field, `"${column.name}"`, seemsLastFirst(names[0]?.[0] ?? ''))}`,
    );
  }
}

/**
 * Throws an ImportError when a column that was guessed to have companies has persons, by a form of address or a first name after
 * a comma: they would be stored as companies.
 */
export function requireCompanies({ fields }: MappingFile, reading: Reading, file: string): void {
  for (const side of ['bill_', 'delivery_']) {
    const field = `${side}company`;
    const rule = fields[field];
    if (rule === undefined || !reading.guessed.has(field) || !reading.inspection) continue;
    for (const column of factsOf(reading.inspection, allColumnsOf(rule))) {
      const persons = [...valuesOf(column).keys()].filter(isSurelyPerson);
      if (persons.length === 0) continue;
      const name = `"${column.name}"`;
      throw new ImportError(
        `${file}: ${name} has companies by its name, but persons too, such as ${shown(persons)}: take those without a legal form for persons with ${answer(`--column ${side}name=${name}`)}, or all for companies with ${answer(`--column ${field}=${name}`)}`,
      );
    }
  }
}

/** Throws an ImportError when known first names mostly stand last in a column: the order is not certain. */
function refuseLastFirst(column: ColumnFacts, field: string, file: string): void {
  const names = [...valuesOf(column).keys()];
  const reversed = names.filter(seemsLastFirst);
  if (reversed.length === 0 || reversed.length < names.filter(seemsFirstLast).length) return;
  throw new ImportError(
    `${file}: "${column.name}" seems to have the last name before the first one (${shown(reversed)}): if it does, set ${answer(`--column ${field}_last_first="${column.name}"`)}; if not, set ${answer(`--column ${field}="${column.name}"`)}`,
  );
}

/** Lines of a name that together may be a person's, whose order nobody knows. */
function refuseUnclearLines(
  rule: FieldRule,
  inspection: Inspection,
  { lines, isTold }: { readonly lines: readonly [ColumnFacts, ColumnFacts]; readonly isTold: boolean },
  file: string,
): void {
  const read = valueReader(rule, columnsIn(inspection));
  const second = inspection.columns.indexOf(lines[1]);
  const both = inspection.samples.filter((row) => (row[second]?.trim() ?? '') !== '');
  const whole = isTold ? [] : inspection.samples.map((row) => read?.(row) ?? '').filter(isUnclear);
  const people = both.map((row) => read?.(row) ?? '').filter((name) => kindOfName(name) !== 'company');
  const names = [...new Set([...whole, ...people])];
  if (names.length === 0) return;
  const [first = '', other = ''] = lines.map(({ name }) => name);
  throw new ImportError(
    `${file}: "${first}" and "${other}" have names that may be a person's or a company's, such as ${shown(names)}: if they are the last and first names of persons, set ${answer(`--column bill_lastname="${first}" --column bill_firstname="${other}"`)}; if they are the lines of a name of companies, set ${answer(`--column bill_company="${first}"`)}`,
  );
}
