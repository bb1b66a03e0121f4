import { Command } from 'commander';
import { type ImportSettings, importFile } from '../../importer/importFile.ts';
import { type Resource, suggestForFile } from '../../importer/mapping/index.ts';
import { Reporter } from '../../importer/report/reporter.ts';
import { readCustomers } from '../../importer/sending/customers.ts';
import { openTarget } from '../../importer/sending/target.ts';
import { explain, OperatorError } from '../../shared/process/explain.ts';
import { credentials, credentialsHelp } from '../support/credentials.ts';
import { addImportOptions, mappingOptions, type Options, sourceOptions } from '../support/importOptions.ts';
import { lowerPriority } from '../support/lowerPriority.ts';

export function importCommand(): Command {
  const command = new Command('import').description(
    'Import customers, delivery addresses or articles from CSV, TSV or JSON Lines, also .gz and .zip.',
  );
  return addImportOptions(command).addHelpText('after', `\n${help}`).action(run);
}

const help = `Examples:
  counterfoil import articles articles.csv --dry-run
  counterfoil import customers customers_export.csv --preset shopify
  counterfoil import articles list.csv --suggest > map.json

Refused rows are written to <file>.refused.csv with the reason: fix them in a copy and import that.
After Ctrl-C or a crash, run the same command again: it continues where it stopped.
Exit code: 0 when all rows are imported, 3 when rows were refused, 1 when the import could not finish.
Guide: docs/importing.md
${credentialsHelp}`;

async function run(resource: Resource, files: readonly string[], options: Options): Promise<void> {
  if (options.suggest) return suggest(resource, files[0] as string, options);
  if (options.idents && files.length > 1)
    throw new OperatorError('--idents allows only one file to import: import the files one by one');
  lowerPriority(); // the service may be on the same machine
  const target = options.dryRun ? undefined : await openTarget(credentials());
  const reporter = new Reporter(options);
  try {
    const settings = await settingsOf(resource, options, target, reporter);
    for (const file of files) {
      const { summary, error } = await importFile(file, settings);
      if (error)
        throw summary.canGoOn
          ? new OperatorError(`${explain(error)}; run the same command again to continue`)
          : error;
      if (summary.refused > 0) process.exitCode = 3;
    }
  } finally {
    reporter.stop();
    await target?.client.close();
  }
}

async function suggest(resource: Resource, file: string, options: Options): Promise<void> {
  const mapping = await suggestForFile(resource, file, sourceOptions(options), mappingOptions(options));
  process.stdout.write(`${JSON.stringify(mapping, null, 2)}\n`);
}

async function settingsOf(
  resource: Resource,
  options: Options,
  target: ImportSettings['target'],
  reporter: Reporter,
): Promise<ImportSettings> {
  return {
    ...{ resource, target, reporter },
    source: sourceOptions(options),
    mapping: mappingOptions(options),
    onExisting: options.onExisting,
    customers: options.customers ? await readCustomers(options.customers) : undefined,
    idents: options.idents,
    restart: options.restart ?? false,
    maxWaitMs: options.patience * 1_000,
    signal: stopSignal(),
  };
}

/** Aborts at the first signal, so that batches in flight can end; the second signal ends the process. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(1);
      stop.abort(new Error('stopped'));
    });
  return stop.signal;
}
