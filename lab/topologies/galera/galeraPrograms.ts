import { existsSync } from 'node:fs';
import path from 'node:path';
import { unpackedLibraries } from '../../../servers/programs/downloadOnce.ts';
import type { Binary } from '../../../servers/programs/program.ts';
import { debianPrograms } from '../../../test/support/debianPrograms.ts';

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
  const found = await debianPrograms({
    label: 'MariaDB with Galera, and HAProxy',
    folder: 'galera',
    choose: ['mariadb-server', 'galera-4', 'rsync', 'haproxy'],
    unpack: 'mariadb-(?:server|client)|galera-4|rsync|haproxy|lsof|iproute2|socat',
    find: programsIn,
  });
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
