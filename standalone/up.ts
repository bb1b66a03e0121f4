import path from 'node:path';
import { keysMessage } from '../admin/keys/keysMessage.ts';
import { migrateUp } from '../migrations/index.ts';
import { describeStopProblem, Lifecycle } from '../shared/process/lifecycle.ts';
import { printLine } from '../shared/process/output.ts';
import { openDatabase } from '../workers/database/database.ts';
import { announcement } from './announcement.ts';
import { prepareDataFolder, type UpSettings, upSettings } from './data/dataFolder.ts';
import { lockDataFolder } from './data/folderLock.ts';
import { type KeptKeys, keyVariables } from './data/keptKeys.ts';
import { demoApp } from './demo.ts';
import { keepKey } from './keepKey.ts';
import { requireFreePort } from './roles/freeGatewayPort.ts';
import { rotateLogs } from './roles/logs.ts';
import { environmentOf } from './roles/roleEnvironment.ts';
import { RoleProcess } from './roles/roleProcess.ts';
import { gatewayRole, type Role, type WorkerCounts, workerKinds, workerRoles } from './roles/roles.ts';
import { onStopSignal } from './roles/stopSignals.ts';
import { type ServerUrls, startServers } from './startServers.ts';
import { watchKeys } from './watchKeys.ts';

/** Runs everything on this machine until it is told to stop. Throws before anything is left running. */
export async function runUp(workers: WorkerCounts): Promise<void> {
  process.title = 'counterfoil up';
  const lifecycle = new Lifecycle((problem) => printLine(describeStopProblem(problem)));
  onStopSignal(async (signal) => {
    printLine(`Stopping (${signal})`);
    await lifecycle.stop();
    printLine('Stopped');
    process.exit(0);
  });
  try {
    await start(lifecycle, workers);
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
}

async function start(lifecycle: Lifecycle, workers: WorkerCounts): Promise<void> {
  const settings = upSettings();
  await prepareDataFolder(settings.dataFolder);
  lifecycle.onStop('lock', await lockDataFolder(settings.dataFolder));
  await requireFreePort(settings.port, settings.host);
  const urls = await startServers(settings, lifecycle, printLine);
  const { kept, demo } = await prepareDatabase(settings, urls);
  await startRoles(kept, urls, workers, lifecycle);
  process.stdout.write(announcement(demo, settings));
}

async function prepareDatabase({ dataFolder }: UpSettings, urls: ServerUrls) {
  const database = openDatabase(urls.databaseUrl, 2);
  try {
    const migrated = await migrateUp(database);
    if (migrated.length > 0) printLine('Making the tables');
    const kept = await keepKey(database, dataFolder, urls);
    return { kept, demo: await demoApp(database, kept) };
  } finally {
    await database.destroy();
  }
}

async function startRoles(
  settings: UpSettings,
  urls: ServerUrls,
  workers: WorkerCounts,
  lifecycle: Lifecycle,
): Promise<void> {
  const counts = workerKinds.map((kind) => `${workers[kind]} ${kind}`);
  printLine(`Starting one gateway and workers: ${counts.join(', ')}`);
  const folder = path.join(settings.dataFolder, 'logs');
  lifecycle.onStop('logs', await rotateLogs(folder));
  let keys: KeptKeys = settings;
  const secrets = () => ({
    DATABASE_URL: urls.databaseUrl,
    REDIS_URL: urls.redisUrl,
    ...keyVariables(keys),
  });
  const start = (role: Role, greeting?: () => object) =>
    new RoleProcess(role, {
      ...{ folder, printLine, environment: () => environmentOf(role.parameters, secrets()) },
      ...(greeting && { greeting }),
    });
  const gateway = start(gatewayRole, () => keysMessage(keys));
  const processes = workerRoles(workers).map((role) => start(role));
  const change = (changed: KeptKeys) => {
    keys = changed;
    gateway.greet();
  };
  lifecycle.onStop('keys', watchKeys(settings.dataFolder, keys, change));
  // Workers stop after the gateway, which waits for their replies.
  lifecycle.onStop('workers', () => Promise.all(processes.map((worker) => worker.stop())), 20_000);
  lifecycle.onStop('gateway', () => gateway.stop(), 20_000);
  await Promise.all([gateway, ...processes].map((process) => process.start()));
}
