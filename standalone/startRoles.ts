import path from 'node:path';
import { keysMessage } from '../admin/keys/keysMessage.ts';
import type { Lifecycle } from '../shared/process/lifecycle.ts';
import { printLine } from '../shared/process/output.ts';
import type { UpSettings } from './data/dataFolder.ts';
import { type KeptKeys, keyVariables } from './data/keptKeys.ts';
import { watchKeys } from './data/watchKeys.ts';
import { Logs } from './roles/logs.ts';
import { MetricsTargets } from './roles/metricsTargets.ts';
import { environmentOf } from './roles/roleEnvironment.ts';
import { loggingOf, roleProcess } from './roles/roleProcess.ts';
import { gatewayRole, type Role, type WorkerCounts, workerKinds, workerRoles } from './roles/roles.ts';
import type { ServerUrls } from './startServers.ts';
import { keepRunning } from './system/keepRunning.ts';

/** Starts one gateway and the workers, and keeps them running; resolves to their logs, and where they serve their metrics. */
export async function startRoles(
  settings: UpSettings,
  urls: ServerUrls,
  counts: WorkerCounts,
  lifecycle: Lifecycle,
): Promise<{ readonly targets: MetricsTargets; readonly logs: Logs }> {
  const listed = workerKinds.map((kind) => `${counts[kind]} ${kind}`).join(', ');
  printLine(`Starting one gateway and workers: ${listed}`);
  const folder = path.join(settings.dataFolder, 'logs');
  const logs = await Logs.start([folder, settings.dataFolder]);
  lifecycle.onStop('logs', () => logs.stop());
  const roles = [gatewayRole, ...workerRoles(counts)];
  const targets = new MetricsTargets(settings, roles);
  const { gateway, workers } = prepareRoles(settings, urls, { roles, folder, targets }, lifecycle);
  logs.belongTo([gateway, ...workers].map((process) => loggingOf(process, folder)));
  // Workers stop after the gateway, which waits for their replies.
  lifecycle.onStop('workers', () => Promise.all(workers.map((worker) => worker.stop())), 20_000);
  lifecycle.onStop('gateway', () => gateway.stop(), 20_000);
  lifecycle.onStop('restarts of roles', keepRunning([gateway, ...workers], printLine));
  await Promise.all([gateway, ...workers].map((each) => each.start()));
  return { targets, logs };
}

interface Preparation {
  /** The gateway first. */
  readonly roles: readonly Role[];
  /** For logs. */
  readonly folder: string;
  readonly targets: MetricsTargets;
}

/** The gateway gets the keys at each start, and again when `key rotate` changes them. */
function prepareRoles(
  settings: UpSettings,
  urls: ServerUrls,
  { roles, folder, targets }: Preparation,
  lifecycle: Lifecycle,
) {
  let keys: KeptKeys = settings;
  const environment = (role: Role) => ({
    ...environmentOf(role.parameters, secretsOf(urls, keys)),
    METRICS_PORT: `${targets.portFor(role)}`,
  });
  const optionsOf = (role: Role) => ({
    folder,
    environment: () => environment(role),
    prepare: () => targets.check(role),
    onMetrics: (port: number) => targets.note(role, port),
  });
  const greeting = () => keysMessage(keys);
  const gateway = roleProcess(gatewayRole, { ...optionsOf(gatewayRole), greeting });
  const change = (changed: KeptKeys) => {
    keys = changed;
    gateway.send(greeting());
  };
  lifecycle.onStop('keys', watchKeys(settings.dataFolder, keys, change));
  return { gateway, workers: roles.slice(1).map((role) => roleProcess(role, optionsOf(role))) };
}

function secretsOf({ databaseUrl, redisUrl }: ServerUrls, keys: KeptKeys) {
  return { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, ...keyVariables(keys) };
}
