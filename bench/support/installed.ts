import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Where downloaded binaries are kept between runs. */
export const binariesFolder = path.resolve('.counterfoil/binaries');

/** The version of a package of this checkout. */
export function installedVersion(name: string): string {
  return JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;
}
