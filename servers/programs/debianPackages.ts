import { rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { AptFetch } from './aptFetch.ts';
import { type PackageTools, unpackPackages } from './packageTools.ts';

interface PackageChoice {
  /** Resolves to no packages if the machine's release does not have them. */
  readonly choose: (apt: AptFetch) => Promise<readonly string[]>;
  /** A regular expression for the beginnings of the names of packages to unpack. Libraries are unpacked too. */
  readonly unpack: string;
}

/**
 * Downloads packages of the machine's release, with the libraries that the machine lacks, and unpacks them into a folder.
 * Resolves to whether the release has them.
 */
export async function unpackFromRelease(
  tools: PackageTools,
  folder: string,
  { choose, unpack }: PackageChoice,
): Promise<boolean> {
  const workFolder = path.join(folder, 'apt');
  const apt = await AptFetch.open(tools, workFolder);
  const chosen = await choose(apt);
  if (chosen.length > 0) {
    await apt.download(...chosen);
    await unpackPackages(tools, apt.archives, withLibraries(unpack), folder);
  }
  await rm(workFolder, { recursive: true });
  return chosen.length > 0;
}

/** Leaves out the C library, which must fit the machine's own loader. */
function withLibraries(names: string): RegExp {
  return new RegExp(`^(${names}|lib(?!c6_|c-))`);
}

export async function downloadMariadbClients(tools: PackageTools, folder: string): Promise<void> {
  await unpackFromRelease(tools, folder, {
    choose: async (apt) => {
      const names = await apt.names('mariadb-client');
      return [names.find((name) => !name.includes('core')) ?? 'mariadb-client'];
    },
    unpack: 'mariadb-client',
  });
}

export async function downloadServers(tools: PackageTools, folder: string): Promise<void> {
  await unpackFromRelease(tools, folder, {
    choose: async (apt) => {
      const [database = 'mariadb-server-core'] = await apt.names('mariadb-server-core');
      return [database, 'redis-tools'];
    },
    unpack: 'mariadb-server-core|redis-tools',
  });
  // Debian ships one binary under several names; this name makes it the server.
  await symlink('redis-check-rdb', path.join(folder, 'usr/bin/redis-server'));
}
