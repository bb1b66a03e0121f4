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

/** Starts one gateway and the workers, and keeps them running; the gateway learns of keys that `key rotate` changes. */
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
  let keys: KeptKeys = settings;
  const processOf = (role: Role, greeting?: () => object) =>
    roleProcess(role, {
      ...{ folder, environment: () => environmentOf(role.parameters, secretsOf(urls, keys)) },
      ...(greeting && { greeting }),
    });
  const gateway = processOf(gatewayRole, () => keysMessage(keys));
  const workers = workerRoles(counts).map((role) => processOf(role));
  const change = (changed: KeptKeys) => {
    keys = changed;
    gateway.send(keysMessage(changed));
  };
  lifecycle.onStop('keys', watchKeys(settings.dataFolder, keys, change));
  // Workers stop after the gateway, which waits for their replies.
  lifecycle.onStop('workers', () => Promise.all(workers.map((worker) => worker.stop())), 20_000);
  lifecycle.onStop('gateway', () => gateway.stop(), 20_000);
  lifecycle.onStop('restarts of roles', keepRunning([gateway, ...workers], printLine));
  await Promise.all([gateway, ...workers].map((each) => each.start()));
}

function secretsOf({ databaseUrl, redisUrl }: ServerUrls, keys: KeptKeys) {
  return { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, ...keyVariables(keys) };
}
