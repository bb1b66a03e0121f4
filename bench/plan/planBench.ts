import { randomBytes } from 'node:crypto';
import type { Lifecycle } from '../../shared/process/lifecycle.ts';
import { printLine } from '../../shared/process/output.ts';
import { type LoadApp, makeApps } from '../data/apps.ts';
import { type Circumstances, circumstances } from '../measure/circumstances.ts';
import { systemNamed } from '../systems/index.ts';
import { startServers } from '../systems/servers.ts';
import type { System } from '../systems/system.ts';
import type { PlanBenchOptions } from './options.ts';
import { type PlanProof, provePlan } from './planProof.ts';
import { PlanRows } from './planRows.ts';

export interface PlanResults {
  readonly circumstances: Circumstances;
  readonly plans: readonly PlanProof[];
}

export async function benchPlans(
  { rows, edits }: PlanBenchOptions,
  lifecycle: Lifecycle,
): Promise<PlanResults> {
  const servers = await startServers(lifecycle);
  const secretKey = randomBytes(32);
  const [{ account, appId, apiSecret }] = (await makeApps(servers.database, 1, secretKey)) as [LoadApp];
  const around = await circumstances([servers], 'counterfoil import');
  const system = await (systemNamed('counterfoil') as System).start('mix', { ...servers, secretKey });
  lifecycle.onStop('system', () => system.stop(), 20_000);
  const site = {
    target: { url: system.urls[0] as string, appId, apiSecret },
    ...{ account, database: servers.database, folder: servers.folder, parts: [] },
  };
  const plans: PlanProof[] = [];
  for (const resource of ['articles', 'customers'] as const)
    plans.push(await provePlan(new PlanRows(resource, rows), edits, site, printLine));
  return { circumstances: around, plans };
}
