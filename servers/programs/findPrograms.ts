import { existsSync } from 'node:fs';
import path from 'node:path';
import { errorText, findCommand, findCommands, run, succeeds } from '../system/run.ts';
import type { PackageTools } from './aptFetch.ts';
import { downloadMysql, downloadServers } from './debianPackages.ts';
import { downloadOnce, unpackedLibraries } from './downloadOnce.ts';
import {
  type Binary,
  EmbeddedServersUnavailable,
  firstUsable,
  isAtLeast,
  type Libraries,
  oldestDatabases,
  type Programs,
  printedVersion,
  type Search,
  type ServerName,
  type Version,
} from './program.ts';
import { findSystemTableScripts } from './systemTables.ts';

interface ServerProgram {
  readonly debianPackage: string;
  readonly urlSetting: string;
  readonly fileNames: readonly string[];
  readonly unpackedFile: string;
  /** Named by digest, since the image of a tag changes. docs/containers.md says how to update them. */
  readonly image: string;
  readonly versionPattern: RegExp;
  readonly oldestVersion: Version;
}

const serverPrograms: Readonly<Record<ServerName, ServerProgram>> = {
  MariaDB: {
    debianPackage: 'mariadb-server',
    urlSetting: 'DATABASE_URL',
    // The server has only the second name before 10.4.
    fileNames: ['mariadbd', 'mysqld'],
    unpackedFile: 'usr/sbin/mariadbd',
    image: 'mariadb:10.11@sha256:de61fed4a40d3842f3ee09944ba52792156cfd9adf489b2cc670fc6ded28df8d',
    versionPattern: /(\d+\.\d+)\.\d+-MariaDB/,
    oldestVersion: oldestDatabases.MariaDB,
  },
  MySQL: {
    debianPackage: 'mysql-server',
    urlSetting: 'DATABASE_URL',
    fileNames: ['mysqld'],
    unpackedFile: 'usr/sbin/mysqld',
    image: 'mysql:8.4@sha256:b3b90af2a6552ae30c266fdb7d5dd55f3afb72404bb78d37fe8a23eb857fd3fb',
    versionPattern: /Ver (\d+\.\d+)\.\d+(?!.*MariaDB)/,
    oldestVersion: oldestDatabases.MySQL,
  },
  Redis: {
    debianPackage: 'redis-server',
    urlSetting: 'REDIS_URL',
    fileNames: ['redis-server'],
    unpackedFile: 'usr/bin/redis-server',
    image: 'redis:7@sha256:71da9275c5f3fcb97d0fa0c8c5b36cc995327265420f17a04bfd544f458059f7',
    versionPattern: /Redis server v=(\d+\.\d+)/,
    // The version of Ubuntu 22.04. BullMQ warns below 6.2 but works.
    oldestVersion: [6, 0],
  },
};

/** Leaves out programs that it can't offer. */
type ProgramSource = (missing: readonly ServerName[], search: Search) => Promise<Programs>;

/** Cheapest first: installed programs cost nothing, packages cost a download, containers need an engine. */
const sources: readonly ProgramSource[] = [installedPrograms, packagedPrograms, containerPrograms];

/** Throws `EmbeddedServersUnavailable` if the program of a wanted server is not found. */
export async function findPrograms(wanted: readonly ServerName[], search: Search): Promise<Programs> {
  let found: Programs = {};
  for (const source of sources) {
    const missing = wanted.filter((name) => !found[name]);
    if (missing.length > 0) found = { ...found, ...(await source(missing, search)) };
  }
  const missing = wanted.filter((name) => !found[name]);
  if (missing.length > 0) throw new EmbeddedServersUnavailable(advice(missing));
  return found;
}

function advice(missing: readonly ServerName[]): string {
  const recipes = missing.map((name) => ({ name, ...serverPrograms[name] }));
  const names = recipes.map(({ name, oldestVersion }) => `${name} (${oldestVersion.join('.')} or newer)`);
  const packages = recipes.map(({ debianPackage }) => debianPackage).join(' ');
  const settings = recipes.map(({ urlSetting }) => urlSetting).join(' and ');
  return `No usable ${names.join(' or ')} found: install it with "apt install ${packages}", start Docker, or set ${settings}.`;
}

