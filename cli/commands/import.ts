import { Argument, Command } from 'commander';
import { readCustomerIdents } from '../../importer/customerIdents.ts';
import { type ImportSettings, importFile } from '../../importer/importFile.ts';
import { type Resource, suggestMapping } from '../../importer/mapping/index.ts';
import {
  addMappingOptions,
  addReadingOptions,
  addRunOptions,
  mappingOptions,
  type Options,
  sourceOptions,
} from '../../importer/options.ts';
import { Reporter } from '../../importer/reporter.ts';
import { openTarget } from '../../importer/sending/target.ts';
import { openSource } from '../../importer/source/source.ts';
import { explain, OperatorError } from '../../shared/process/explain.ts';
import { credentials, credentialsHelp } from '../credentials.ts';
import { giveWay } from '../giveWay.ts';

export function importCommand(): Command {
  const command = new Command('import')
    .description(
      'Import customers, delivery addresses or articles from CSV, TSV or JSON Lines, also .gz and .zip.',
    )
    .addArgument(
      new Argument('<resource>', 'what the rows are').choices(['customers', 'addresses', 'articles']),
    )
    .argument('<file...>', 'the files, one after the other; - is standard input');
  for (const add of [addMappingOptions, addReadingOptions, addRunOptions]) add(command);
  return command.addHelpText('after', `\n${help}`).action(run);
}

const help = `Examples:
  counterfoil import articles articles.csv --dry-run
  counterfoil import customers customers_export.csv --preset shopify
  counterfoil import articles list.csv --suggest > map.json

Refused rows are in <file>.refused.csv, with the reason: fix them in a copy and import that.
After Ctrl-C or a crash, the same command goes on where it was.
Exit code: 0 when all rows are there, 3 when rows were refused, 1 when it could not finish.
${credentialsHelp}`;

async function run(resource: Resource, files: readonly string[], options: Options): Promise<void> {
  if (options.suggest) return suggest(resource, files[0] as string, options);
  if (options.idents && files.length > 1) throw new OperatorError('--idents takes one file at a time');
  giveWay(); // the service may be on the same machine
  const target = options.dryRun ? undefined : await openTarget(credentials());
  const reporter = new Reporter(options);
  try {
    const settings = await settingsOf(resource, options, target, reporter);
    for (const file of files) {
      const { summary, error } = await importFile(file, settings);
      reporter.ended(summary);
      if (error)
        throw summary.canGoOn
          ? new OperatorError(`${explain(error)}; the same command goes on where it was`)
          : error;
      if (summary.refused > 0) process.exitCode = 3;
    }
  } finally {
    reporter.stop();
    await target?.client.close();
  }
}

async function suggest(resource: Resource, file: string, options: Options): Promise<void> {
  const source = await openSource(file, sourceOptions(options));
  await source.close();
  const mapping = suggestMapping(resource, source.columns, mappingOptions(options));
  process.stdout.write(`${JSON.stringify(mapping, null, 2)}\n`);
}

async function settingsOf(
  resource: Resource,
  options: Options,
  target: ImportSettings['target'],
  reporter: Reporter,
): Promise<ImportSettings> {
  return {
    resource,
    source: sourceOptions(options),
    mapping: mappingOptions(options),
    onExisting: options.onExisting,
    customers: options.customers ? await readCustomerIdents(options.customers) : new Map(),
    customersFile: options.customers,
    idents: options.idents,
    restart: options.restart ?? false,
    maxWaitMs: options.patience * 1_000,
    target,
    signal: stopSignal(),
    onOpen: (...opened) => reporter.opened(...opened),
  };
}

/** The first signal lets what is under way end, the second one does not. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(1);
      stop.abort(new Error('stopped'));
    });
  return stop.signal;
}
