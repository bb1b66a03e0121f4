import path from 'node:path';
import type { PackageTools } from '../../../servers/programs/aptFetch.ts';
import { unpackFromRelease } from '../../../servers/programs/debianPackages.ts';
import { downloadOnce, unpackedLibraries } from '../../../servers/programs/downloadOnce.ts';
import { type Binary, programEnvironment, programLine } from '../../../servers/programs/program.ts';
import { commandFolders, findCommand, run } from '../../../servers/system/run.ts';
import { printLine } from '../../../shared/runtime/process/commandOutput.ts';
import { binariesFolder } from '../support/installed.ts';

export interface WrkProgram {
  readonly binary: Binary;
  readonly version: string;
}

/**
 * Finds the machine's wrk, or downloads Debian's package and unpacks it without installing it. Resolves to undefined when
 * both fail.
 */
export async function findWrk(): Promise<WrkProgram | undefined> {
  const installed = findCommand('wrk', commandFolders());
  if (installed) return usable({ kind: 'binary', file: installed });
  const download = {
    label: 'wrk',
    folderEnding: '-wrk',
    fill: async (tools: PackageTools, folder: string) =>
      void (await unpackFromRelease(tools, folder, { choose: async () => ['wrk'], unpack: 'wrk' })),
    find: unpacked,
    isComplete: (found: WrkProgram | undefined) => found !== undefined,
  };
  return downloadOnce(download, { binariesFolder, commandFolders: commandFolders(), progress: printLine });
}

async function unpacked(folder: string): Promise<WrkProgram | undefined> {
  const file = path.join(folder, 'usr/bin/wrk');
  return usable({ kind: 'binary', file, ...(await unpackedLibraries(folder)) });
}

/** wrk prints its version in the first line of its help, and then exits with code 1. */
async function usable(binary: Binary): Promise<WrkProgram | undefined> {
  const line = ['-c', '"$0" "$@" || true', ...programLine(binary, ['-v'])];
  const help = await run('sh', line, { env: programEnvironment(binary) });
  const version = /^wrk (\S+)/.exec(help)?.[1];
  return version ? { binary, version } : undefined;
}
