import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedServer, embeddedServers } from '../../servers/embeddedServers.ts';
import { keepPorts } from './ports.ts';
import { binariesFolder } from './servers.ts';

/** A Redis that a test may stop and start without harming others. */
export interface PrivateRedis {
  readonly server: EmbeddedServer;
  /** Folder whose subfolder `redis` has its files. */
  readonly folder: string;
  /** Stops it and starts it again without what it kept. */
  readonly restartEmpty: () => Promise<void>;
  /** Stops it and removes what it kept. */
  readonly remove: () => Promise<void>;
}

/** Starts a Redis with a data folder of its own, and further flags. */
export async function startPrivateRedis(redisFlags: readonly string[] = []): Promise<PrivateRedis> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'counterfoil-redis-'));
  await keepPorts(dataFolder);
  const wanted = { database: false, redis: true, progress: () => {} };
  const options = { dataFolder, binariesFolder, ...wanted, redisFlags };
  const { redis: server } = (await embeddedServers(options)) as { redis: EmbeddedServer };
  await server.start();
  const remove = async () => {
    await server.stop();
    await rm(dataFolder, { recursive: true, force: true });
  };
  const restartEmpty = async () => {
    await server.stop();
    await rm(path.join(dataFolder, 'redis'), { recursive: true });
    await server.start();
  };
  return { server, folder: dataFolder, remove, restartEmpty };
}
