import {
  type ServerUrls,
  storeFolderKey,
  type UpSettings,
  upSettings,
} from '../admin/keys/dataFolderKeys.ts';
import { migrateUp, recoverMigrations } from '../migrations/migrations.ts';
import { embeddedServers } from '../servers/embeddedServers.ts';
import { binariesIn, lockDataFolder, prepareDataFolder } from '../servers/system/dataFolder.ts';
import { requireFreePort } from '../servers/system/ports.ts';
import { supervise } from '../servers/system/supervise.ts';
import { printLine } from '../shared/runtime/process/commandOutput.ts';
import { describeStopProblem, Lifecycle } from '../shared/runtime/process/lifecycle.ts';
import { onStopSignal } from '../shared/runtime/process/stopSignals.ts';
import type { Settings } from '../shared/runtime/settings/settings.ts';
import { openDatabase } from '../workers/database/database.ts';
import { createDemoRecords, demoApp } from './demo.ts';
import { startPage } from './pages.ts';
import type { Logs } from './roles/logs.ts';
import type { RoleCounts } from './roles/roles.ts';
import { startRoles } from './startRoles.ts';
import { startupMessage } from './startupMessage.ts';

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

const statusPageOf = { name: 'status page', command: 'status', setting: 'STATUS_PORT' } as const;
const importPageOf = { name: 'import page', command: 'import', setting: 'IMPORT_PORT' } as const;

async function start(lifecycle: Lifecycle, counts: RoleCounts): Promise<Logs> {
  const settings = upSettings();
  await prepareDataFolder(settings.dataFolder);
  lifecycle.onStop('lock', await lockDataFolder(settings.dataFolder));
  await requireFreePort(settings.port, settings.host);
  const urls = await startServers(settings, lifecycle);
  const { kept, demo } = await prepareDatabase(settings, urls);
  const places = { dataFolder: settings.dataFolder, redisUrl: urls.redisUrl };
  const [{ targets, logs }, statusPage, importPage] = await Promise.all([
    startRoles(kept, urls, counts, lifecycle),
    startPage({ ...statusPageOf, port: settings.statusPort }, places, lifecycle),
    startPage({ ...importPageOf, port: settings.importPort }, places, lifecycle),
  ]);
  if (demo.isNew) await createDemoRecords(demo);
  process.stdout.write(
    startupMessage(demo, { dataFolder: settings.dataFolder, statusPage, importPage, targets }),
  );
  return logs;
}

/** Starts a private server for each URL that is not set, and keeps it running. Returns the URLs of the servers to use. */
async function startServers(settings: Settings, lifecycle: Lifecycle): Promise<ServerUrls> {
  const { databaseUrl, redisUrl, dataFolder, databaseEngine } = settings;
  const { database, redis } = await embeddedServers({
    dataFolder,
    binariesFolder: binariesIn(dataFolder),
    database: databaseUrl === undefined,
    databaseEngine,
    redis: redisUrl === undefined,
    progress: printLine,
  });
  const servers = [database, redis].filter((server) => server !== undefined);
  if (servers.length > 0) printLine(`Starting ${servers.map(({ name }) => name).join(' and ')}`);
  for (const server of servers) lifecycle.onStop(server.name, () => server.stop(), 20_000);
  // A server that ends by itself is restarted with the same URL and data.
  lifecycle.onStop('restarts of servers', supervise(servers, printLine));
  await Promise.all(servers.map((server) => server.start()));
  return { databaseUrl: database?.url ?? databaseUrl ?? '', redisUrl: redis?.url ?? redisUrl ?? '' };
}

async function prepareDatabase({ dataFolder, databaseUrl: given }: UpSettings, urls: ServerUrls) {
  const database = openDatabase(urls.databaseUrl, 2);
  try {
    if (given === undefined) await recoverMigrations(database);
    const migrated = await migrateUp(database);
    if (migrated.length > 0) printLine('Creating or updating the tables');
    const kept = await storeFolderKey(database, dataFolder, urls);
    return { kept, demo: await demoApp(database, kept) };
  } finally {
    await database.destroy();
  }
}
