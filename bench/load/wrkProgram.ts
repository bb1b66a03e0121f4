import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { AptFetch } from '../../standalone/servers/aptFetch.ts';
import { commandFolders, findCommand } from '../../standalone/servers/commands.ts';
import { withLibraries } from '../../standalone/servers/debianPackages.ts';
import { makeFolder } from '../../standalone/servers/makeFolder.ts';
import { type PackageTools, packageTools, unpackPackages } from '../../standalone/servers/packageTools.ts';
import { errorText, run } from '../../standalone/servers/run.ts';
import { binariesFolder } from '../support/installed.ts';
import { printLine } from '../support/printLine.ts';

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
  printLine('Downloading wrk (once)');
  await makeFolder(folder, (temporary) => download(tools, temporary)).catch((error: unknown) =>
    printLine(`The download failed: ${errorText(error)}`),
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

/** As the private servers get theirs: with apt, in a folder of ours. */
async function download(tools: PackageTools, folder: string): Promise<void> {
  const work = path.join(folder, 'apt');
  const apt = await AptFetch.open(tools, work);
  await apt.download('wrk');
  await unpackPackages(tools, apt.archives, withLibraries('wrk'), folder);
  await rm(work, { recursive: true });
}
