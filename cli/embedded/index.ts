import path from 'node:path';
import { serverAccount } from './account.ts';
import { commandFolders } from './commands.ts';
import { openDataFolder } from './dataFolder.ts';
import { findPrograms } from './findPrograms.ts';
import { availableGuard } from './guard.ts';
import { keptPort } from './keptPort.ts';
import { mariadb } from './mariadb.ts';
import type { Place } from './place.ts';
import type { Program, Programs } from './program.ts';
import { redis } from './redis.ts';
import type { EmbeddedServer, EmbeddedServersOptions, ServerName } from './types.ts';

export type { EmbeddedServer, EmbeddedServersOptions } from './types.ts';
export { EmbeddedServersUnavailable } from './unavailable.ts';

/**
 * Prepares a private MariaDB and a private Redis for this process: own data folder, own free ports on
 * 127.0.0.1, own passwords. They are returned stopped. On a machine without the binaries the first call
 * downloads them. Throws EmbeddedServersUnavailable when there is no way to run them here.
 */
export async function embeddedServers(
  options: EmbeddedServersOptions,
): Promise<{ database?: EmbeddedServer; redis?: EmbeddedServer }> {
  const wanted = wantedServers(options);
  if (wanted.length === 0) return {};
  const passwords = await openDataFolder(options.dataFolder);
  const programs = await findPrograms(wanted, {
    binariesFolder: options.binariesFolder,
    commandFolders: options.commandFolders ?? commandFolders(),
    progress: options.progress,
  });
  const placeOf = await places(options.dataFolder, programs);
  const { databaseFlags = [], redisFlags = [], progress } = options;
  const { MariaDB, Redis } = programs;
  const prepared = async (program: Program, folder: string, password: string, flags: readonly string[]) => ({
    program,
    place: await placeOf(folder),
    password,
    flags,
    progress,
  });
  return {
    ...(MariaDB && {
      database: mariadb(await prepared(MariaDB, 'mysql', passwords.database, databaseFlags)),
    }),
    ...(Redis && { redis: redis(await prepared(Redis, 'redis', passwords.redis, redisFlags)) }),
  };
}

function wantedServers({ database, redis }: EmbeddedServersOptions): ServerName[] {
  const wanted = { MariaDB: database, Redis: redis };
  return (['MariaDB', 'Redis'] as const).filter((name) => wanted[name]);
}

async function places(dataFolder: string, programs: Programs): Promise<(name: string) => Promise<Place>> {
  const binaries = Object.values(programs).flatMap((program) =>
    program.kind === 'binary' ? [program.file] : [],
  );
  const account = await serverAccount(dataFolder, binaries);
  const guard = await availableGuard();
  return async (name) => ({
    folder: path.join(dataFolder, name),
    logFile: path.join(dataFolder, `${name}.log`),
    port: await keptPort(path.join(dataFolder, `${name}.port`)),
    account,
    guard,
  });
}
