import { type Command, Option } from 'commander';
import { percent, positiveInteger } from '../cli/options.ts';
import { type MappingOptions, presetNames } from './mapping/index.ts';
import type { OnExisting } from './sending/sourcedRecords.ts';
import type { Options as SourceOptions } from './source/source.ts';

/** What the command line of an import may say. */
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

/** How the columns of a file become fields. */
export function addMappingOptions(command: Command): Command {
  return command
    .option('--preset <name>', `the program that the file comes from: ${allPresets()}`)
    .option('--mapping <file>', 'which column is which field: JSON, as --suggest prints it')
    .option('--decimal <example>', 'how numbers are written, such as 1.234,56')
    .option('--tax-rate <percent>', 'for articles that have none', percent)
    .option('--price-is-gross', 'the prices of articles contain the tax')
    .option('--suggest', 'print a mapping file for the columns of the first file, and stop')
    .option('--dry-run', 'check every row with the rules of the service, and send nothing')
    .option('--type <name>', 'the source: customer_type or article_type (csv unless given)')
    .option('--account-name <name>', 'external_account_name: the program or account that the file is of');
}

/** How a file is read, where that is not found out rightly. */
export function addReadingOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--format <format>', 'instead of what is found out').choices(['csv', 'tsv', 'jsonl']),
    )
    .option('--encoding <name>', 'instead of what is found out, such as windows-1252')
    .option('--delimiter <character>', 'instead of what is found out, such as ; or tab');
}

/** What an import does, and how. */
export function addRunOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--on-existing <what>', 'what to do with records that are there already')
        .choices(['skip', 'update', 'fail'])
        .default('skip'),
    )
    .option('--idents <file>', 'write the ident of every record: line, external_ident, ident')
    .option('--customers <file>', 'for addresses with a customer_external_ident: what --idents wrote')
    .option('--restart', 'begin anew where an earlier run was not finished')
    .addOption(
      new Option('--patience <seconds>', 'how long to wait for a service that does not answer')
        .argParser(positiveInteger)
        .default(300),
    )
    .option('--quiet', 'no progress')
    .option('--json', 'the summary of each file as a line of JSON');
}

/** Those of the options that say how a file is read. */
export function sourceOptions({ format, encoding, delimiter }: Options): SourceOptions {
  return defined({ format, encoding, delimiter });
}

/** Those of the options that say how it is mapped. */
export function mappingOptions(options: Options): MappingOptions {
  const { preset, mapping: file, type, accountName, decimal, taxRate, priceIsGross } = options;
  return defined({ preset, file, type, accountName, decimal, taxRate, priceIsGross });
}

/** Every preset once, whatever it is for. */
function allPresets(): string {
  const resources = ['customers', 'addresses', 'articles'] as const;
  return [...new Set(resources.flatMap((resource) => presetNames(resource)))].join(', ');
}

function defined<T extends object>(values: T): { [Name in keyof T]: NonNullable<T[Name]> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof T]: NonNullable<T[Name]> };
}
