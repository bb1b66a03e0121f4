import type { Resource } from '../mapping/rules/resourceFields.ts';
import { storedDate } from '../mapping/values/dates.ts';
import { plainWord } from '../mapping/values/vocabulary.ts';
import { rowsOf, rowsText } from '../rows/columns.ts';
import type { ColumnFacts, Inspection } from '../rows/inspectColumns.ts';
import { anyValue, type SelectionRules } from '../rows/rowRules.ts';
import { answer, errorOfFaults, known } from '../source/importError.ts';
import {
  customerName,
  customerWordName,
  invoiceAddressWord,
  kindName,
  leadName,
  leadWord,
  leftName,
  letterKindName,
  no,
  noBlock,
  noLongerSoldName,
  noLongerSoldWord,
  partyKindName,
  partyLetters,
  shownName,
  statusName,
  supplierName,
  supplierWord,
  unwantedName,
  unwantedWord,
  wantedName,
  yes,
} from './flagWords.ts';

/** Numbers that mean no in a column of certain programs: a draft in WooCommerce, and a disabled article in Magento. */
const otherNo: Readonly<Record<string, string>> = { published: '-1', productonline: '2' };
const supplierNumberName = numberName(
  'lieferant(?:en)?|kreditor(?:en)?|supplier|vendor|creditor|fournisseur|leveranciers?',
  'fournisseur|fornitore|proveedor|dostawcy|leverancier',
);
const customerNumberName = numberName(
  'kunden?|debitor(?:en)?|customer|debtor|client|klanten?|kd',
  'client|cliente|klienta|klant',
);

/** Matches a name that has the word for a number after one noun, or before another. */
function numberName(before: string, after: string): RegExp {
  return new RegExp(
    `^(?:${before})(?:nr|no|nummer|number|numero|konto|account)$|^(?:code|codice|codigo|kod|numero|numer|nr|no)(?:du|di|del)?(?:${after})$`,
  );
}

/** SAP Business One: C is a customer, S a supplier, L a lead. */
const cardTypeName = /^cardtype$/;
const cardTypes = /^(?:s|l|csupplier|clid|supplier|lead)$/;
/** DATEV: accounts that begin with 7, 8 or 9 are those of suppliers. */
const accountName = /^(?:konto|kontonr|kontonummer|personenkonto|debitorkreditor)$/;
const firstSupplierDigit = 7;

/** A column whose values tell wanted records from others. */
interface Flag {
  readonly column: string;
  /** Different values with the number of their rows; '' is an empty cell. */
  readonly wanted: readonly (readonly [string, number])[];
  readonly unwanted: readonly (readonly [string, number])[];
  /** Column of suppliers, who may be customers, too, beside the flag of customers. */
  readonly suppliers: string | undefined;
}

/**
 * Throws an ImportError when a column marks rows that may not be wanted, such as deleted records or suppliers, and the user has
 * not said what to do with them. It names the number of rows of both answers. `mapped` are columns that a mapping file reads.
 */
export function requireFlags(
  resource: Resource,
  inspection: Inspection,
  { only = [], skip = [] }: SelectionRules,
  mapped: readonly string[],
  file: string,
): void {
  const decided = [
    ...mapped,
    ...only.map(({ column }) => column),
    ...skip.flatMap(({ columns }) => columns),
  ].map((name) => name.trim().toLowerCase());
  // A contact may be both: the flag of customers decides.
  const hasCustomers = inspection.columns.some(isCustomerFlag);
  const flags = inspection.columns
    .filter(({ name }) => !decided.includes(name.toLowerCase()))
    .filter(({ name }) => !hasCustomers || !supplierName.test(plainWord(name)))
    .flatMap((column) => flagOf(resource, column, inspection) ?? []);
  const faults = [
    ...flags.map((flag) => question(flag, inspection.rows)),
    ...(resource === 'customers'
      ? [...suppliersAmong(inspection, decided), ...accountsAmong(inspection, decided)]
      : []),
  ];
  if (faults.length > 0) throw errorOfFaults(file, faults);
}

/** A column `Kunde` or `Odbiorca` may also have names and numbers: then it is not a flag. */
function isCustomerFlag({ name, filled, values }: ColumnFacts): boolean {
  const word = plainWord(name);
  if (filled === 0 || customerName.test(word)) return filled > 0;
  const words = [...(values?.keys() ?? [])].map(wordOf);
  return (
    customerWordName.test(word) && words.length > 0 && words.every((one) => yes.test(one) || no.test(one))
  );
}

