import { readFileSync } from 'node:fs';

/** Possible places of package.json: beside the sources, and above the bundle in dist/. */
const places = ['../../../package.json', '../../../../package.json'];

/** `unknown` if package.json is missing. */
export const version: string = versionIn(places);

function versionIn([place, ...others]: readonly string[]): string {
  if (place === undefined) return 'unknown';
  try {
    const { name, version: found } = JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8'));
    if (name === 'counterfoil') return String(found);
  } catch {}
  /* v8 ignore next -- only in what the benchmarks compile, which is a folder deeper. */
  return versionIn(others);
}
