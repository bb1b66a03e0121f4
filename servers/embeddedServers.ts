import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseEngine } from '../shared/runtime/settings/settings.ts';
import { databaseServer, requireOwnFolder } from './databaseServer.ts';
import type { EmbeddedServer, Place } from './embeddedServer.ts';
import { mariadb } from './mariadb.ts';
import { mysql } from './mysql.ts';
import { findPrograms } from './programs/findPrograms.ts';
import {
  type DatabaseName,
  EmbeddedServersUnavailable,
  type Program,
  type Programs,
  type ServerName,
} from './programs/program.ts';
import { redis } from './redis.ts';
import { availableGuard } from './system/guard.ts';
import { keptPort } from './system/ports.ts';
import { commandFolders } from './system/run.ts';
import { serverUser } from './systemUser.ts';

export { EmbeddedServer } from './embeddedServer.ts';
export { EmbeddedServersUnavailable } from './programs/program.ts';

export interface EmbeddedServersOptions {
  /** Absolute path. Contains mysql/, redis/, servers.json (mode 600) and the logs. */
  readonly dataFolder: string;
  /** Absolute path of downloaded binaries. Several data folders may share it. */
  readonly binariesFolder: string;
  readonly database: boolean;
  readonly databaseEngine?: DatabaseEngine;
  readonly redis: boolean;
  readonly progress: (line: string) => void;
  /** Appended to the command lines, so they override our own. */
  readonly databaseFlags?: readonly string[];
  readonly redisFlags?: readonly string[];
  /** Folders that are searched for commands. Tests set it to simulate a machine without them. */
  readonly commandFolders?: readonly string[];
}

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
  const systemUser = await serverUser(dataFolder, binaries);
  const guard = await availableGuard();
  return async (name) => ({
    folder: path.join(dataFolder, name),
    logFile: path.join(dataFolder, `${name}.log`),
    port: await keptPort(path.join(dataFolder, `${name}.port`)),
    systemUser,
    guard,
  });
}

interface Passwords {
  readonly database: string;
  readonly redis: string;
}

/** Creates the data folder at the first start. Resolves to the passwords in its servers.json. */
async function openDataFolder(dataFolder: string): Promise<Passwords> {
  try {
    await mkdir(dataFolder, { recursive: true });
    return await storedPasswords(path.join(dataFolder, 'servers.json'));
  } catch (error) {
    throw new EmbeddedServersUnavailable(
      `The data folder ${dataFolder} can't be used by this user (${(error as Error).message}).`,
    );
  }
}

async function storedPasswords(file: string): Promise<Passwords> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Passwords;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await writeNewPasswords(file);
    return storedPasswords(file);
  }
}

/** A link appears complete or not at all, and the first of two processes wins. */
async function writeNewPasswords(file: string): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  const passwords: Passwords = { database: newPassword(), redis: newPassword() };
  await writeFile(draft, JSON.stringify(passwords), { mode: 0o600, flush: true });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
}

/** Uses only characters that need no quoting in URLs, SQL and configuration files. */
function newPassword(): string {
  return randomBytes(24).toString('base64url');
}
