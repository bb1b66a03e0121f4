import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { aptConfiguration } from './aptConfiguration.ts';
import { findCommand } from './commands.ts';
import { run } from './run.ts';

const downloadLimitMs = 10 * 60_000;

export interface PackageTools {
  readonly aptGet: string;
  readonly aptCache: string;
  readonly aptConfig: string;
  readonly dpkgDeb: string;
}

export function packageTools(folders: readonly string[]): PackageTools | undefined {
  const [aptGet, aptCache, aptConfig, dpkgDeb] = ['apt-get', 'apt-cache', 'apt-config', 'dpkg-deb'].map(
    (name) => findCommand(name, folders),
  );
  return aptGet && aptCache && aptConfig && dpkgDeb ? { aptGet, aptCache, aptConfig, dpkgDeb } : undefined;
}

/** Downloads MariaDB, Redis and the libraries this machine lacks, and unpacks them into a folder. */
export async function downloadPackages(tools: PackageTools, folder: string): Promise<void> {
  const workFolder = path.join(folder, 'apt');
  await mkdir(path.join(workFolder, 'state/lists/partial'), { recursive: true });
  await mkdir(path.join(workFolder, 'cache/archives/partial'), { recursive: true });
  await fetchPackages(tools, workFolder);
  await unpackPackages(tools, path.join(workFolder, 'cache/archives'), folder);
  await rm(workFolder, { recursive: true });
  // Debian ships one binary under several names; this name makes it the server.
  await symlink('redis-check-rdb', path.join(folder, 'usr/bin/redis-server'));
}

async function fetchPackages(tools: PackageTools, workFolder: string): Promise<void> {
  const { aptGet, aptCache } = tools;
  const options = { env: await aptEnvironment(tools, workFolder), timeout: downloadLimitMs };
  // One broken third-party source fails the whole update; it matters only if the packages cannot be had then.
  const updateFailure = await run(aptGet, ['update'], options).then(
    () => undefined,
    (error: unknown) => error,
  );
  const database = databasePackage(await run(aptCache, ['pkgnames', 'mariadb-server-core'], options));
  const flags = ['--yes', '--download-only', '--reinstall', '--no-install-recommends'];
  await run(aptGet, ['install', ...flags, database, 'redis-tools'], options).catch((error: unknown) => {
    throw updateFailure ?? error;
  });
}

async function aptEnvironment({ aptConfig }: PackageTools, workFolder: string): Promise<NodeJS.ProcessEnv> {
  const file = path.join(workFolder, 'apt.conf');
  await writeFile(file, aptConfiguration(await run(aptConfig, ['dump']), workFolder));
  return { ...process.env, APT_CONFIG: file, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
}

/** Some releases have the version in the name and not the plain name. */
function databasePackage(names: string): string {
  return names.split('\n').filter(Boolean).toSorted()[0] ?? 'mariadb-server-core';
}

/** The C library must stay the machine's own, as its loader is not replaced. */
async function unpackPackages({ dpkgDeb }: PackageTools, archives: string, folder: string): Promise<void> {
  const wanted = /^(mariadb-server-core|redis-tools|lib(?!c6_|c-)).*\.deb$/;
  const files = (await readdir(archives)).filter((name) => wanted.test(name));
  for (const file of files) await run(dpkgDeb, ['-x', path.join(archives, file), folder]);
}
