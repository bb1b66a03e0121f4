// Plain JavaScript that Node 12 can parse, as counterfoil.js is.
import { readFileSync } from 'fs';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/**
 * Prints an error and returns true if this release of Node is older than `engines` in package.json allows. Each range there is
 * `^20.19.0` or `>=22.12.0`.
 */
export function refusesNode(version = process.versions.node) {
  const isSupported = engines.node.split(' || ').some((range) => isWithin(version, range));
  if (isSupported) return false;
  process.stderr.write(
    `counterfoil: Node ${version} (${process.execPath}) is not supported: install Node ${wanted()}, for example from https://nodejs.org\n`,
  );
  process.exitCode = 1;
  return true;
}

function isWithin(version, range) {
  const [, sign, least] = /^(\^|>=)(.*)$/.exec(range);
  const [major, minor, patch] = version.split('.').map(Number);
  const [leastMajor, leastMinor, leastPatch] = least.split('.').map(Number);
  if (major !== leastMajor) return sign === '>=' && major > leastMajor;
  return minor > leastMinor || (minor === leastMinor && patch >= leastPatch);
}

/** Returns `20.19, or 22.12 or newer`. */
function wanted() {
  return engines.node.replace(/\^|>=|\.0(?= |$)/g, '').replace(/ \|\| /g, ', or ') + ' or newer';
}
