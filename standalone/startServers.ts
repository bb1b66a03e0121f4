import path from 'node:path';
import type { Lifecycle } from '../shared/process/lifecycle.ts';
import type { Settings } from '../shared/settings/settings.ts';
import { type EmbeddedServer, embeddedServers } from './servers/index.ts';

export interface ServerUrls {
  readonly databaseUrl: string;
  readonly redisUrl: string;
}

type PrintLine = (line: string) => void;

/** Milliseconds between attempts to bring a server back. */
const retryMs = 1_000;

/** Starts a private server for each URL that is not set; returns the URLs of what is used. */
export async function startServers(
  settings: Settings,
  lifecycle: Lifecycle,
  printLine: PrintLine,
): Promise<ServerUrls> {
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
  await Promise.all(servers.map((server) => server.start()));
  let stopping = false;
  lifecycle.onStop('restarts', () => {
    stopping = true;
  });
  for (const server of servers) keepRunning(server, printLine, () => stopping);
  return { databaseUrl: database?.url ?? databaseUrl ?? '', redisUrl: redis?.url ?? redisUrl ?? '' };
}

/** A server that ends by itself comes back under the same URL, with its data. */
function keepRunning(server: EmbeddedServer, printLine: PrintLine, isStopping: () => boolean): void {
  const startAgain = () => {
    if (isStopping()) return;
    server.start().then(
      () => printLine(`${server.name} is back`),
      (error: Error) => {
        printLine(error.message);
        setTimeout(startAgain, retryMs).unref();
      },
    );
  };
  server.onExit((reason) => {
    printLine(`${server.name} ended (${reason}); starting it again`);
    startAgain();
  });
}
