import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { endsWhenDone } from '../../test/support/endsWhenDone.ts';
import { through } from '../../test/support/teas.ts';
import { DiagnosisCluster } from '../diagnosis/diagnosisCluster.ts';
import { sendLoad } from '../faults/openLoop.ts';
import { problems } from './problems.ts';

// A trial for an operator: a service under load with a problem, which is to be found with docs/operating.md and docs/runbook.md alone.

const [problemNumber] = new Command('trial')
  .description(
    'Runs a service with a problem that an operator is to find, until SIGINT; then it says what the problem was.',
  )
  .argument('<number>', `1 to ${problems.length}`, (text) => {
    if (!problems[Number(text) - 1]) throw new InvalidArgumentError(`1 to ${problems.length}`);
    return Number(text);
  })
  .addHelpText('after', '\nExample:\n  npm run trial -- 1')
  .parse().processedArgs as [number];

endsWhenDone();
const problem = problems[problemNumber - 1] as (typeof problems)[number];
const interrupted = once(process, 'SIGINT');
const over = new AbortController();
const logFolder = await mkdtemp(path.join(tmpdir(), 'counterfoil-trial-'));
const cluster = await DiagnosisCluster.start();
try {
  const workers = ['worker article customer', 'worker article customer', 'worker address order'];
  const { settings = {} } = problem;
  const roles = await cluster.startRoles({ workers, settings, logFolder });
  const loading = load();
  const end = await problem.cause?.(cluster, roles);
  printLine(environment());
  await interrupted;
  over.abort();
  await end?.();
  await loading;
} finally {
  await cluster.stop();
  await rm(logFolder, { recursive: true });
}
printLine(`The problem was: ${problem.answer}.`);

/** Clients go on until the trial is over. */
async function load(): Promise<void> {
  const { connections, rate } = problem;
  const requests = problem.requests(cluster);
  const stretch = { port: cluster.port, requests, connections, seconds: 2, ...(rate && { rate }) };
  while (!over.signal.aborted) await sendLoad(stretch);
}

/** Describes the tools and files that an operator of the service has. */
function environment(): string {
  const databaseUrl = through(cluster.proxy, cluster.database.server.url);
  const lines = Object.entries({ ...cluster.environment, DATABASE_URL: databaseUrl });
  return [
    ...lines.map(([name, value]) => `export ${name}='${value}'`),
    `# the gateway: http://127.0.0.1:${cluster.port}`,
    `# the logs of the roles: ${logFolder}`,
  ].join('\n');
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
