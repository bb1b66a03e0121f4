import path from 'node:path';
import { embeddedServers } from '../servers/index.ts';
import { keepRunning } from '../servers/system/keepRunning.ts';
import { printLine } from '../shared/runtime/process/commandOutput.ts';
import type { Lifecycle } from '../shared/runtime/process/lifecycle.ts';
import type { Settings } from '../shared/runtime/settings/settings.ts';

export interface ServerUrls {
  readonly databaseUrl: string;
  readonly redisUrl: string;
}

/** Starts a private server for each URL that is not set, and keeps it running. Returns the URLs of the servers to use. */
export async function startServers(settings: Settings, lifecycle: Lifecycle): Promise<ServerUrls> {
  const { databaseUrl, redisUrl, dataFolder, databaseEngine } = settings;
  const { database, redis } = await embeddedServers({
    dataFolder,
    binariesFolder: path.join(dataFolder, 'binaries'),
    database: databaseUrl === undefined,
    databaseEngine,
    redis: redisUrl === undefined,
    progress: printLine,
  });
  const servers = [database, redis].filter((server) => server !== undefined);
  if (servers.length > 0) printLine(`Starting ${servers.map(({ name }) => name).join(' and ')}`);
  for (const server of servers) lifecycle.onStop(server.name, () => server.stop(), 20_000);
  // A server that ends by itself is restarted with the same URL and data.
  lifecycle.onStop('restarts of servers', keepRunning(servers, printLine));
  await Promise.all(servers.map((server) => server.start()));
  return { databaseUrl: database?.url ?? databaseUrl ?? '', redisUrl: redis?.url ?? redisUrl ?? '' };
}
