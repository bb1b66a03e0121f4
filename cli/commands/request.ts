import { existsSync } from 'node:fs';
import path from 'node:path';
import { Argument, Command, InvalidArgumentError } from 'commander';
import { findRequest, type Outcome, type RequestReport } from '../../admin/requests/findRequest.ts';
import { logSources } from '../../admin/requests/loggedEvents.ts';
import type { FindStored } from '../../admin/requests/requestFacts.ts';
import { withDatabase } from '../../admin/withDatabase.ts';
import { counted } from '../../shared/contract/values/counted.ts';
import { print } from '../../shared/runtime/process/commandOutput.ts';
import { settings } from '../../shared/runtime/settings/environment.ts';
import { StoredAnswers } from '../../workers/stores/storedAnswers.ts';
import { type JsonOption, jsonOption } from '../support/jsonOption.ts';

interface Options extends JsonOption {
  readonly logs?: readonly string[];
}

export function requestCommand(): Command {
  return new Command('request')
    .description('Find out what became of a request, from the logs and the stored answers.')
    .addArgument(new Argument('<request_id>', 'the X-Request-Id of the answer').argParser(requestId))
    .option(
      '--logs <path...>',
      'log files or folders of them, also rotated and compressed ones; - for standard input. By default, those of `up`',
    )
    .addOption(jsonOption())
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
  const upLogs = path.join(dataFolder, 'logs');
  const places = logs ?? (existsSync(upLogs) ? [upLogs] : []);
  const report = await findRequest(id, {
    sources: logSources(places),
    findStored: databaseUrl === undefined ? undefined : findStored,
    now: Date.now(),
  });
  print(report, json, requestText(report));
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

const meanings: Readonly<Record<Outcome, string>> = {
  done: 'done',
  refused: 'refused by the operation',
  rejected: 'rejected before it was run',
  unavailable: 'not accepted: 503, without an effect',
  failed: 'failed inside the service',
  expired: 'not run before its deadline',
  not_run: 'not run',
  unknown: 'unknown',
  not_found: 'not known',
};

const maxListed = 20;

export function requestText(report: RequestReport): string {
  const { id, outcome, received_at, notes } = report;
  const rows = [
    ['request', id],
    ['received', received_at],
    ['outcome', meanings[outcome]],
    ...requestRows(report),
    ...workerRows(report),
    ...storedRows(report),
    ...notes.map((note) => ['note', note]),
  ];
  return rows.map(([name = '', value = '']) => `${name.padEnd(11)}${value}`).join('\n');
}

function requestRows({ request }: RequestReport): readonly (readonly string[])[] {
  if (!request) return [];
  const { operation, app, account, status, code, reason, ms, queue_ms, calls, refused } = request;
  const why = [...new Set([code, reason])].filter(Boolean).join(', ');
  const waited = queue_ms === null ? '' : `, of which ${queue_ms} ms in the queue`;
  return [
    ['operation', calls === null ? operation : `${operation}: ${calls} calls, ${refused} refused`],
    ['app', app === '' ? 'not authenticated' : `${app} of account ${account || 'unknown'}`],
    [
      'answer',
      `${status}${why ? ` (${why})` : ''} at ${request.at}, after ${ms} ms${waited}, by ${processOf(request)}`,
    ],
  ];
}

function processOf({ role, pid }: { readonly role: string; readonly pid: number }): string {
  return `${role} (PID ${pid})`;
}

function workerRows({ sets, attempts, deliveries, problems }: RequestReport): readonly string[][] {
  const delivered =
    deliveries !== null && deliveries > 1 ? `; its job was delivered ${deliveries} times` : '';
  return [
    ...sets.map((set) => [
      'set',
      `${set.operation} (${set.lane}) at ${set.at}: ${counted(set.calls, 'call')} in ${set.ms} ms, by ${processOf(set)}`,
    ]),
    ...(attempts === null ? [] : [['attempts', `${attempts}${delivered}`]]),
    ...problems.map(({ at, event, code }) => ['problem', `${event}${code ? ` (${code})` : ''} at ${at}`]),
  ];
}

function storedRows({ stored }: RequestReport): readonly string[][] {
  const listed = stored.slice(0, maxListed).map(({ call_id, operation, outcome, code, expires_at }) => {
    const answer = code ? `${outcome} (${code})` : outcome;
    return ['stored', `${operation} ${answer}, until ${expires_at}, as ${call_id}`];
  });
  const more = stored.length - listed.length;
  return more > 0 ? [...listed, ['stored', `${more} more: --json lists them`]] : listed;
}
