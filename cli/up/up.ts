import path from 'node:path';
import { migrateUp } from '../../migrations/index.ts';
import { describeStopProblem, Lifecycle } from '../../shared/lifecycle.ts';
import { openDatabase } from '../../workers/database/database.ts';
import { say } from '../output.ts';
import { announcement } from './announcement.ts';
import { prepareDataFolder, type UpSettings, upSettings, writeServersFile } from './dataFolder.ts';
import { demoApp } from './demo.ts';
import { lockDataFolder } from './folderLock.ts';
import { requireFreePort } from './freePort.ts';
import { rotateLogs } from './logs.ts';
import { environmentOf } from './roleEnvironment.ts';
import { RoleProcess } from './roleProcess.ts';
import { gatewayRole, type WorkerCounts, workerKinds, workerRoles } from './roles.ts';
import { type ServerUrls, startServers } from './servers.ts';
import { onStopSignal } from './stopSignals.ts';

/** Runs everything on this machine until it is told to stop. Throws before anything is left running. */
export async function runUp(workers: WorkerCounts): Promise<void> {
  process.title = 'counterfoil up';
  const lifecycle = new Lifecycle((problem) => say(describeStopProblem(problem)));
  onStopSignal(async (signal) => {
    say(`Stopping (${signal})`);
    await lifecycle.stop();
    say('Stopped');
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
  const urls = await startServers(settings, lifecycle, say);
  await writeServersFile(settings, urls);
  const demo = await migrateAndMakeDemo(settings, urls);
  await startRoles(settings, urls, workers, lifecycle);
  process.stdout.write(announcement(demo, settings));
}

async function migrateAndMakeDemo(settings: UpSettings, { databaseUrl }: ServerUrls) {
  const database = openDatabase(databaseUrl, 2);
  try {
    const migrated = await migrateUp(database);
    if (migrated.length > 0) say('Making the tables');
    return await demoApp(database, settings);
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
  say(`Starting one gateway and workers: ${counts.join(', ')}`);
  const folder = path.join(settings.dataFolder, 'logs');
  lifecycle.onStop('logs', await rotateLogs(folder));
  const secrets = {
    DATABASE_URL: urls.databaseUrl,
    REDIS_URL: urls.redisUrl,
    COUNTERFOIL_SECRET_KEY: settings.secretKey.toString('base64'),
  };
  const roles = [gatewayRole, ...workerRoles(workers)];
  const processes = roles.map(
    (role) => new RoleProcess(role, { folder, environment: environmentOf(role.parameters, secrets), say }),
  );
  // Workers stop after the gateway, which waits for their replies.
  lifecycle.onStop('workers', () => Promise.all(processes.slice(1).map((worker) => worker.stop())), 20_000);
  lifecycle.onStop('gateway', () => processes[0]?.stop(), 20_000);
  await Promise.all(processes.map((process) => process.start()));
}
