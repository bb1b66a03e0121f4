import { existsSync } from 'node:fs';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../system/run.ts';
import { AptFetch, type PackageTools, unpackPackages } from './aptFetch.ts';

export interface PackageChoice {
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

/** The keys with which Debian signs its releases. Newer releases use the second name. */
const keyrings = ['gpg', 'pgp'].map((ending) => `/usr/share/keyrings/debian-archive-keyring.${ending}`);

/** Beginnings of package names, since Ubuntu appends a version. */
type MysqlPackage = 'mysql-server-core' | 'mysql-client';

/**
 * Debian signs its unstable release for a week. A mirror that is behind has an older release, which is accepted for longer. The
 * limit keeps an attacker on the network from sending an old MySQL with known faults.
 */
const validDays = 90;

const probeLimitMs = 5_000;

/**
 * Matches all libraries of the newer release except Perl's and rare character sets: its newer C library needs its own loader.
 */
function withClosure(name: MysqlPackage): RegExp {
  return new RegExp(`^(${name}|zlib1g|lib(?!perl|c-))`);
}

/**
 * Downloads a part of MySQL and unpacks it into a folder. Ubuntu's releases have MySQL; of Debian's, only the unstable one has
 * it. A part from there comes with all its libraries, down to the C library.
 */
export async function downloadMysql(tools: PackageTools, folder: string, name: MysqlPackage): Promise<void> {
  const isWanted = new RegExp(`^${name}(-[\\d.]+)?$`);
  const isUnpacked = await unpackFromRelease(tools, folder, {
    choose: async (apt) => (await apt.names(name)).filter((found) => isWanted.test(found)).slice(-1),
    unpack: name,
  });
  if (!isUnpacked) await downloadUnstable(tools, folder, name);
}

async function downloadUnstable(tools: PackageTools, folder: string, name: MysqlPackage): Promise<void> {
  const keyring = keyrings.find((file) => existsSync(file));
  if (!keyring) throw new Error('the package sources of this machine do not offer MySQL');
  const workFolder = path.join(folder, 'unstable');
  const sources = path.join(workFolder, 'unstable.list');
  const nothingInstalled = path.join(workFolder, 'status');
  await mkdir(workFolder);
  await writeFile(sources, `deb [signed-by=${keyring}] ${await debianMirror(tools)} sid main\n`);
  await writeFile(nothingInstalled, '');
  const apt = await AptFetch.open(tools, workFolder, {
    'Dir::Etc::sourcelist': sources,
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::Etc::preferences': '/dev/null',
    'Dir::Etc::preferencesparts': '/dev/null',
    'Dir::State::status': nothingInstalled,
    'APT::Default-Release': '',
    'Acquire::Min-ValidTime': `${validDays * 86_400}`,
  });
  await apt.download(name);
  await unpackPackages(tools, apt.archives, withClosure(name), folder);
  await rm(workFolder, { recursive: true });
}

/**
 * Returns the mirror that this machine uses for Debian, or Debian's own if apt does not name one. Uses https if the mirror
 * answers it.
 */
async function debianMirror(tools: PackageTools): Promise<string> {
  const configured = await configuredMirror(tools);
  const encrypted = configured.replace(/^http:/, 'https:');
  // apt verifies certificates with the authorities of the system only.
  if (!existsSync('/etc/ssl/certs/ca-certificates.crt')) return configured;
  const probe = { method: 'HEAD', signal: AbortSignal.timeout(probeLimitMs) };
  const answered = await fetch(`${encrypted.replace(/\/$/, '')}/dists/sid/InRelease`, probe).catch(
    () => undefined,
  );
  return answered?.ok ? encrypted : configured;
}

async function configuredMirror({ aptGet }: PackageTools): Promise<string> {
  const listed = await run(aptGet, ['indextargets', '--no-release-info', '--format', '$(REPO_URI)']).catch(
    () => '',
  );
  return (
    listed.split('\n').find((uri) => /^https?:.*\/debian\/?$/.test(uri)) ?? 'http://deb.debian.org/debian'
  );
}
