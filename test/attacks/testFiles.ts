import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { glob } from 'glob';
import type { Attack, Ground } from './attack.ts';

const run = promisify(execFile);

/** Of what Mocha's JSON reporter prints. */
interface Report {
  readonly stats: { readonly passes: number; readonly failures: number };
  readonly failures: readonly { readonly fullTitle: string; readonly err: { readonly message?: string } }[];
}

/** Bytes of output: messages of failed tests may be long. */
const maxBuffer = 64 * 1_048_576;

/** An attack that tests of the suite make, with all their cases. */
export function byTests(attack: Omit<Attack, 'run'>, patterns: readonly string[], grep?: string): Attack {
  return { ...attack, run: (ground) => runTests(ground, patterns, grep) };
}

async function runTests({ databaseEngine }: Ground, patterns: readonly string[], grep = ''): Promise<string> {
  const files = (await glob([...patterns])).toSorted();
  const options = ['--no-config', '--node-option', 'import=tsx', '--require', 'test/support/setup.ts'];
  const output = ['--timeout', '120000', '--reporter', 'json', ...(grep ? ['--grep', grep] : [])];
  const env = { ...process.env, COUNTERFOIL_DATABASE: databaseEngine };
  const line = ['node_modules/mocha/bin/mocha.js', ...options, ...output, ...files];
  const { stdout } = await run(process.execPath, line, { env, maxBuffer }).catch(
    (error: { readonly stdout: string }) => error,
  );
  const { stats, failures } = JSON.parse(stdout.slice(stdout.indexOf('{\n  "stats"'))) as Report;
  if (stats.failures > 0) throw new Error(failures.slice(0, 3).map(failureText).join('; '));
  if (stats.passes === 0) throw new Error('no test ran');
  return `${stats.passes} tests passed`;
}

function failureText({ fullTitle, err: { message = '' } }: Report['failures'][number]): string {
  return `${fullTitle}: ${message.split('\n', 1)[0]}`;
}
