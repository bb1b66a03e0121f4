import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Attack, Skipped } from './attack.ts';

const run = promisify(execFile);

interface Audit {
  readonly message?: string;
  readonly error?: { readonly summary?: string; readonly code?: string };
  readonly vulnerabilities?: Readonly<
    Record<string, { readonly severity: string; readonly range: string; readonly via: readonly unknown[] }>
  >;
  readonly metadata?: { readonly dependencies?: { readonly total?: number } };
}

async function audit(): Promise<string> {
  const { stdout } = await run('npm', ['audit', '--json']).catch(
    (error: { readonly stdout: string }) => error,
  );
  const { vulnerabilities, metadata, message, error } = JSON.parse(stdout || '{}') as Audit;
  if (!vulnerabilities)
    throw new Skipped(
      `the registry could not be asked: ${(message ?? error?.summary ?? error?.code ?? 'no answer').split(' - ')[0]}`,
    );
  const found = Object.entries(vulnerabilities).map(
    ([name, { severity, range }]) => `${name} ${range} (${severity})`,
  );
  if (found.length > 0) throw new Error(found.join(', '));
  return `none of ${metadata?.dependencies?.total ?? 'all'} packages has a known advisory`;
}

/** Attacks by vulnerabilities that are known of our packages. */
export const packageAttacks: readonly Attack[] = [
  {
    name: 'packages with known advisories',
    done: '`npm audit` asks the registry for advisories of every package of `package-lock.json`',
    holds: 'none is known',
    run: audit,
  },
];
