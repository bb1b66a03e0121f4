import path from 'node:path';
import { serverAccount } from './account.ts';
import { requireOwnFolder } from './databaseFolder.ts';
import { databaseServer } from './databaseServer.ts';
import { mariadb } from './mariadb.ts';
import { mysql } from './mysql.ts';
import { openDataFolder } from './passwords.ts';
import { findPrograms } from './programs/findPrograms.ts';
import type { DatabaseName, Program, Programs, ServerName } from './programs/program.ts';
import { redis } from './redis.ts';
import { commandFolders } from './system/commands.ts';
import { availableGuard } from './system/guard.ts';
import { keptPort } from './system/ports.ts';
import type { EmbeddedServer, EmbeddedServersOptions, Place } from './types.ts';

export { EmbeddedServersUnavailable } from './programs/program.ts';
export type { EmbeddedServer, EmbeddedServersOptions } from './types.ts';

const databaseFolder = 'mysql';

/**
 * Prepares a private MariaDB (or MySQL) and a private Redis with their own data folder, free ports on 127.0.0.1 and passwords.
 * They are returned stopped. On a machine without the binaries, the first call downloads them. Throws
 * `EmbeddedServersUnavailable` if they can't be run here.
 */
export async function embeddedServers(
  options: EmbeddedServersOptions,
): Promise<{ database?: EmbeddedServer; redis?: EmbeddedServer }> {
  const recipe = options.databaseEngine === 'mysql' ? mysql : mariadb;
  const wanted = neededServers(options, recipe.name);
  if (wanted.length === 0) return {};
  if (options.database) requireOwnFolder(path.join(options.dataFolder, databaseFolder), recipe.name);
  const passwords = await openDataFolder(options.dataFolder);
  const programs = await findPrograms(wanted, {
    binariesFolder: options.binariesFolder,
    commandFolders: options.commandFolders ?? commandFolders(),
    progress: options.progress,
  });
  const placeOf = await places(options.dataFolder, programs);
  const { databaseFlags = [], redisFlags = [], progress } = options;
  const { [recipe.name]: database, Redis } = programs;
  const prepared = async (program: Program, folder: string, password: string, flags: readonly string[]) => ({
    program,
    place: await placeOf(folder),
    password,
    flags,
    progress,
  });
  return {
    ...(database && {
      database: databaseServer(
        recipe,
        await prepared(database, databaseFolder, passwords.database, databaseFlags),
      ),
    }),
    ...(Redis && { redis: redis(await prepared(Redis, 'redis', passwords.redis, redisFlags)) }),
  };
}

function neededServers({ database, redis }: EmbeddedServersOptions, name: DatabaseName): ServerName[] {
  return [...(database ? [name] : []), ...(redis ? (['Redis'] as const) : [])];
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
