import { Command } from 'commander';
import { importFile } from '../../importer/importFile.ts';
import type { ImportSettings } from '../../importer/importSettings.ts';
import { readCustomersFile } from '../../importer/journal/identsFile.ts';
import type { Resource } from '../../importer/mapping/rules/resourceFields.ts';
import { type Prepared, prepareFile } from '../../importer/prepareFile.ts';
import { suggestForFile } from '../../importer/questions/suggest.ts';
import { Reporter } from '../../importer/report/reporter.ts';
import { openTarget, ServiceUnreachable } from '../../importer/service/target.ts';
import { printLine } from '../../shared/runtime/process/commandOutput.ts';
import { explain, OperatorError } from '../../shared/runtime/process/explain.ts';
import { announcingWait, credentials, credentialsHelp } from '../support/credentials.ts';
import { flagOf, refuseIdleOptions } from '../support/idleOptions.ts';
import { importChoices, mappingOptions, sourceOptions } from '../support/importChoices.ts';
import { addImportOptions, type ImportOptions } from '../support/importOptions.ts';
import { limitGarbage, lowerPriority } from '../support/processLimits.ts';
import { NotRunning } from '../support/requireUp.ts';
import { stopSignal } from '../support/stopSignal.ts';
import { historyCommand, recordedRuns, undoCommand } from './importHistory.ts';
import { addPageOption, serveImportPage } from './importPage.ts';

export function importCommand(): Command {
  const command = new Command('import').description(
    'Import customers, delivery addresses or articles from Excel (.xlsx), LibreOffice (.ods), CSV, TSV or JSON Lines, also .gz and .zip.',
  );
  return addPageOption(addImportOptions(command))
    .enablePositionalOptions()
    .addHelpText('after', `\n${help}`)
    .addCommand(historyCommand())
    .addCommand(undoCommand())
    .action(run);
}

const help = `Examples:
  counterfoil import articles articles.csv --dry-run
  counterfoil import customers customers_export.csv --preset shopify
  counterfoil import articles list.csv --suggest > map.json
  counterfoil import articles prices.xlsx --sheet "Price list" --dry-run
  counterfoil import --page

Refused rows are written to <file>.refused.csv with the reason: fix them in a copy and import that.
After Ctrl-C or a crash, run the same command again: it continues where it stopped.
\`counterfoil import history\` lists the imports, and \`counterfoil import undo RUN\` reverts one.
Exit code: 0 when all rows are imported, 3 when rows were refused, 1 when the import could not finish.
Guide: docs/importing.md
${credentialsHelp}`;

async function run(
  resource: Resource,
  files: readonly string[],
  options: ImportOptions & { readonly page?: boolean },
  command: Command,
): Promise<void> {
  // The service may be on the same machine.
  lowerPriority();
  limitGarbage();
  if (options.page) return serveImportPage(files, command);
  refuseIdleOptions(resource, options, command);
  if (options.suggest) return suggest(resource, files[0] as string, options);
  const singleFileOption = (['idents', 'plan', 'source', 'deleteMissing'] as const).find(
    (name) => options[name] !== undefined,
  );
  if (singleFileOption && files.length > 1)
    throw new OperatorError(
      `${flagOf(singleFileOption, options)} allows only one file to import: import the files one by one`,
    );
  const reporter = new Reporter(options);
  const target = await targetOf(options);
  const settings = await settingsOf(resource, options, target, reporter);
  const prepared: Prepared[] = [];
  try {
    // All files are checked before the first row is sent.
    for (const file of files)
      prepared.push(
        await prepareFile(file, { ...settings, resource, onReading: (source) => reporter.reading(source) }),
      );
    for (const file of prepared) await importOne(file, settings);
  } finally {
    reporter.stop();
    for (const { source } of prepared) await source.remove();
    await target?.client.close();
  }
}

async function importOne(prepared: Prepared, settings: ImportSettings): Promise<void> {
  const { summary, error } = await importFile(prepared, settings);
  if (error)
    throw summary.canGoOn
      ? new OperatorError(`${explain(error)}; run the same command again to continue`)
      : error;
  if (summary.refused > 0) process.exitCode = 3;
}

/** Resolves to undefined for a dry run that only checks the rows. The plan of a dry run needs the service. */
async function targetOf({ dryRun, offline, plan }: ImportOptions): Promise<ImportSettings['target']> {
  if (offline) return undefined;
  try {
    const app = await credentials();
    return await announcingWait(app.url, openTarget(app));
  } catch (error) {
    const isAway = error instanceof NotRunning || error instanceof ServiceUnreachable;
    if (!dryRun || plan !== undefined || !isAway) throw error;
    printLine(`${error.message}. ${unchecked}`);
    return undefined;
  }
}

const unchecked =
  'Without the service, the dry run only checks the rows: not which records exist, nor the currency of the account';

async function suggest(resource: Resource, file: string, options: ImportOptions): Promise<void> {
  const mapping = await suggestForFile(resource, file, sourceOptions(options), mappingOptions(options));
  process.stdout.write(`${JSON.stringify(mapping, null, 2)}\n`);
}

async function settingsOf(
  resource: Resource,
  options: ImportOptions,
  target: ImportSettings['target'],
  reporter: Reporter,
): Promise<ImportSettings> {
  return {
    ...importChoices(resource, options),
    target,
    reporter,
    plan: options.plan,
    customers: options.customers ? await readCustomersFile(options.customers) : undefined,
    idents: options.idents,
    workDir: options.workDir,
    history: recordedRuns(),
    signal: stopSignal(),
  };
}
