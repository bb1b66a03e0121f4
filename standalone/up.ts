import { migrateUp } from '../migrations/index.ts';
import { describeStopProblem, Lifecycle } from '../shared/process/lifecycle.ts';
import { printLine } from '../shared/process/output.ts';
import { openDatabase } from '../workers/database/database.ts';
import { announcement } from './announcement.ts';
import { prepareDataFolder, type UpSettings, upSettings } from './data/dataFolder.ts';
import { lockDataFolder } from './data/folderLock.ts';
import { demoApp } from './demo.ts';
import { keepKey } from './keepKey.ts';
import type { WorkerCounts } from './roles/roles.ts';
import { startRoles } from './startRoles.ts';
import { type ServerUrls, startServers } from './startServers.ts';
import { startStatusPage } from './statusPage.ts';
import { requireFreePort } from './system/ports.ts';
import { onStopSignal } from './system/stopSignals.ts';

/** Runs everything on this machine until a signal stops it. Throws before anything is left running. */
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
  const urls = await startServers(settings, lifecycle);
  const { kept, demo } = await prepareDatabase(settings, urls);
  const [targets, statusPage] = await Promise.all([
    startRoles(kept, urls, workers, lifecycle),
    startStatusPage(settings, urls.redisUrl, lifecycle),
  ]);
  process.stdout.write(announcement(demo, { dataFolder: settings.dataFolder, statusPage, targets }));
}

async function prepareDatabase({ dataFolder }: UpSettings, urls: ServerUrls) {
  const database = openDatabase(urls.databaseUrl, 2);
  try {
    const migrated = await migrateUp(database);
    if (migrated.length > 0) printLine('Creating or updating the tables');
    const kept = await keepKey(database, dataFolder, urls);
    return { kept, demo: await demoApp(database, kept) };
  } finally {
    await database.destroy();
  }
}
