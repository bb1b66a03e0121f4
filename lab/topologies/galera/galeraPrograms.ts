import { existsSync } from 'node:fs';
import path from 'node:path';
import { unpackFromRelease } from '../../../servers/programs/debianPackages.ts';
import { downloadOnce, unpackedLibraries } from '../../../servers/programs/downloadOnce.ts';
import type { Binary } from '../../../servers/programs/program.ts';
import { commandFolders } from '../../../servers/system/run.ts';
import { binariesFolder } from '../../../test/support/servers.ts';

/** Programs of a Galera cluster behind a proxy. */
export interface GaleraPrograms {
  readonly mariadb: Binary;
  readonly haproxy: Binary;
  /** The library that makes a MariaDB server the node of a cluster. */
  readonly provider: string;
  /** Folders in which a node finds the scripts, and rsync, by which it gets its data from another one. */
  readonly commandFolders: readonly string[];
}

/** Debian's packages of one release, unpacked into a folder of ours; downloaded at the first time. */
export async function galeraPrograms(): Promise<GaleraPrograms> {
  const found = await downloadOnce<GaleraPrograms | undefined>(
    {
      label: 'MariaDB with Galera, and HAProxy',
      folderEnding: '-galera',
      fill: async (tools, folder) => {
        await unpackFromRelease(tools, folder, {
          choose: () => Promise.resolve(['mariadb-server', 'galera-4', 'rsync', 'haproxy']),
          unpack: 'mariadb-(?:server|client)|galera-4|rsync|haproxy|lsof|iproute2|socat',
        });
      },
      find: programsIn,
      isComplete: (programs) => programs !== undefined,
    },
    {
      binariesFolder,
      commandFolders: commandFolders(),
      progress: (line) => process.stderr.write(`${line}\n`),
    },
  );
  if (!found)
    throw new Error(
      'apt finds no MariaDB with Galera, or no HAProxy: add package sources that have mariadb-server, galera-4 and haproxy',
    );
  return found;
}

async function programsIn(folder: string): Promise<GaleraPrograms | undefined> {
  const libraries = await unpackedLibraries(folder);
  const binary = (file: string): Binary => ({
    kind: 'binary',
    file: path.join(folder, 'usr/sbin', file),
    ...libraries,
  });
  const programs: GaleraPrograms = {
    mariadb: binary('mariadbd'),
    haproxy: binary('haproxy'),
    provider: path.join(folder, 'usr/lib/galera/libgalera_smm.so'),
    commandFolders: ['usr/bin', 'usr/sbin', 'bin', 'sbin'].map((name) => path.join(folder, name)),
  };
  const files = [programs.mariadb.file, programs.haproxy.file, programs.provider];
  return files.every((file) => existsSync(file)) ? programs : undefined;
}
