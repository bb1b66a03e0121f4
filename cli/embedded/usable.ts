import type { Binary } from './program.ts';
import { programEnvironment } from './programCommand.ts';
import { run } from './run.ts';
import { findSystemTableScripts } from './systemTables.ts';
import type { ServerName } from './types.ts';

type Version = readonly [major: number, minor: number];

/** What Ubuntu 22.04 ships; MariaDB has SKIP LOCKED since then, BullMQ warns below Redis 6.2 but works. */
export const oldestVersions = { MariaDB: [10, 6], Redis: [6, 0] } satisfies Record<ServerName, Version>;

const versionPatterns = {
  MariaDB: /(\d+)\.(\d+)\.\d+-MariaDB/,
  Redis: /Redis server v=(\d+)\.(\d+)/,
} satisfies Record<ServerName, RegExp>;

/**
 * Whether a binary runs here, is what its name says and is new enough. MySQL's mysqld is not MariaDB: its
 * data folders differ, and Ubuntu's AppArmor profile keeps it out of every folder but its own.
 */
export async function isUsable(name: ServerName, program: Binary): Promise<boolean> {
  const printed = await run(program.file, ['--version'], { env: programEnvironment(program) }).catch(
    () => '',
  );
  const version = versionPatterns[name].exec(printed);
  if (!version || !isAtLeast(version, oldestVersions[name])) return false;
  return name === 'Redis' || findSystemTableScripts(program.file) !== undefined;
}

function isAtLeast([, major, minor]: RegExpExecArray, [oldestMajor, oldestMinor]: Version): boolean {
  return Number(major) > oldestMajor || (Number(major) === oldestMajor && Number(minor) >= oldestMinor);
}
