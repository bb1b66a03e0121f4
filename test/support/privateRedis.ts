import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedServer, embeddedServers } from '../../servers/embeddedServers.ts';
import type { Authority } from './certificates.ts';
import { freePort, keepPorts } from './ports.ts';
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
  const folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-redis-'));
  const server = await prepareRedis(folder, { redisFlags });
  await server.start();
  const remove = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const restartEmpty = async () => {
    await server.stop();
    await rm(path.join(folder, 'redis'), { recursive: true });
    await server.start();
  };
  return { server, folder, remove, restartEmpty };
}

interface RedisOptions {
  readonly redisFlags: readonly string[];
  /** Password, which is drawn if it is not given. */
  readonly password?: string;
}

/** Prepares a Redis that keeps its data in a folder, not started. */
export async function prepareRedis(
  dataFolder: string,
  { redisFlags, password }: RedisOptions,
): Promise<EmbeddedServer> {
  await keepPorts(dataFolder);
  if (password !== undefined)
    await writeFile(path.join(dataFolder, 'servers.json'), JSON.stringify({ database: '', redis: password }));
  const wanted = { database: false, redis: true, progress: () => {} };
  const { redis } = await embeddedServers({ dataFolder, binariesFolder, ...wanted, redisFlags });
  return redis as EmbeddedServer;
}

/** Starts a Redis on 127.0.0.1 and ::1 that also serves TLS at `tlsPort`, with a certificate for localhost and ::1. */
export async function startTlsRedis(
  authority: Authority,
): Promise<PrivateRedis & { readonly tlsPort: number }> {
  const { key, certificate } = authority.certify('server', ['DNS:localhost', 'IP:::1']);
  const tlsPort = await freePort();
  const flags = [
    ['--bind', '127.0.0.1', '::1'],
    ['--tls-port', `${tlsPort}`],
    ['--tls-auth-clients', 'no'],
    ['--tls-cert-file', certificate],
    ['--tls-key-file', key],
    ['--tls-ca-cert-file', authority.file],
  ];
  return { ...(await startPrivateRedis(flags.flat())), tlsPort };
}
