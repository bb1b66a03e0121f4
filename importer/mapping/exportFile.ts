import { deliveryFields } from '../../shared/contract/resources/address.ts';
import type { Fields } from '../../shared/contract/resources/field.ts';
import { isAmount } from '../../shared/contract/resources/records.ts';
import { Columns } from '../rows/columns.ts';
import { type SelectionRules, unwantedReason } from '../rows/rowRules.ts';
import { ImportError } from '../source/importError.ts';
import { unguardedCell } from '../source/spreadsheetCells.ts';
import { foreignCurrency } from './foreignCurrency.ts';
import type { Input, Mapping } from './mapping.ts';
import type { MappingOptions } from './mappingOptions.ts';
import { createOperations, identFields, type Resource } from './rules/resourceFields.ts';
import type { AccountCurrency } from './values/amounts.ts';

/** Column of articles with the account's currency. An import compares it, and stores nothing of it. */
const currencyColumn = 'currency';

export function exportColumns(resource: Resource): readonly string[] {
  return [...storedColumns(resource), ...(resource === 'articles' ? [currencyColumn] : [])];
}

function storedColumns(resource: Resource): readonly string[] {
  return [identFields[resource], ...Object.keys(createOperations[resource].input)];
}

/** True if a file is read as our own export: its records are found by their idents, or it has the idents of addresses. */
export function isExportFile(
  resource: Resource,
  columns: readonly string[],
  options: MappingOptions,
): boolean {
  if (resource !== 'addresses') return options.match === identFields[resource];
  return columns.includes(identFields.addresses) && options.columns === undefined;
}

/**
 * Reads our own export: each cell is the value of the field, and an empty cell an empty value. Nothing is guessed,
 * converted or repaired. Rows with prices in another currency than the account's are refused. Throws an ImportError if the
 * file has no column for the ident.
 */
export function exportMapping(
  resource: Resource,
  names: readonly string[],
  file: string,
  currency: AccountCurrency,
  selection: SelectionRules,
): Mapping {
  const columns = new Columns(names);
  const ident = identFields[resource];
  const fields: Fields = createOperations[resource].input;
  if (columns.find(ident) === undefined)
    throw new ImportError(
      `${file} has no column ${ident}, so it is not an export of \`counterfoil list\`: find its records by another field with --match`,
    );
  const known = storedColumns(resource).flatMap((name) => {
    const index = columns.find(name);
    return index === undefined ? [] : [{ name, index, read: readerOf(fields[name]) }];
  });
  const foreign = foreignCurrency(
    columns,
    known.map(({ name }) => name),
    { currency, inspection: undefined },
  );
  columns.find(currencyColumn); // counts as used
  const unwanted = unwantedReason(selection, columns);
  return {
    ...asWritten,
    description: {
      origin: 'an export of `counterfoil list`',
      fields: known.map(({ name }) => ({ field: name, from: `"${name}"`, columns: [name] })),
      unused: columns.unused(),
      similarNames: [],
      notices: [],
      decisions: [],
    },
    map({ values, fault: broken }) {
      const skip = broken ? undefined : unwanted(values);
      if (skip !== undefined) return { skip };
      const fault = broken ?? foreign(values);
      if (fault) return { fault };
      const input: Input = {};
      for (const { name, index, read } of known) {
        const value = read(unguardedCell(values[index] ?? ''));
        if (value !== undefined) input[name] = value;
      }
      return { input: withoutIdleDelivery(input) };
    },
  };
}

/** Nothing is guessed or added, so there is nothing to ask. */
const asWritten = {
  ambiguous: [],
  rates: undefined,
  identRule: undefined,
  constants: {},
  defaults: [],
  needed: [],
  takesFirst: false,
  hasHashedIdents: false,
  isUnique: () => false,
  whole: (row) => row,
} satisfies Omit<Mapping, 'description' | 'map'>;

type Read = (cell: string) => string | number | undefined;

function readerOf(field: Fields[string] | undefined): Read {
  const schema: { type?: string; format?: string } | undefined = field?.schema;
  if (schema?.type === 'integer')
    return (cell) => (/^-?\d{1,15}$/.test(cell) ? Number(cell) : cell || undefined);
  if (schema?.format === 'utc-date-time')
    return (cell) => cell.replace(/^(.{10})T(.*)Z$/, '$1 $2') || undefined;
  return schema && isAmount(schema) ? (cell) => cell || undefined : (cell) => cell;
}

function withoutIdleDelivery(input: Input): Input {
  if (input.divergent_delivery_address !== 0) return input;
  return Object.fromEntries(Object.entries(input).filter(([name]) => !Object.hasOwn(deliveryFields, name)));
}
