import { Command } from 'commander';
import { undoRun } from '../../importer/history/undoRun.ts';
import { RunHistory } from '../../importer/journal/runs.ts';
import { historyText, undoText } from '../../importer/report/historyText.ts';
import { Progress } from '../../importer/report/progress.ts';
import { BatchSender, defaultMaxWaitMs } from '../../importer/service/batchSender.ts';
import { openTarget } from '../../importer/service/target.ts';
import { print } from '../../shared/runtime/process/commandOutput.ts';
import { settings } from '../../shared/runtime/settings/environment.ts';
import { announcingWait, credentials, credentialsHelp } from '../support/credentials.ts';
import type { JsonOption } from '../support/jsonOption.ts';
import { positiveInteger } from '../support/optionParsers.ts';
import { limitGarbage, lowerPriority } from '../support/processLimits.ts';
import { stopSignal } from '../support/stopSignal.ts';

export function recordedRuns(): RunHistory {
  return new RunHistory(settings().dataFolder);
}

export function historyCommand(): Command {
  return new Command('history')
    .description('List the imports: number, time, state, file, who, and counts.')
    .option('--json', 'print a list of objects in one line')
    .addHelpText(
      'after',
      '\nExample:\n  counterfoil import history\n\nThe history is in COUNTERFOIL_DATA_DIR, and has the values that imports wrote and overwrote.',
    )
    .action(async ({ json }: JsonOption) => {
      const runs = await recordedRuns().all();
      print(runs, json, historyText(runs));
    });
}

export function undoCommand(): Command {
  return new Command('undo')
    .description('Remove what an import created, and restore what it changed.')
    .argument('<run>', 'the number of the run, as `counterfoil import history` lists it', positiveInteger)
    .option('--json', 'print the counts in one line')
    .addHelpText('after', `\n${help}`)
    .action(undo);
}

const help = `Example:
  counterfoil import undo 12

Records that were changed since stay as they are, and are listed; the same command tries them again. To undo several runs,
begin with the latest one. After Ctrl-C or a crash, run the same command again.
Exit code: 0 when all is undone, 3 when records were left as they are, 1 when the undo could not finish.
${credentialsHelp}`;

async function undo(number: number, { json }: JsonOption): Promise<void> {
  lowerPriority();
  limitGarbage();
  const history = recordedRuns();
  await history.find(number); // An unknown run is reported without a service.
  const app = await credentials();
  const { client, name } = await announcingWait(app.url, openTarget(app));
  const signal = stopSignal();
  const sender = new BatchSender({ client, maxWaitMs: defaultMaxWaitMs, signal });
  let line = 'undoing';
  const waiting = () => (sender.waiting ? ` · waiting: ${sender.waiting}` : '');
  const progress = new Progress(() => line + waiting(), process.stderr);
  try {
    const onProgress = (done: number, batches: number) => {
      line = `undoing · ${Math.floor((done / batches) * 100)} %`;
    };
    const end = await undoRun(number, { history, sender, target: name, signal, onProgress });
    progress.stop();
    print(end, json, undoText(end));
    if (end.left > 0) process.exitCode = 3;
  } finally {
    progress.stop();
    await client.close();
  }
}
