import path from 'node:path';
import { type EmbeddedServer, embeddedServers } from '../../servers/embeddedServers.ts';
import { lockDataFolder, prepareDataFolder } from '../../servers/system/dataFolder.ts';
import type { DatabaseEngine } from '../../shared/runtime/settings/settings.ts';

interface PrivateDatabase {
  readonly dataFolder: string;
  readonly databaseEngine: DatabaseEngine;
}

/** Runs the private database of `up` while `work` runs. Throws an `OperatorError` while an `up` uses the folder. */
export async function withPrivateDatabase<T>(
  { dataFolder, databaseEngine }: PrivateDatabase,
  printLine: (line: string) => void,
  work: (url: string) => Promise<T>,
): Promise<T> {
  await prepareDataFolder(dataFolder);
  const unlock = await lockDataFolder(dataFolder);
  try {
    const binariesFolder = path.join(dataFolder, 'binaries');
    const wanted = { database: true, databaseEngine, redis: false, progress: printLine };
    const servers = await embeddedServers({ dataFolder, binariesFolder, ...wanted });
    const server = servers.database as EmbeddedServer;
    printLine(`Starting ${server.name}`);
    await server.start();
    return await work(server.url).finally(() => server.stop());
  } finally {
    await unlock();
  }
}
