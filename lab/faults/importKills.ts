import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { start } from '../../test/support/command.ts';
import { drawing } from '../../test/support/random.ts';
import type { Ended, Running } from '../../test/support/running.ts';
import { until } from '../../test/support/until.ts';
import type { Findings } from './audit.ts';
import type { FaultCluster } from './faultCluster.ts';
import type { ProxiedCluster } from './proxiedCluster.ts';
import { killServer } from './servers.ts';

/** The result of an import while everything was killed in turn. */
export interface ImportTrial extends Findings {
  readonly rows: number;
  /** Counts that the last run printed. */
  readonly summary: { readonly created: number };
  readonly milliseconds: number;
}

const victims = ['importer', 'worker', 'gateway', 'redis', 'mariadb'] as const;
type Victim = (typeof victims)[number];

/**
 * Imports a file of articles while importer, workers, gateways, Redis and database are killed in turn, each when another seventh
 * of the rows is stored. The importer is started again. Then compares the tables with the file, row by row.
 */
export async function importUnderKills(
  cluster: ProxiedCluster,
  rows: number,
  seed: number,
): Promise<ImportTrial> {
  const { account, app } = await cluster.newAccount('import');
  const folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-import-'));
  const file = path.join(folder, 'articles.csv');
  const env = {
    COUNTERFOIL_URL: `http://127.0.0.1:${cluster.ports[0]}`,
    COUNTERFOIL_APP_ID: app.app_id,
    COUNTERFOIL_API_SECRET: app.api_secret,
  };
  const begin = () => start(['import', 'articles', file, '--json', '--quiet'], { env });
  const draw = drawing(seed);
  await writeRows(file, rows);
  const startedAt = performance.now();
  let importer = await begin();
  try {
    for (const [index, victim] of victims.entries()) {
      const isDue = async () => (await stored(cluster, account)) > (rows * (index + 1)) / 7;
      await until(async () => hasEnded(importer) || (await isDue()));
      if (hasEnded(importer)) throw new Error(`ended before ${victim} was killed: ${importer.printed}`);
      if (victim !== 'importer') await kill(victim, cluster, draw);
      else importer = await importer.stop('SIGKILL').then(begin);
    }
    const summary = summaryOf(await importer.ended);
    const milliseconds = Math.round(performance.now() - startedAt);
    return { rows, summary, milliseconds, ...(await auditRows(cluster, account, rows)) };
  } finally {
    await importer.stop('SIGKILL');
    await rm(folder, { recursive: true });
  }
}

function hasEnded({ child }: Running): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function summaryOf({ code, stdout, stderr }: Ended): ImportTrial['summary'] {
  if (code !== 0) throw new Error(`the import ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}

async function kill(
  victim: Exclude<Victim, 'importer'>,
  cluster: ProxiedCluster,
  draw: ReturnType<typeof drawing>,
): Promise<void> {
  if (victim === 'worker') return draw.one(cluster.workers).signal('SIGKILL');
  if (victim === 'gateway') return cluster.gateways[0]?.signal('SIGKILL');
  const { server } = cluster[victim];
  await killServer(server);
  await server.start();
}

async function writeRows(file: string, rows: number): Promise<void> {
  const stream = createWriteStream(file);
  stream.write('external_ident,article_title,article_sku,article_price,article_tax_rate\n');
  for (let index = 0; index < rows; index += 1) {
    const { external_ident, article_title, article_sku, article_price } = rowAt(index);
    const fits = stream.write(`${external_ident},"${article_title}",${article_sku},${article_price},19\n`);
    if (!fits) await once(stream, 'drain');
  }
  stream.end();
  await finished(stream);
}

function rowAt(index: number) {
  return {
    external_ident: `row-${index}`,
    article_title: `Grüner Tee, Lage ${index}`,
    article_sku: `TEE-${index % 1_000}`,
    article_price: (index % 10_000) / 100,
  };
}

async function stored({ database }: FaultCluster, account: number): Promise<number> {
  const [row] = await database('articles')
    .where({ account_id: account })
    .count({ count: '*' })
    .catch(nothing);
  return Number(row?.count ?? 0);
}

/** Answers for a database that is down. */
function nothing(): { count?: string | number }[] {
  return [];
}

async function auditRows({ database }: FaultCluster, account: number, rows: number): Promise<Findings> {
  const findings = { lost: [] as string[], doubled: [] as string[], wrong: [] as string[] };
  const found = new Map<string, Record<string, unknown>>();
  for (const row of await database('articles').where({ account_id: account })) {
    if (found.has(row.external_ident)) findings.doubled.push(row.external_ident);
    found.set(row.external_ident, row);
  }
  for (let index = 0; index < rows; index += 1) {
    const { article_price, ...texts } = rowAt(index);
    const row = found.get(texts.external_ident);
    if (!row) findings.lost.push(texts.external_ident);
    else if (
      !Object.entries(texts).every(([name, text]) => row[name] === text) ||
      Number(row.article_price) !== article_price
    )
      findings.wrong.push(`${texts.external_ident} is ${JSON.stringify(row)}`);
    found.delete(texts.external_ident);
  }
  findings.wrong.push(...[...found.keys()].map((name) => `${name} is not in the file`));
  return findings;
}
