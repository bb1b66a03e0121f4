import { Argument, type Command, Option } from 'commander';
import { type MappingOptions, presetNames, resources } from '../../importer/mapping/index.ts';
import type { OnExisting } from '../../importer/sending/sourcedRecords.ts';
import type { Options as SourceOptions } from '../../importer/source/source.ts';
import { percent, positiveInteger } from './options.ts';

/** The options of `counterfoil import`. */
export interface Options {
  readonly preset?: string;
  readonly mapping?: string;
  readonly decimal?: string;
  readonly taxRate?: number;
  readonly priceIsGross?: boolean;
  readonly suggest?: boolean;
  readonly dryRun?: boolean;
  readonly type?: string;
  readonly accountName?: string;
  readonly onExisting: OnExisting;
  readonly format?: 'csv' | 'tsv' | 'jsonl';
  readonly encoding?: string;
  readonly delimiter?: string;
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
  for (const add of [addMappingOptions, addReadingOptions, addRunOptions]) add(command);
  return command;
}

/** Which column becomes which field. */
function addMappingOptions(command: Command): void {
  command
    .option('--preset <name>', `the program that exported the file: ${allPresets()}`)
    .option('--mapping <file>', 'a mapping file (JSON), as --suggest prints it')
    .option('--suggest', 'print a mapping file for the columns of the first file, and import nothing')
    .option('--decimal <example>', 'the number format of the file, such as 1.234,56')
    .option('--tax-rate <percent>', 'the tax rate of articles without one', percent)
    .option('--price-is-gross', 'the prices of articles include the tax')
    .option('--type <name>', 'customer_type or article_type of the records (default: csv)')
    .option(
      '--account-name <name>',
      'external_account_name of the records: the program or shop that they come from',
    );
}

/** How a file is read, where the detection is wrong. */
function addReadingOptions(command: Command): void {
  command
    .addOption(
      new Option('--format <format>', 'the format of the file, if it is detected wrongly').choices([
        'csv',
        'tsv',
        'jsonl',
      ]),
    )
    .option('--encoding <name>', 'its encoding, if it is detected wrongly, such as windows-1252')
    .option('--delimiter <character>', 'its delimiter, if it is detected wrongly, such as ; or tab');
}

function addRunOptions(command: Command): void {
  command
    .option('--dry-run', 'check every row with the rules of the service, and send nothing')
    .addOption(
      new Option('--on-existing <action>', 'what to do with records that exist already')
        .choices(['skip', 'update', 'fail'])
        .default('skip'),
    )
    .option('--idents <file>', 'write the ident of each record to this file: line, external_ident, ident')
    .option(
      '--customers <file>',
      'for addresses with customer_external_ident: the file that --idents wrote for the customers',
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

/** The options for reading files. */
export function sourceOptions({ format, encoding, delimiter }: Options): SourceOptions {
  return defined({ format, encoding, delimiter });
}

/** The options for mapping columns. */
export function mappingOptions(options: Options): MappingOptions {
  const { preset, mapping: file, type, accountName, decimal, taxRate, priceIsGross } = options;
  return defined({ preset, file, type, accountName, decimal, taxRate, priceIsGross });
}

/** The names of all presets, each once. */
function allPresets(): string {
  return [...new Set(resources.flatMap(presetNames))].join(', ');
}

function defined<T extends object>(values: T): { [Name in keyof T]: NonNullable<T[Name]> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof T]: NonNullable<T[Name]> };
}
