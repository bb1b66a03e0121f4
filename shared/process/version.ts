import { readFileSync } from 'node:fs';

/** Where package.json may be from here: beside the sources, and above the bundle in dist/cli/chunks/ or dist/shared/process/. */
const places = ['../../package.json', '../../../package.json'];

/** The version of this program; `unknown` if its package.json is not there. */
export const version: string = versionIn(places);

function versionIn([place, ...others]: readonly string[]): string {
  if (place === undefined) return 'unknown';
  try {
    const { name, version: found } = JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8'));
    if (name === 'counterfoil') return String(found);
  } catch {
    // the next place
  }
  return versionIn(others);
}
