import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findCommand, run } from '../system/run.ts';

type AptChanges = Readonly<Record<string, string>>;

const downloadLimitMs = 10 * 60_000;

/**
 * Options that override the machine's configuration: lists must be signed by a trusted key, and packages must match their
 * hashes.
 */
const signedOnly = {
  'APT::Get::AllowUnauthenticated': 'false',
  'Acquire::AllowInsecureRepositories': 'false',
  'Acquire::AllowWeakRepositories': 'false',
  'Acquire::AllowDowngradeToInsecureRepositories': 'false',
  'Acquire::Check-Valid-Until': 'true',
};

/** Downloads with the machine's apt into a work folder of ours. The machine's own lists and packages stay unchanged. */
export class AptFetch {
  readonly archives: string;
  readonly #tools: PackageTools;
  readonly #environment: NodeJS.ProcessEnv;
  #updateFailure: unknown;

  private constructor(tools: PackageTools, workFolder: string, configuration: string) {
    this.#tools = tools;
    this.archives = path.join(workFolder, 'cache/archives');
    const apt = { APT_CONFIG: configuration, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
    this.#environment = { ...process.env, ...apt };
  }

  /** Downloads the lists of the machine's package sources, or of those that `changes` names. */
  static async open(tools: PackageTools, workFolder: string, changes: AptChanges = {}): Promise<AptFetch> {
    await mkdir(path.join(workFolder, 'state/lists/partial'), { recursive: true });
    await mkdir(path.join(workFolder, 'cache/archives/partial'), { recursive: true });
    const file = path.join(workFolder, 'apt.conf');
    await writeFile(file, aptConfiguration(await run(tools.aptConfig, ['dump']), workFolder, changes));
    const fetch = new AptFetch(tools, workFolder, file);
    await fetch.#update();
    return fetch;
  }

  /** Returns the names of packages with this beginning. Some releases append a version to the name. */
  async names(beginning: string): Promise<readonly string[]> {
    const names = await run(this.#tools.aptCache, ['pkgnames', beginning], this.#options);
    return names.split('\n').filter(Boolean).toSorted();
  }

  /** Downloads packages with those of their dependencies that the machine lacks. */
  async download(...packages: readonly string[]): Promise<void> {
    const flags = ['--yes', '--download-only', '--reinstall', '--no-install-recommends'];
    await run(this.#tools.aptGet, ['install', ...flags, ...packages], this.#options).catch(
      (error: unknown) => {
        throw this.#updateFailure ?? error;
      },
    );
  }

  /**
   * One broken third-party source fails the whole update. The failure matters only if the packages can't be downloaded then.
   */
  async #update(): Promise<void> {
    await run(this.#tools.aptGet, ['update'], this.#options).catch((error: unknown) => {
      this.#updateFailure = error;
    });
  }

  get #options() {
    return { env: this.#environment, timeout: downloadLimitMs };
  }
}

/**
 * Builds a configuration from the machine's own (sources, keys, proxies). Everything that apt writes goes into a folder of
 * ours, and nothing is locked, so that it works for every user. The hooks are left out: they would clean the machine's package
 * cache and start its desktop services.
 */
function aptConfiguration(machineConfiguration: string, folder: string, changes: AptChanges): string {
  const kept = machineConfiguration
    .split('\n')
    .filter((line) => !/invoke|hooks|pre-install-pkgs/i.test(line));
  const own = {
    'Dir::Etc::parts': '/dev/null',
    'Dir::Etc::main': '/dev/null',
    'Dir::State': `${folder}/state`,
    'Dir::State::status': '/var/lib/dpkg/status',
    'Dir::Cache': `${folder}/cache`,
    'Debug::NoLocking': '1',
    'APT::Sandbox::User': '',
    'APT::Update::Error-Mode': 'any',
    'Acquire::Languages': 'none',
    'Acquire::Retries': '2',
    'Acquire::http::Timeout': '20',
    'Acquire::https::Timeout': '20',
    ...signedOnly,
    ...changes,
  };
  return [...kept, ...Object.entries(own).map(([key, value]) => `${key} "${value}";`), ''].join('\n');
}

export interface PackageTools {
  readonly aptGet: string;
  readonly aptCache: string;
  readonly aptConfig: string;
  readonly dpkgDeb: string;
}

export function packageTools(folders: readonly string[]): PackageTools | undefined {
  const aptGet = findCommand('apt-get', folders);
  const aptCache = findCommand('apt-cache', folders);
  const aptConfig = findCommand('apt-config', folders);
  const dpkgDeb = findCommand('dpkg-deb', folders);
  return aptGet && aptCache && aptConfig && dpkgDeb ? { aptGet, aptCache, aptConfig, dpkgDeb } : undefined;
}

/** Unpacks the downloaded packages whose names match, without installing them. */
export async function unpackPackages(
  { dpkgDeb }: PackageTools,
  archives: string,
  wanted: RegExp,
  folder: string,
): Promise<void> {
  const files = (await readdir(archives)).filter((name) => wanted.test(name) && name.endsWith('.deb'));
  for (const file of files) await run(dpkgDeb, ['-x', path.join(archives, file), folder]);
}
