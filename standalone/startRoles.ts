import path from 'node:path';
import { keysMessage } from '../admin/keys/keysMessage.ts';
import type { Lifecycle } from '../shared/process/lifecycle.ts';
import { printLine } from '../shared/process/output.ts';
import type { UpSettings } from './data/dataFolder.ts';
import { type KeptKeys, keyVariables } from './data/keptKeys.ts';
import { watchKeys } from './data/watchKeys.ts';
import { rotateLogs } from './roles/logs.ts';
import { environmentOf } from './roles/roleEnvironment.ts';
import { roleProcess } from './roles/roleProcess.ts';
import { gatewayRole, type Role, type WorkerCounts, workerKinds, workerRoles } from './roles/roles.ts';
import type { ServerUrls } from './startServers.ts';
import { keepRunning } from './system/keepRunning.ts';

/** Starts one gateway and the workers, and keeps them running. */
export async function startRoles(
  settings: UpSettings,
  urls: ServerUrls,
  counts: WorkerCounts,
  lifecycle: Lifecycle,
): Promise<void> {
  const listed = workerKinds.map((kind) => `${counts[kind]} ${kind}`).join(', ');
  printLine(`Starting one gateway and workers: ${listed}`);
  const folder = path.join(settings.dataFolder, 'logs');
  lifecycle.onStop('logs', await rotateLogs(folder));
  const { gateway, workers } = prepareRoles(settings, urls, counts, folder, lifecycle);
  // Workers stop after the gateway, which waits for their replies.
  lifecycle.onStop('workers', () => Promise.all(workers.map((worker) => worker.stop())), 20_000);
  lifecycle.onStop('gateway', () => gateway.stop(), 20_000);
  lifecycle.onStop('restarts of roles', keepRunning([gateway, ...workers], printLine));
  await Promise.all([gateway, ...workers].map((each) => each.start()));
}

/** The gateway gets the keys at each start, and again when `key rotate` changes them. */
function prepareRoles(
  settings: UpSettings,
  urls: ServerUrls,
  counts: WorkerCounts,
  folder: string,
  lifecycle: Lifecycle,
) {
  let keys: KeptKeys = settings;
  const environment = ({ parameters }: Role) => environmentOf(parameters, secretsOf(urls, keys));
  const optionsOf = (role: Role) => ({ folder, environment: () => environment(role) });
  const greeting = () => keysMessage(keys);
  const gateway = roleProcess(gatewayRole, { ...optionsOf(gatewayRole), greeting });
  const change = (changed: KeptKeys) => {
    keys = changed;
    gateway.send(greeting());
  };
  lifecycle.onStop('keys', watchKeys(settings.dataFolder, keys, change));
  return { gateway, workers: workerRoles(counts).map((role) => roleProcess(role, optionsOf(role))) };
}

function secretsOf({ databaseUrl, redisUrl }: ServerUrls, keys: KeptKeys) {
  return { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, ...keyVariables(keys) };
}
