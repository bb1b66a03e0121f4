import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Counterfoil, counterfoil as openClient } from '../../../client/nodeClient.ts';
import { printLine } from '../../../shared/runtime/process/commandOutput.ts';
import type { Lifecycle } from '../../../shared/runtime/process/lifecycle.ts';
import { type LoadApp, makeApps } from '../data/apps.ts';
import { type Circumstances, circumstances } from '../measure/circumstances.ts';
import type { ImportBenchOptions } from '../run/benchOptions.ts';
import { systemNamed } from '../systems/allSystems.ts';
import { type Servers, startServers } from '../systems/servers.ts';
import type { RunningSystem, System } from '../systems/system.ts';
import { type ImportedResource, writeCsv } from './files.ts';
import { type ImportRun, runImport } from './importRun.ts';
import { loadDataRate } from './loadData.ts';
import { Probe, singleCallRate } from './singleCalls.ts';

/** Milliseconds of each call. */
type Latencies = Pick<Probe, 'reads' | 'creates'>;

/** Compares an import of one resource with other ways. Rates are in rows per second, times in milliseconds. */
export interface ImportComparison {
  readonly resource: ImportedResource;
  readonly loadData: number;
  readonly singleCalls: number;
  readonly run: ImportRun;
  /** Second import of the same file, with --on-existing update: nothing has changed. Results of 2026-11-21 lack it. */
  readonly again?: ImportRun;
  /** Import of other rows while another account makes single calls. */
  readonly besideRun: ImportRun;
  /** Latencies of that account's calls during `besideRun`; `idle` has those without an import. */
  readonly beside: Latencies;
  readonly idle: Latencies;
}

export interface ImportResults {
  readonly circumstances: Circumstances;
  readonly comparisons: readonly ImportComparison[];
}

const besideShare = 5;

export async function benchImports(
  options: ImportBenchOptions,
  lifecycle: Lifecycle,
): Promise<ImportResults> {
  const servers = await startServers(lifecycle);
  const secretKey = randomBytes(32);
  const apps = await makeApps(servers.database, 3, secretKey);
  const around = await circumstances([servers], 'counterfoil import');
  const system = await (systemNamed('counterfoil') as System).start('mix', { ...servers, secretKey });
  lifecycle.onStop('system', () => system.stop(), 20_000);
  const comparisons: ImportComparison[] = [];
  for (const resource of ['articles', 'customers'] as const)
    comparisons.push(await compare(resource, options, servers, system, apps));
  return { circumstances: around, comparisons };
}

async function compare(
  resource: ImportedResource,
  { rows, seconds }: ImportBenchOptions,
  servers: Servers,
  system: RunningSystem,
  apps: readonly LoadApp[],
): Promise<ImportComparison> {
  const [importing, calling, probing] = apps as [LoadApp, LoadApp, LoadApp];
  const url = system.urls[0] as string;
  printLine(`Writing ${rows.toLocaleString('en')} ${resource}`);
  const file = await writeCsv(servers.folder, resource, 0, rows);
  printLine('LOAD DATA');
  const loadData = await loadDataRate(servers.databaseUrl, resource, file, rows);
  printLine('Single calls');
  const single = openClient({ url, appId: calling.appId, apiSecret: calling.apiSecret });
  const singleCalls = await singleCallRate(single, resource, seconds);
  await single.close();
  const target = { url, ...importing };
  const parts = [...system.parts, ...servers.parts];
  printLine('Import alone');
  const run = await runImport(resource, file, target, parts);
  printLine('The same file again');
  const again = await runImport(resource, file, target, parts, ['--on-existing', 'update']);
  printLine('Calls of another account, without and with an import');
  const client = openClient({ url, appId: probing.appId, apiSecret: probing.apiSecret });
  const idle = await probe(client, () => delay(seconds * 1_000));
  const second = await writeCsv(servers.folder, resource, rows, rows / besideShare);
  let besideRun = run;
  const beside = await probe(client, async () => {
    besideRun = await runImport(resource, second, target, parts);
  });
  await client.close();
  return { resource, loadData, singleCalls, run, again, besideRun, beside, idle };
}

/** Sends calls while `work` runs; resolves to their latencies in milliseconds. */
async function probe(client: Counterfoil, work: () => Promise<void>): Promise<Latencies> {
  const probing = new Probe(client);
  const life = probing.live();
  await work();
  probing.stop();
  await life;
  return { reads: probing.reads, creates: probing.creates };
}
