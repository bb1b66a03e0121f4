import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { aptConfiguration } from '../../cli/embedded/aptConfiguration.ts';
import { commandFolders, findCommand } from '../../cli/embedded/commands.ts';
import { type PackageTools, packageTools } from '../../cli/embedded/debianPackages.ts';
import { makeFolder } from '../../cli/embedded/makeFolder.ts';
import { complaint, run } from '../../cli/embedded/run.ts';
import { say } from '../say.ts';
import { binariesFolder } from '../servers.ts';

export interface WrkProgram {
  readonly file: string;
  /** In which an unpacked program finds its libraries. */
  readonly environment: NodeJS.ProcessEnv;
  readonly version: string;
}

/** The machine's own wrk, or Debian's package, unpacked without being installed; none where neither can be had. */
export async function findWrk(): Promise<WrkProgram | undefined> {
  const folders = commandFolders();
  const installed = findCommand('wrk', folders);
  if (installed) return usable(installed, '');
  const folder = path.join(binariesFolder, `wrk-${process.arch}`);
  const kept = await unpacked(folder);
  const tools = packageTools(folders);
  if (kept || !tools) return kept;
  say('Downloading wrk (once)');
  await makeFolder(folder, (temporary) => download(tools, temporary)).catch((error: unknown) =>
    say(`The download failed: ${complaint(error)}`),
  );
  return unpacked(folder);
}

async function unpacked(folder: string): Promise<WrkProgram | undefined> {
  const libraries = path.join(folder, 'usr/lib');
  const triplets = (await readdir(libraries).catch(() => [])).filter((name) => name.includes('-linux-'));
  const libraryPath = triplets.map((name) => path.join(libraries, name)).join(':');
  return usable(path.join(folder, 'usr/bin/wrk'), libraryPath);
}

/** wrk tells its version in the first line of its help, and ends with 1 then. */
async function usable(file: string, libraryPath: string): Promise<WrkProgram | undefined> {
  const environment = libraryPath ? { LD_LIBRARY_PATH: libraryPath } : {};
  const env = { ...process.env, ...environment };
  const help = await run('sh', ['-c', '"$0" -v || true', file], { env });
  const version = /^wrk (\S+)/.exec(help)?.[1];
  return version ? { file, environment, version } : undefined;
}

/** As the private servers get theirs (cli/embedded/debianPackages.ts): with apt, in a folder of ours. */
async function download(tools: PackageTools, folder: string): Promise<void> {
  const work = path.join(folder, 'apt');
  const archives = path.join(work, 'cache/archives');
  await mkdir(path.join(work, 'state/lists/partial'), { recursive: true });
  await mkdir(path.join(archives, 'partial'), { recursive: true });
  const configuration = path.join(work, 'apt.conf');
  await writeFile(configuration, aptConfiguration(await run(tools.aptConfig, ['dump']), work));
  const options = { env: { ...process.env, APT_CONFIG: configuration, DEBIAN_FRONTEND: 'noninteractive' } };
  await run(tools.aptGet, ['update'], options);
  const flags = ['--yes', '--download-only', '--reinstall', '--no-install-recommends'];
  await run(tools.aptGet, ['install', ...flags, 'wrk'], options);
  // The C library must stay the machine's own, as its loader is not replaced.
  const wanted = (await readdir(archives)).filter((name) => /^(wrk|lib(?!c6_|c-)).*\.deb$/.test(name));
  for (const name of wanted) await run(tools.dpkgDeb, ['-x', path.join(archives, name), folder]);
  await rm(work, { recursive: true });
}
