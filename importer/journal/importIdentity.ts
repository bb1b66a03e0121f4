import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** Inputs of an import: a run continues the journal of another one only if all of them are the same. */
export type Identity = Readonly<Record<string, string | number | undefined>>;

interface Run {
  readonly resource: string;
  /** Name of app and service. */
  readonly targetName: string | undefined;
  readonly mapping: { readonly file?: string };
  readonly onExisting: string;
  readonly updateOnly: boolean;
  readonly sameOrigin: boolean;
  readonly onRepeat: string | undefined;
  readonly source: object;
  readonly customersFile: string | undefined;
}

/** Returns the identity as journals store it: keys and values must stay the same in later releases. */
export async function identityOf(file: string, run: Run): Promise<Identity> {
  return {
    resource: run.resource,
    service: run.targetName,
    mapping: JSON.stringify(run.mapping),
    ...(run.mapping.file && { 'mapping file': await fingerprintOf(run.mapping.file) }),
    ...(run.customersFile && { 'file of --customers': await fingerprintOf(run.customersFile) }),
    'on-existing': run.onExisting,
    rows: JSON.stringify([run.updateOnly, run.sameOrigin, run.onRepeat ?? '']),
    reading: JSON.stringify(run.source),
    release: identRules,
    'version of the file': await fingerprintOf(file),
  };
}

/** Counts the changes of how idents are chosen: a journal of an earlier release can't be continued with other idents. */
const identRules = 1;

const descriptions: Readonly<Record<string, string>> = {
  service: 'the service or app',
  mapping: 'the mapping options',
  'mapping file': 'the mapping file',
  'file of --customers': 'the file of --customers',
  'on-existing': '--on-existing',
  rows: '--update-only, --same-origin or --on-repeat',
  reading: 'an option for reading, such as --encoding or --header-line',
  release: 'the release of Counterfoil',
  idents: '--idents',
  plan: 'the plan of the dry run',
  'version of the file': 'the content of the file',
};

export function differences(former: Identity, identity: Identity): readonly string[] {
  const different = Object.keys(identity).filter((name) => former[name] !== identity[name]);
  return different.map((name) => descriptions[name] ?? name);
}

const hashedBytes = 1024 * 1024;

/** Distinguishes versions of a file: by size, time of the last change, beginning and end. */
async function fingerprintOf(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size, mtimeMs } = await file.stat();
    const hash = createHash('sha256').update(`${size} ${mtimeMs}`);
    for (const from of [0, Math.max(size - hashedBytes, 0)]) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(hashedBytes), 0, hashedBytes, from);
      hash.update(buffer.subarray(0, bytesRead));
    }
    return hash.digest('hex').slice(0, 32);
  } finally {
    await file.close();
  }
}
