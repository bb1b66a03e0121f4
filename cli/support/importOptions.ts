import { Argument, type Command, Option } from 'commander';
import { matchFields } from '../../importer/mapping/chooseIdent.ts';
import type { MappingOptions } from '../../importer/mapping/mappingOptions.ts';
import { presetNames } from '../../importer/mapping/presets/presets.ts';
import { type Resource, resources } from '../../importer/mapping/rules/resourceFields.ts';
import type { OnExisting } from '../../importer/planning/rowPlan.ts';
import type { RowOptions } from '../../importer/rows/chooseRowImporter.ts';
import type { OnRepeat } from '../../importer/rows/repeatedRows.ts';
import type { SourceOptions } from '../../importer/source/dialect.ts';
import {
  currency,
  fieldColumn,
  positiveInteger,
  type TaxRates,
  taxRates,
  timeZone,
} from './optionParsers.ts';

export interface ImportOptions {
  readonly preset?: string;
  readonly mapping?: string;
  readonly decimal?: string;
  readonly column?: Readonly<Record<string, string>>;
  readonly taxRate?: TaxRates;
  readonly price: boolean;
  readonly currency?: string;
  readonly timeZone?: string;
  readonly onBadValue?: 'refuse' | 'empty';
  readonly priceIsGross?: boolean;
  readonly suggest?: boolean;
  readonly dryRun?: boolean;
  readonly type?: string;
  readonly accountName?: string;
  readonly ident?: readonly string[] | false;
  readonly match?: string;
  readonly updateOnly?: boolean;
  readonly empty?: 'clear' | 'keep';
  readonly onRepeat?: OnRepeat;
  readonly sameOrigin?: boolean;
  readonly plan?: string;
  readonly offline?: boolean;
  readonly onExisting?: OnExisting;
  readonly format?: 'csv' | 'tsv' | 'jsonl';
  readonly encoding?: string;
  readonly delimiter?: string;
  readonly headerLine?: number;
  readonly header?: boolean;
  readonly workDir?: string;
  readonly idents?: string;
  readonly customers?: string;
  readonly restart?: boolean;
  readonly patience: number;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

export function addImportOptions(command: Command): Command {
  command
    .addArgument(new Argument('<resource>', 'the type of the records in the file').choices(resources))
    .argument('<file...>', 'the files, imported one after the other; - is standard input');
  for (const add of [addMappingOptions, addIdentOptions, addValueOptions, addReadingOptions, addRunOptions])
    add(command);
  return command;
}

/** Leaves out options that have their default. */
export function givenOptions(command: Command): readonly (keyof ImportOptions)[] {
  const names = Object.keys(command.opts()) as (keyof ImportOptions)[];
  return names.filter((name) => command.getOptionValueSource(name) === 'cli');
}

function addMappingOptions(command: Command): void {
  command
    .option('--preset <name>', `the program that exported the file: ${allPresets()}`)
    .option('--mapping <file>', 'a mapping file (JSON), as --suggest prints it')
    .option('--suggest', 'print a mapping file for the columns of the first file, and import nothing')
    .option('--decimal <example>', 'the number format of the file, such as 1.234,56')
    .option('--column <field=column>', 'the column of a field; may be repeated', fieldColumn)
    .option(
      '--tax-rate <rates>',
      'the tax rate of articles without one, such as 19, or the rates of codes, such as 1=19,2=7; may be repeated',
      taxRates,
    )
    .option('--no-price', 'create articles without a price, as 0.00')
    .option('--price-is-gross', 'the prices of articles include the tax')
    .option('--no-price-is-gross', 'the prices of articles do not include the tax')
    .option('--type <name>', 'customer_type or article_type of the records (default: csv)')
    .option(
      '--account-name <name>',
      'external_account_name of the records: the program or shop that they come from',
    );
}

function addIdentOptions(command: Command): void {
  command
    .option(
      '--ident <column>',
      'a column that identifies the records, if another one is chosen; repeat it for several columns',
      (column: string, before: readonly string[] | false | undefined) => [...(before || []), column],
    )
    .option('--no-ident', 'accept that each changed row becomes a new record')
    .option('--match <field>', `find existing records by this field, and update them: ${allMatchFields()}`)
    .option('--update-only', 'refuse rows whose record does not exist, instead of creating it')
    .addOption(
      new Option(
        '--on-existing <action>',
        'what to do with records that exist already (default: skip, or update with --match, --update-only or --empty)',
      ).choices(['skip', 'update', 'fail']),
    )
    .addOption(
      new Option('--empty <action>', 'what an empty cell does to an existing record (default: keep)').choices(
        ['clear', 'keep'],
      ),
    )
    .addOption(
      new Option(
        '--on-repeat <action>',
        'what to do with rows of one record that have different values (default: what the mapping says, mostly refuse)',
      ).choices(['refuse', 'first']),
    )
    .option('--same-origin', 'records with the same ident are the same, however much they differ');
}

function addValueOptions(command: Command): void {
  command
    .option(
      '--currency <code>',
      'the currency of the account, where the service does not say it (default: EUR)',
      currency,
    )
    .option('--time-zone <zone>', 'the time zone of the account (default: Europe/Berlin)', timeZone)
    .addOption(
      new Option(
        '--on-bad-value <action>',
        'what to do with a row if a field does not accept its value (default: refuse)',
      ).choices(['refuse', 'empty']),
    );
}

function addReadingOptions(command: Command): void {
  command
    .addOption(
      new Option('--format <format>', 'the format of the file, if it is detected wrongly').choices([
        'csv',
        'tsv',
        'jsonl',
      ]),
    )
    .option(
      '--encoding <name>',
      'its encoding, if it is detected wrongly: windows-1252, cp850, macintosh, utf-8,windows-1252, utf-8-twice …',
    )
    .option('--delimiter <character>', 'its delimiter, if it is detected wrongly, such as ; or tab')
    .option(
      '--header-line <number>',
      'the line with the names of the columns, if there is a title above it',
      positiveInteger,
    )
    .option('--no-header', 'the first line is a record: the columns are called 1, 2, 3 …');
}

function addRunOptions(command: Command): void {
  command
    .option('--dry-run', 'show what the import would do to each row, and write nothing to the service')
    .option('--offline', 'with --dry-run: only check the rows, without asking the service')
    .option(
      '--plan <file>',
      'with --dry-run: write what it found to this file; without: do exactly that, and refuse rows whose record has changed since',
    )
    .option('--idents <file>', 'write the ident of each record to this file: line, external_ident, ident')
    .option(
      '--customers <file>',
      'for addresses with customer_external_ident: the file that --idents wrote for the customers',
    )
    .option(
      '--work-dir <folder>',
      'the folder for the journal and the refused rows, instead of that of the file',
    )
    .option('--restart', 'start an interrupted import over instead of continuing it')
    .addOption(
      new Option('--patience <seconds>', 'how long to wait for a service that does not answer')
        .argParser(positiveInteger)
        .default(300),
    )
    .option('--quiet', 'show no progress')
    .option('--json', 'print the summary of each file as one line of JSON');
}

function allMatchFields(): string {
  return [...new Set(resources.flatMap((resource) => matchFields[resource]))].join(', ');
}

function allPresets(): string {
  return [...new Set(resources.flatMap(presetNames))].join(', ');
}

export function sourceOptions(options: ImportOptions): SourceOptions {
  const { format, encoding, delimiter, headerLine, header } = options;
  return defined({ format, encoding, delimiter, headerLine, noHeader: header === false ? true : undefined });
}

export function mappingOptions(options: ImportOptions): MappingOptions {
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
    updates: actionOnExisting(options) === 'update' ? true : undefined,
  });
}

export function rowOptions(resource: Resource, options: ImportOptions): RowOptions {
  const { match, updateOnly = false, sameOrigin = false, dryRun = false } = options;
  return {
    resource,
    match,
    updateOnly,
    sameOrigin,
    isDryRun: dryRun,
    onExisting: actionOnExisting(options),
  };
}

function actionOnExisting({ onExisting, match, updateOnly, empty }: ImportOptions): OnExisting {
  const impliesUpdate = match !== undefined || updateOnly === true || empty !== undefined;
  return onExisting ?? (impliesUpdate ? 'update' : 'skip');
}

function defined<T extends object>(values: T): { [Name in keyof T]: NonNullable<T[Name]> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof T]: NonNullable<T[Name]> };
}