function flagOf(resource: Resource, facts: ColumnFacts, { columns, rows }: Inspection): Flag | undefined {
  const isUnwanted = judgeOf(resource, plainWord(facts.name));
  if (!isUnwanted) return undefined;
  const empty = rows - facts.filled;
  const values = facts.values ?? new Map(facts.filled > 0 ? [['…', facts.filled]] : []);
  const all = [...(empty > 0 ? [['', empty] as const] : []), ...values];
  const unwanted = all.filter(([value]) => isUnwanted(wordOf(value), facts, value));
  const wanted = all.filter((entry) => !unwanted.includes(entry));
  const suppliers = isCustomerFlag(facts)
    ? columns.find((one) => isFlag(one) && supplierName.test(plainWord(one.name)))?.name
    : undefined;
  return unwanted.length === 0 ? undefined : { column: facts.name, wanted, unwanted, suppliers };
}

type Judge = (word: string, facts: ColumnFacts, value: string) => boolean;

/** Keeps the sign of a number, which `plainWord` removes. */
function wordOf(value: string): string {
  return /^-\d+$/.test(value) ? value : plainWord(value);
}

/** Returns what tells the unwanted values of a column by its name; undefined for a column that is not a flag. */
function judgeOf(resource: Resource, name: string): Judge | undefined {
  // Whatever stands in such a column marks the row, as L in `Löschkennzeichen`.
  if (unwantedName.test(name))
    return (value, { filled }) => filled > 0 && !no.test(value) && !noBlock.test(value);
  if (noLongerSoldName.test(name)) return (value, facts) => isMark(facts) && !no.test(value);
  if (shownName.test(name) || wantedName.test(name))
    return (value, facts) =>
      isMostlyFlag(facts) &&
      (value !== '' || wantedName.test(name)) &&
      (value === otherNo[name] || (!yes.test(value) && !isNumber.test(value)) || value === '0');
  if (statusName.test(name))
    return (value, facts) =>
      isUnwantedStatus(value, facts) || (resource === 'customers' && leadWord.test(value));
  if (resource === 'addresses') return kindName.test(name) ? isOfInvoices : undefined;
  if (resource !== 'customers') return undefined;
  if (leftName.test(name)) return (_word, _facts, value) => isPast(value);
  if (cardTypeName.test(name)) return (value) => cardTypes.test(value);
  if (supplierName.test(name) || leadName.test(name))
    return (value, facts) => isFlag(facts) && !no.test(value);
  if (customerName.test(name)) return (value, facts) => isFlag(facts) && no.test(value);
  if (customerWordName.test(name)) return (value, facts) => isCustomerFlag(facts) && no.test(value);
  return kindName.test(name) ? isOtherKind : undefined;
}

function isOfInvoices(word: string): boolean {
  return invoiceAddressWord.test(word);
}

/** True for a day before today. A year such as 9999 means never. */
function isPast(value: string): boolean {
  const date = storedDate(value, 'UTC');
  return typeof date === 'string' && date < new Date().toISOString().slice(0, 10);
}

/** True for suppliers and leads. Letters of customers and suppliers count only beside each other, in a column that has no others. */
function isOtherKind(value: string, { name, values }: ColumnFacts): boolean {
  if (supplierWord.test(value) || leadWord.test(value)) return true;
  const all = [...(values?.keys() ?? [])].map(wordOf);
  if (!letterKindName.test(plainWord(name))) return false;
  const pairs = partyKindName.test(plainWord(name)) ? partyLetters : partyLetters.slice(0, 1);
  return pairs.some(
    ([customer, supplier, others]) =>
      value === supplier &&
      all.includes(customer) &&
      all.every((one) => (customer + supplier + others).includes(one)),
  );
}

/** Letters and digits count only if all values are of such a kind: A and I, or 1 and 0. */
function isUnwantedStatus(value: string, { values }: ColumnFacts): boolean {
  const all = [...(values?.keys() ?? [])].map(wordOf);
  const isCode = (value === 'i' && all.includes('a')) || (value === '0' && all.includes('1'));
  return isUnwantedWord(value) || (isCode && all.every((one) => /^(?:[ai]|[01])$/.test(one)));
}

function isUnwantedWord(value: string): boolean {
  return unwantedWord.test(value) || noLongerSoldWord.test(value);
}

/** True if all values say yes or no, or are numbers such as the ranks of Odoo. An empty column says nothing. */
function isFlag({ filled, values }: ColumnFacts): boolean {
  if (filled === 0 || !values) return false;
  return [...values.keys()].every(isFlagValue);
}

function isFlagValue(value: string): boolean {
  const word = wordOf(value);
  return yes.test(word) || no.test(word) || isUnwantedWord(word) || isNumber.test(word);
}

const isNumber = /^\d{1,4}$/;

