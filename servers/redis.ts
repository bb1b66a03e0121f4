import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Redis } from 'ioredis';
import { EmbeddedServer, type ServerOptions } from './embeddedServer.ts';
import { listenAddress, programCommand, removeContainer } from './programCommand.ts';
import { giveFolder, writeSecretFile } from './systemUser.ts';

const probeLimitMs = 2_000;

/** Returns a stopped server, which keeps its data in an append-only file. */
export function redis({ program, place, password, flags }: ServerOptions): EmbeddedServer {
  const url = `redis://:${password}@127.0.0.1:${place.port}`;
  const passwordFile = path.join(place.folder, 'redis.conf');
  const serverArguments = [
    [passwordFile],
    ['--port', `${place.port}`],
    ['--bind', listenAddress(program)],
    ['--dir', place.folder],
    ['--appendonly', 'yes'],
    ['--appendfsync', 'everysec'],
    ['--save', ''],
    // Twice the most that a gateway has in flight: 128 MiB of single calls and 128 MiB of batches.
    ['--maxmemory', '512mb'],
    ['--maxmemory-policy', 'noeviction'],
    ['--daemonize', 'no'],
    flags,
  ].flat();
  return new EmbeddedServer({
    name: 'Redis',
    url,
    place,
    command: programCommand(program, 'redis-server', serverArguments, place),
    async prepare() {
      await mkdir(place.folder, { recursive: true, mode: 0o700 });
      await giveFolder(place.folder, place.systemUser);
      await writeSecretFile(passwordFile, `requirepass ${password}\n`, place.systemUser);
    },
    probe: () => ping(url),
    cleanUp: () => removeContainer(program, 'redis-server', place),
  });
}

/** Rejects while the server still reads its file. */
async function ping(url: string): Promise<void> {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: probeLimitMs,
    commandTimeout: probeLimitMs,
    enableReadyCheck: false,
    retryStrategy: () => null,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.ping();
  } finally {
    client.disconnect();
  }
}
