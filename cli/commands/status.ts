import { once } from 'node:events';
import { Command, Option } from 'commander';
import { SqlMeter } from '../../admin/meter/sqlMeter.ts';
import { measureMs, sampleMs } from '../../observe/report/sampler.ts';
import { type Meters, type Report, reportOf } from '../../observe/report/statusReport.ts';
import { reportText } from '../../observe/report/statusText.ts';
import { RedisMeter } from '../../observe/status/redisMeter.ts';
import { runPage } from '../../shared/runtime/page/runPage.ts';
import { print, printLine } from '../../shared/runtime/process/commandOutput.ts';
import { ignoreEvents, summarize } from '../../shared/runtime/process/log.ts';
import { pause } from '../../shared/runtime/process/pause.ts';
import { onCtrlC } from '../../shared/runtime/process/stopSignals.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { connectToSend, reached } from '../../shared/runtime/redis/redis.ts';
import { settings } from '../../shared/runtime/settings/environment.ts';
import { requireSettings } from '../../shared/runtime/settings/settings.ts';
import type { JsonOption } from '../support/jsonOption.ts';

export function statusCommand(): Command {
  return new Command('status')
    .description('Show every gateway, worker and queue, and which part is the bottleneck.')
    .option('--watch', 'print it again every two seconds, until Ctrl-C; `counterfoil top` is the live view')
    .option('--json', 'one line of JSON each time')
    .addOption(
      new Option('--page', 'show it in a browser of this machine, until Ctrl-C').conflicts(['watch', 'json']),
    )
    .addHelpText('after', `\n${help}`)
    .action(run);
}

const help = `Examples:
  counterfoil status
  counterfoil status --watch
  counterfoil status --page

With DATABASE_URL, it also asks the database: who holds a lock, and what runs. Numbers are of the last ten seconds. BUSY is
the share of one processor. docs/operating.md explains each diagnosis.`;

/** Output that is not for a terminal is not cut. */
const unlimited = 10_000;

interface Options extends JsonOption {
  readonly watch?: boolean;
  readonly page?: boolean;
}

async function run({ watch, json, page }: Options): Promise<void> {
  const { redisUrl, statusPort, databaseUrl } = requireSettings(settings(), 'redisUrl');
  const redis = connectToSend(redisUrl, ignoreEvents);
  const database = databaseUrl ? new SqlMeter(databaseUrl) : undefined;
  if (page) return servePage(redis, statusPort, database);
  const meters = { redis: new RedisMeter(redis), database };
  try {
    await reached(redis);
    const write = (report: Report) =>
      print(report, json, reportText(report, process.stdout.columns ?? unlimited));
    if (watch) await watchReports(redis, meters, write);
    else write(await reportOf(redis, meters, measureMs));
  } finally {
    redis.disconnect();
    await database?.close();
  }
}

/** Loads the page only here: it needs an HTTP server. */
async function servePage(redis: RedisClient, port: number, database: SqlMeter | undefined): Promise<void> {
  const { startStatusPage } = await import('../../observe/page/statusPage.ts');
  // `up` starts Redis at the same time; a person wants to know at once that it is away.
  if (!process.send) await reached(redis);
  await runPage({
    name: 'status page',
    port,
    start: (options) => startStatusPage({ ...options, redis, database }),
  });
}

/** Ends at Ctrl-C, or when nobody reads the output any more. */
async function watchReports(
  redis: RedisClient,
  meters: Meters,
  write: (report: Report) => void,
): Promise<void> {
  const watching = new AbortController();
  const { signal } = watching;
  const end = Promise.race([new Promise<void>(onCtrlC), once(process.stdout, 'error')]).then(() => {
    watching.abort();
    return undefined;
  });
  for (let ms = measureMs; !signal.aborted; ms = sampleMs) {
    const report = await Promise.race([next(redis, meters, ms, signal), end]);
    if (report) write(report);
  }
}

/** Resolves to undefined while Redis does not answer; the next call tries again. */
async function next(
  redis: RedisClient,
  meters: Meters,
  ms: number,
  signal: AbortSignal,
): Promise<Report | undefined> {
  try {
    return await reportOf(redis, meters, ms);
  } catch (error) {
    // The end closes the connection, so an error then is expected.
    if (!signal.aborted) printLine(`Redis does not answer (${summarize(error).code}): is it running?`);
    await pause(sampleMs, signal);
    return undefined;
  }
}
