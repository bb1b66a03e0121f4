import { existsSync } from 'node:fs';
import path from 'node:path';
import { Argument, Command, InvalidArgumentError } from 'commander';
import type { FindStored } from '../../admin/requests/findings.ts';
import { findRequest } from '../../admin/requests/findRequest.ts';
import { logSources } from '../../admin/requests/logFiles.ts';
import { reportText } from '../../admin/requests/reportText.ts';
import { withDatabase } from '../../admin/withDatabase.ts';
import { print } from '../../shared/runtime/process/commandOutput.ts';
import { settings } from '../../shared/runtime/settings/environment.ts';
import { StoredAnswers } from '../../workers/stores/storedAnswers.ts';

interface Options {
  readonly logs?: readonly string[];
  readonly json?: boolean;
}

export function requestCommand(): Command {
  return new Command('request')
    .description('Find out what became of a request, from the logs and the stored answers.')
    .addArgument(new Argument('<request_id>', 'the X-Request-Id of the answer').argParser(requestId))
    .option(
      '--logs <path...>',
      'log files or folders of them, also rotated and compressed ones; - for standard input. By default, those of `up`',
    )
    .option('--json', 'one line of JSON')
    .addHelpText('after', `\n${help}`)
    .action(run);
}

const help = `Examples:
  counterfoil request 01jd2q4z0c8k3v7n5m9x1r6t2w
  counterfoil request 01jd2q4z0c8k3v7n5m9x1r6t2w.7 --logs /var/log/counterfoil
  journalctl -u 'counterfoil-*' -o cat | counterfoil request 01jd2q4z0c8k3v7n5m9x1r6t2w --logs -

An entry of a batch has the id of the request, a dot, and its index in the batch, from 0. With DATABASE_URL, the stored answers
are searched too: those of writes, for an hour, or for 25 hours if the client sent an Idempotency-Key. The output has no data of
requests or answers. The exit code is 1 if nothing was found.`;

async function run(id: string, { logs, json }: Options): Promise<void> {
  const { databaseUrl, dataFolder } = settings();
  const ofUp = path.join(dataFolder, 'logs');
  const places = logs ?? (existsSync(ofUp) ? [ofUp] : []);
  const report = await findRequest(id, {
    sources: logSources(places),
    findStored: databaseUrl === undefined ? undefined : findStored,
    now: Date.now(),
  });
  print(report, json, reportText(report));
  if (!report.found) process.exitCode = 1;
}

const findStored: FindStored = (ids, account) =>
  withDatabase((database) => new StoredAnswers(database).find(ids, account));

function requestId(text: string): string {
  const id = text.trim().toLowerCase();
  if (/^[0-7][0-9a-hjkmnp-tv-z]{25}(\.\d{1,3})?$/.test(id)) return id;
  throw new InvalidArgumentError(
    'It must be the X-Request-Id of an answer: 26 letters and digits; for an entry of a batch, followed by a dot and its index.',
  );
}
