import { type Finding, ok, warn } from './finding.ts';

/**
 * The first releases without CVE-2026-21717: strings of digits, chosen to collide in V8's string table, slow a gateway down.
 */
const fixedIn: Readonly<Record<number, readonly [minor: number, patch: number]>> = {
  20: [20, 2],
  22: [22, 2],
  24: [14, 1],
};

/**
 * Warns if a release of Node, such as `v20.20.2`, has a known weakness. A distribution may have fixed it in an older release.
 */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0, patch = 0] = version.replace(/^v/, '').split('.').map(Number);
  const [fixedMinor, fixedPatch] = fixedIn[major] ?? [0, 0];
  if (minor > fixedMinor || (minor === fixedMinor && patch >= fixedPatch)) return ok('node', version);
  return warn(
    'node',
    `${version} has CVE-2026-21717, unless its distributor fixed it`,
    `use ${major}.${fixedMinor}.${fixedPatch} or newer`,
  );
}
