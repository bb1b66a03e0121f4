import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { findCommand } from '../system/commands.ts';
import { run } from '../system/run.ts';

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
