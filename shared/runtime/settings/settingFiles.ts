import { readFileSync } from 'node:fs';
import path from 'node:path';
import { withCaFile } from './serverAddress.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads secrets from files: `NAME_FILE` is the path of a file with the value of `NAME`. */
export function withFiles(
  environment: Environment,
  names: readonly string[],
): {
  readonly given: Environment;
  readonly unreadable: readonly string[];
} {
  const set = withoutBlanks(environment);
  const wanted = names.filter((name) => set[`${name}_FILE`] && !set[name]);
  const read = wanted.map((name) => [name, readSecret(set[`${name}_FILE`] as string)] as const);
  const unreadable = read.filter(([, secret]) => secret === undefined).map(([name]) => `${name}_FILE`);
  return {
    given: withoutBlanks({ ...set, ...Object.fromEntries(read) }),
    unreadable: unreadable.map(
      (name) => `${name}: ${set[name]} can't be read: check its path and permissions`,
    ),
  };
}

export function withCaFiles(given: Environment): {
  readonly trusting: Environment;
  readonly untrusted: readonly string[];
} {
  const urls: Record<string, string> = {};
  const untrusted: string[] = [];
  for (const server of ['DATABASE', 'REDIS']) {
    const file = given[`${server}_CA_FILE`];
    const url = given[`${server}_URL`];
    if (!file) continue;
    if (!readSecret(file)?.includes('-----BEGIN CERTIFICATE-----'))
      untrusted.push(`${server}_CA_FILE: ${file} can't be read or contains no certificate in PEM`);
    else if (url) urls[`${server}_URL`] = withCaFile(url, path.resolve(file));
  }
  return { trusting: { ...given, ...urls }, untrusted };
}

function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** `NAME=` in a compose file means that the variable is not set. */
function withoutBlanks(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
}
