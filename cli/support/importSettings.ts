import { type MappingOptions } from '../../importer/mapping/options.ts';
import { type Resource } from '../../importer/mapping/rules/fields.ts';
import type { RowOptions } from '../../importer/rows/rowImporterFor.ts';
import { type Options as SourceOptions } from '../../importer/source/options.ts';
import type { Options } from './importOptions.ts';

export function sourceOptions(options: Options): SourceOptions {
  const { format, encoding, delimiter, headerLine, header } = options;
  return defined({ format, encoding, delimiter, headerLine, noHeader: header === false ? true : undefined });
}

export function mappingOptions(options: Options): MappingOptions {
  const { preset, mapping: file, type, accountName, decimal, priceIsGross, column: columns } = options;
  const { currency, timeZone, onBadValue, taxRate: { rate: taxRate, codes } = {} } = options;
  const { match, updateOnly, empty, ident } = options;
  return defined({
    preset,
    file,
    type,
    accountName,
    decimal,
    taxRate,
    priceIsGross,
    columns,
    taxRates: codes,
    currency,
    timeZone,
    onBadValue,
    match,
    updateOnly,
    hasPrice: options.price ? undefined : false,
    ident: ident === false ? undefined : ident,
    hasIdent: ident === false ? false : undefined,
    clearing: empty === 'clear' ? true : undefined,
    updates: rowUpdates(options) ? true : undefined,
  });
}

export function rowOptions(resource: Resource, options: Options): RowOptions {
  const { match, updateOnly = false, sameOrigin = false, dryRun = false } = options;
  return {
    resource,
    match,
    updateOnly,
    sameOrigin,
    isDryRun: dryRun,
    onExisting: options.onExisting ?? (impliesUpdate(options) ? 'update' : 'skip'),
  };
}

function rowUpdates(options: Options): boolean {
  return options.onExisting === 'update' || (options.onExisting === undefined && impliesUpdate(options));
}

function impliesUpdate({ match, updateOnly, empty }: Options): boolean {
  return match !== undefined || updateOnly === true || empty !== undefined;
}

function defined<T extends object>(values: T): { [Name in keyof T]: NonNullable<T[Name]> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof T]: NonNullable<T[Name]> };
}