/** True if at least half of the values say yes or no: what another one says is asked. */
function isMostlyFlag({ filled, values }: ColumnFacts): boolean {
  const known = [...(values ?? [])].filter(([value]) => isFlagValue(value));
  return filled > 0 && rowsOf(known) * 2 >= filled;
}

/** True for a flag, and for the dates on which records were deleted. */
function isMark(facts: ColumnFacts): boolean {
  const isDates = facts.examples.every((value) => /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}/.test(value));
  return isFlag(facts) || (facts.filled > 0 && isDates);
}

const maxNamed = 5;

function question(flag: Flag, rows: number): string {
  const { column, wanted, unwanted, suppliers } = flag;
  const kept = rowsOf(wanted);
  const all = `all ${rowsText(rows)} with ${answer(`--only "${column}=${anyValue}"`, rows)}`;
  const shares = [...unwanted, ...wanted]
    .slice(0, maxNamed)
    .map(([value, count]) => `${shownValue(value)}: ${rowsText(count)}`);
  const more = wanted.length + unwanted.length > maxNamed ? ', …' : '';
  const counts = shares.join(', ') + more;
  const marks = known(
    'flag_column',
    [column, counts],
    `column "${column}" seems to mark records that you may not want (${counts})`,
  );
  if (kept === 0) return `${marks}, and has no other: import ${all}, or take another file`;
  const both = suppliers === undefined ? '' : `, also those that "${suppliers}" marks as suppliers`;
  return `${marks}: import ${rowsText(kept)} with ${answer(selectionOf(flag), kept)}${both}, or ${all}`;
}

/** Names the fewer values. Beside a flag of suppliers, it names the customers. */
function selectionOf({ column, wanted, unwanted, suppliers }: Flag): string {
  const [[customers] = []] = wanted;
  if (suppliers !== undefined && wanted.length === 1 && customers !== '')
    return `--only "${column}=${customers}"`;
  const isSkipped = unwanted.length <= maxNamed && unwanted.every(([value]) => value !== '…');
  if (!isSkipped || (wanted.length === 1 && unwanted.length > 1))
    return `--only "${column}=${wanted.map(([value]) => value).join(',')}"`;
  return unwanted.map(([value]) => `--skip "${column}=${value}"`).join(' ');
}

function shownValue(value: string): string {
  return value === '' ? 'empty' : value;
}

/** Finds rows with the number of a supplier, beside a column for the numbers of customers that is empty in some rows. */
function suppliersAmong({ columns, rows }: Inspection, decided: readonly string[]): string[] {
  const supplier = columns.find(({ name, filled }) => filled > 0 && supplierNumberName.test(plainWord(name)));
  const customer = columns.find(({ name }) => customerNumberName.test(plainWord(name)));
  if (!supplier || !customer || customer.filled === rows) return [];
  if ([supplier.name, customer.name].some((name) => decided.includes(name.toLowerCase()))) return [];
  const all = `all ${rowsText(rows)} with ${answer(`--only "${supplier.name}=${anyValue}"`, rows)}`;
  const some =
    customer.filled === 0
      ? ''
      : `${rowsText(customer.filled)} with ${answer(`--skip "${customer.name}="`, customer.filled)}, or `;
  return [
    `column "${supplier.name}" has the numbers of suppliers in ${rowsText(supplier.filled)}, and "${customer.name}" is empty in ${rowsText(rows - customer.filled)}: import ${some}${all}`,
  ];
}

/** Finds the accounts of suppliers among those of customers. */
function accountsAmong({ columns, rows }: Inspection, decided: readonly string[]): string[] {
  return columns.flatMap(({ name, initials, values, examples }) => {
    const suppliers = initials.slice(firstSupplierDigit).reduce((sum, count) => sum + count, 0);
    const isAccount = accountName.test(plainWord(name)) && examples.every((value) => /^\d{5,9}$/.test(value));
    if (!isAccount || suppliers === 0 || decided.includes(name.toLowerCase())) return [];
    const found = [...(values ?? [])].filter(([value]) => Number(value.charAt(0)) >= firstSupplierDigit);
    const skipped = found.map(([value]) => `--skip "${name}=${value}"`).join(' ');
    const some =
      found.length > 0 && found.length <= maxNamed
        ? `import ${rowsText(rows - suppliers)} with ${answer(skipped, rows - suppliers)}`
        : 'remove them from the file';
    return [
      `column "${name}" has the accounts of suppliers, from 70000, in ${rowsText(suppliers)}: ${some}, or import all ${rowsText(rows)} with ${answer(`--only "${name}=${anyValue}"`, rows)}`,
    ];
  });
}
