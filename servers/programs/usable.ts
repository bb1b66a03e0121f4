import { existsSync } from 'node:fs';
import { run } from '../system/run.ts';
import type { Binary, ServerName } from './program.ts';
import { programEnvironment, programLine } from './program.ts';
import { findSystemTableScripts } from './systemTables.ts';

type Version = readonly [major: number, minor: number];

/** The versions of Ubuntu 22.04. Both databases have SKIP LOCKED since then. BullMQ warns below Redis 6.2 but works. */
export const oldestVersions = { MariaDB: [10, 6], MySQL: [8, 0], Redis: [6, 0] } satisfies Record<
  ServerName,
  Version
>;

const versionPatterns = {
  MariaDB: /(\d+)\.(\d+)\.\d+-MariaDB/,
  MySQL: /Ver (\d+)\.(\d+)\.\d+(?!.*MariaDB)/,
  Redis: /Redis server v=(\d+)\.(\d+)/,
} satisfies Record<ServerName, RegExp>;

/**
 * Checks that a binary runs here, is the named server and is new enough. Both databases call their server mysqld, but neither
 * can use the other's data folder.
 */
export async function isUsable(name: ServerName, program: Binary): Promise<boolean> {
  const version = versionPatterns[name].exec(await printedVersion(program));
  if (!version || !isAtLeast(version, oldestVersions[name])) return false;
  if (name === 'MySQL') return !isConfined(program);
  return name === 'Redis' || findSystemTableScripts(program.file) !== undefined;
}

/** Returns the output of `--version`, or an empty text if the program does not run here. */
export function printedVersion(program: Binary): Promise<string> {
  const [file, ...parameters] = programLine(program, ['--version']);
  return run(file, parameters, { env: programEnvironment(program) }).catch(() => '');
}

/** Ubuntu's AppArmor profile allows an installed MySQL only its own folder. An unpacked copy has no profile. */
function isConfined({ file }: Binary): boolean {
  const profile = `/etc/apparmor.d/${file.slice(1).replaceAll('/', '.')}`;
  return existsSync(profile) && existsSync('/sys/kernel/security/apparmor');
}

function isAtLeast([, major, minor]: RegExpExecArray, [oldestMajor, oldestMinor]: Version): boolean {
  return Number(major) > oldestMajor || (Number(major) === oldestMajor && Number(minor) >= oldestMinor);
}
