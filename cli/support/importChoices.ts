import { Command } from 'commander';
import type { ImportChoices } from '../../importer/importSettings.ts';
import type { MappingOptions } from '../../importer/mapping/mappingOptions.ts';
import type { Resource } from '../../importer/mapping/rules/resourceFields.ts';
import type { RowOptions } from '../../importer/plan/rowPlan.ts';
import { ignoredLines } from '../../importer/questions/chooseRules.ts';
import { composedAll } from '../../importer/source/composed.ts';
import type { SourceOptions } from '../../importer/source/dialect.ts';
import { refuseIdleOptions } from './idleOptions.ts';
import { actionOnExisting, addImportOptions, type ImportOptions } from './importOptions.ts';

/** Returns what options say of an import. Throws ImportError for a mapping file that can't be read. */
export function importChoices(resource: Resource, options: ImportOptions): ImportChoices {
  const mapping = mappingOptions(options);
  return {
    mapping,
    source: { ...sourceOptions(options), ...ignoredLines(resource, mapping) },
    rows: rowOptions(resource, options),
    onRepeat: options.onRepeat,
    restart: options.restart ?? false,
    sourceName: options.source,
    deleteMissing: options.deleteMissing ? { maxDelete: options.maxDelete } : undefined,
    maxWaitMs: options.patience * 1_000,
  };
}

export function sourceOptions(options: ImportOptions): SourceOptions {
  const { format, encoding, delimiter, headerLine, header, sheet, cells, hiddenRows } = options;
  const noHeader = header === false ? true : undefined;
  return defined(
    composedAll({ format, encoding, delimiter, headerLine, noHeader, sheet, cells, hiddenRows }),
  );
}

export function mappingOptions(options: ImportOptions): MappingOptions {
  const { preset, mapping: file, type, accountName, decimal, priceIsGross, column: columns } = options;
  const { currency, timeZone, onBadValue, taxRate: { rate: taxRate, codes } = {} } = options;
  const { match, updateOnly, empty, ident, divide, pricePer, only, skip, value: values } = options;
  const given = composedAll({
    preset,
    type,
    accountName,
    decimal,
    taxRate,
    priceIsGross,
    columns,
    values,
    divide,
    pricePer,
    only,
    skip,
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
    updates: actionOnExisting(options) === 'update' ? true : undefined,
  });
  return defined({ ...given, file });
}

function rowOptions(resource: Resource, options: ImportOptions): RowOptions {
  const { match, updateOnly = false, sameOrigin = false, dryRun: isDryRun = false, maxChange } = options;
  const onExisting = actionOnExisting(options);
  return { resource, match, updateOnly, sameOrigin, isDryRun, maxChange, onExisting };
}

function defined<T extends object>(values: T): { [Name in keyof T]: NonNullable<T[Name]> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof T]: NonNullable<T[Name]> };
}

export interface ImportRequest {
  readonly resource: Resource;
  readonly file: string;
  readonly options: ImportOptions;
}

/**
 * Parses what would follow `counterfoil import`. Throws a CommanderError for what the command does not know, and an
 * OperatorError for options without an effect.
 */
export function parseImport(words: readonly string[]): ImportRequest {
  const command = addImportOptions(new Command('import'))
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  command.action(() => {}).parse(words, { from: 'user' });
  const [resource, [file]] = command.processedArgs as [Resource, [string]];
  const options = command.opts<ImportOptions>();
  refuseIdleOptions(resource, options, command);
  return { resource, file, options };
}
