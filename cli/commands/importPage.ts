import type { Command } from 'commander';
import { openTarget } from '../../importer/service/target.ts';
import { runPage } from '../../shared/runtime/page/runPage.ts';
import { OperatorError } from '../../shared/runtime/process/explain.ts';
import { settings } from '../../shared/runtime/settings/environment.ts';
import { credentials } from '../support/credentials.ts';
import { flagOf } from '../support/idleOptions.ts';
import { importChoices, parseImport } from '../support/importChoices.ts';
import type { ImportOptions } from '../support/importOptions.ts';
import { recordedRuns } from './importHistory.ts';

/** Lets `--page` stand without a resource and a file, which are chosen in the page. */
export function addPageOption(command: Command): Command {
  return command
    .option('--page', 'choose the file and all options in a browser of this machine, until Ctrl-C')
    .on('option:page', () => {
      for (const argument of command.registeredArguments) argument.required = false;
    });
}

/** Serves the import page until a signal. Throws an `OperatorError` if there is more than `--page` on the command line. */
export async function serveImportPage(files: readonly string[], command: Command): Promise<void> {
  const given = Object.keys(command.opts()).filter((name) => command.getOptionValueSource(name) === 'cli');
  if (files.length > 0 || given.length > 1)
    throw new OperatorError('--page stands alone: choose the file and the options in the page');
  // Loaded only here: it needs an HTTP server.
  const { startImportPage } = await import('../../importer/page/importPage.ts');
  const { dataFolder, importPort } = settings();
  const options = {
    dataFolder,
    history: recordedRuns(),
    openTarget: () => credentials().then(openTarget),
    parse: parsePageOptions,
  };
  await runPage({
    name: 'import page',
    port: importPort,
    start: (page) => startImportPage({ ...options, ...page }),
  });
}

/** Options that name files of this machine, or that the page decides. */
const notOfPage: readonly (keyof ImportOptions)[] = [
  'mapping',
  'customers',
  'idents',
  'plan',
  'workDir',
  'deleteMissing',
  'source',
  'suggest',
  'dryRun',
  'offline',
  'quiet',
  'json',
];

/** Parses options of the page. Throws an error for people. */
export function parsePageOptions(resource: string, words: readonly string[]) {
  const request = parseImport([resource, 'file', ...words]);
  const refused = notOfPage.find((name) => request.options[name] !== undefined);
  if (refused)
    throw new OperatorError(`${flagOf(refused, request.options)} works with the command only: leave it out`);
  return importChoices(request.resource, request.options);
}
