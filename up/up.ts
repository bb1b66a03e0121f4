import { migrateUp } from '../migrations/index.ts';
import { prepareDataFolder, type UpSettings, upSettings } from '../servers/data/dataFolder.ts';
import { lockDataFolder } from '../servers/data/folderLock.ts';
import { requireFreePort } from '../servers/system/ports.ts';
import { printLine } from '../shared/runtime/process/commandOutput.ts';
import { describeStopProblem, Lifecycle } from '../shared/runtime/process/lifecycle.ts';
import { onStopSignal } from '../shared/runtime/process/stopSignals.ts';
import { openDatabase } from '../workers/database/database.ts';
import { announcement } from './announcement.ts';
import { demoApp } from './demo.ts';
import { createDemoRecords } from './demoRecords.ts';
import { keepKey } from './keepKey.ts';
import type { Logs } from './roles/logs.ts';
import type { RoleCounts } from './roles/roles.ts';
import { startRoles } from './startRoles.ts';
import { type ServerUrls, startServers } from './startServers.ts';
import { startStatusPage } from './statusPage.ts';

/** Runs everything on this machine until a signal stops it. Throws before anything is left running. */
export async function runUp(counts: RoleCounts): Promise<void> {
  process.title = 'counterfoil up';
  const lifecycle = new Lifecycle((problem) => printLine(describeStopProblem(problem)));
  let logs: Logs | undefined;
  const stop = async (signal: string) => {
    printLine(`Stopping (${signal})`);
    await lifecycle.stop();
    printLine('Stopped');
    process.exit(0);
  };
  onStopSignal(stop, () => {
    printLine('Reopening the log files (SIGHUP)');
    logs?.reopen();
  });
  try {
    logs = await start(lifecycle, counts);
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
}

async function start(lifecycle: Lifecycle, counts: RoleCounts): Promise<Logs> {
  const settings = upSettings();
  await prepareDataFolder(settings.dataFolder);
  lifecycle.onStop('lock', await lockDataFolder(settings.dataFolder));
  await requireFreePort(settings.port, settings.host);
  const urls = await startServers(settings, lifecycle);
  const { kept, demo } = await prepareDatabase(settings, urls);
  const [{ targets, logs }, statusPage] = await Promise.all([
    startRoles(kept, urls, counts, lifecycle),
    startStatusPage(settings, urls.redisUrl, lifecycle),
  ]);
  if (demo.isNew) await createDemoRecords(demo);
  process.stdout.write(announcement(demo, { dataFolder: settings.dataFolder, statusPage, targets }));
  return logs;
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