/** Only runs the installed servers; their services stay unchanged. */
function installedPrograms(missing: readonly ServerName[], { commandFolders }: Search): Promise<Programs> {
  return usablePrograms(missing, ({ fileNames }) => findCommands(fileNames, commandFolders), {});
}

interface ServerDownload {
  readonly names: readonly ServerName[];
  readonly folderEnding: string;
  readonly fill: (tools: PackageTools, folder: string) => Promise<void>;
}

const downloads: readonly ServerDownload[] = [
  { names: ['MariaDB', 'Redis'], folderEnding: '', fill: downloadServers },
  {
    names: ['MySQL'],
    folderEnding: '-mysql',
    fill: (tools, folder) => downloadMysql(tools, folder, 'mysql-server-core'),
  },
];

/** Unpacks servers from Debian or Ubuntu packages into a folder of ours, without installing them. */
async function packagedPrograms(missing: readonly ServerName[], search: Search): Promise<Programs> {
  let found: Programs = {};
  for (const { names, folderEnding, fill } of downloads) {
    const wanted = missing.filter((name) => names.includes(name));
    if (wanted.length === 0) continue;
    const download = {
      label: names.join(' and '),
      folderEnding,
      fill,
      find: (folder: string) => unpackedPrograms(folder, wanted),
      isComplete: (programs: Programs) => wanted.every((name) => programs[name]),
    };
    found = { ...found, ...(await downloadOnce(download, search)) };
  }
  return found;
}

async function unpackedPrograms(folder: string, names: readonly ServerName[]): Promise<Programs> {
  const libraries = await unpackedLibraries(folder);
  return usablePrograms(names, ({ unpackedFile }) => [path.join(folder, unpackedFile)], libraries);
}

async function usablePrograms(
  names: readonly ServerName[],
  filesOf: (server: ServerProgram) => readonly string[],
  libraries: Libraries,
): Promise<Programs> {
  const found: Programs = {};
  for (const name of names) {
    const files = filesOf(serverPrograms[name]);
    const program = await firstUsable(files, libraries, (candidate) => isUsable(name, candidate));
    if (program) found[name] = program;
  }
  return found;
}

/** Offers containers only if an engine answers: the `docker` command alone is not enough. */
async function containerPrograms(missing: readonly ServerName[], search: Search): Promise<Programs> {
  const docker = findCommand('docker', search.commandFolders);
  if (!docker || !(await succeeds(docker, ['info'], { timeout: 10_000 }))) return {};
  const found: Programs = {};
  for (const name of missing) {
    const { image } = serverPrograms[name];
    if (await isPulled(docker, image, search.progress)) found[name] = { kind: 'container', docker, image };
  }
  return found;
}

/** Pulls the image now, since the start of a server has a time limit. */
async function isPulled(docker: string, image: string, progress: (line: string) => void): Promise<boolean> {
  if (await succeeds(docker, ['image', 'inspect', image])) return true;
  progress(`Pulling the image ${image} (first start only)`);
  try {
    await run(docker, ['pull', '--quiet', image]);
    return true;
  } catch (error) {
    progress(`Pulling the image failed: ${errorText(error)}`);
    return false;
  }
}

/**
 * Checks that a binary runs here, is the named server and is new enough. Both databases call their server mysqld, but neither
 * can use the other's data folder.
 */
async function isUsable(name: ServerName, program: Binary): Promise<boolean> {
  const { versionPattern, oldestVersion } = serverPrograms[name];
  const [, version] = versionPattern.exec(await printedVersion(program)) ?? [];
  if (version === undefined || !isAtLeast(version, oldestVersion)) return false;
  if (name === 'MySQL') return !isConfined(program);
  return name === 'Redis' || findSystemTableScripts(program.file) !== undefined;
}

/** Ubuntu's AppArmor profile allows an installed MySQL only its own folder. An unpacked copy has no profile. */
function isConfined({ file }: Binary): boolean {
  const profile = `/etc/apparmor.d/${file.slice(1).replaceAll('/', '.')}`;
  return existsSync(profile) && existsSync('/sys/kernel/security/apparmor');
}
