import { rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { AptFetch } from './aptFetch.ts';
import { type PackageTools, unpackPackages } from './packageTools.ts';

/** Fits the packages of a server and of libraries. The C library must stay the machine's own, as its loader does. */
export function withLibraries(server: string): RegExp {
  return new RegExp(`^(${server}|lib(?!c6_|c-))`);
}

/** Downloads the programs that MariaDB is dumped and restored with, and unpacks them into a folder. */
export async function downloadMariadbClients(tools: PackageTools, folder: string): Promise<void> {
  const workFolder = path.join(folder, 'apt');
  const apt = await AptFetch.open(tools, workFolder);
  const [client = 'mariadb-client'] = (await apt.names('mariadb-client')).filter(
    (name) => !name.includes('core'),
  );
  await apt.download(client);
  await unpackPackages(tools, apt.archives, withLibraries('mariadb-client'), folder);
  await rm(workFolder, { recursive: true });
}

/** Downloads MariaDB, Redis and the libraries this machine lacks, and unpacks them into a folder. */
export async function downloadPackages(tools: PackageTools, folder: string): Promise<void> {
  const workFolder = path.join(folder, 'apt');
  const apt = await AptFetch.open(tools, workFolder);
  const [database = 'mariadb-server-core'] = await apt.names('mariadb-server-core');
  await apt.download(database, 'redis-tools');
  await unpackPackages(tools, apt.archives, withLibraries('mariadb-server-core|redis-tools'), folder);
  await rm(workFolder, { recursive: true });
  // Debian ships one binary under several names; this name makes it the server.
  await symlink('redis-check-rdb', path.join(folder, 'usr/bin/redis-server'));
}
