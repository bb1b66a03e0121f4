import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { type Ended, Running, type RunOptions } from './running.ts';

const node = process.execPath;

/** Data folder of tests that give none: never that of this project, where an `up` may run. */
export const nowhere = { COUNTERFOIL_DATA_DIR: path.join(tmpdir(), 'counterfoil-cli-nowhere') };

let compiling: Promise<Ended> | undefined;

/** Compiles once what was changed, so that no command says that it does. */
export async function compiled(): Promise<void> {
  compiling ??= new Running(node, ['cli/setup.js']).ended;
  expect(await compiling).to.include({ code: 0 });
}

/** Starts `counterfoil` with these arguments. */
export async function start(parameters: readonly string[], options: RunOptions = {}): Promise<Running> {
  await compiled();
  const env = { ...nowhere, ...options.env };
  return new Running(node, ['cli/counterfoil.js', ...parameters], { ...options, env });
}

/** Runs `counterfoil` with these arguments to its end. */
export async function run(parameters: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return (await start(parameters, options)).ended;
}

/** Runs `counterfoil` bound to file modes as ordinary users are, also where the test run is root's. */
export async function runUnprivileged(parameters: readonly string[], options: RunOptions): Promise<Ended> {
  if (process.getuid?.() !== 0) return run(parameters, options);
  await compiled();
  const line = ['--bounding-set=-all', '--inh-caps=-all', node, 'cli/counterfoil.js', ...parameters];
  return new Running('setpriv', line, options).ended;
}

/** Parses the one line of JSON that a successful command printed. */
export function jsonOf({ code, stdout, stderr }: Ended): unknown {
  expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
  expect(stdout).to.match(/^.+\n$/);
  return JSON.parse(stdout);
}

/** Expects exit code 1 and one line with the reason, no stack trace. Lines of what `up` has begun may stand before it. */
export function expectError({ code, stdout, stderr }: Ended, pattern: RegExp): void {
  const [, errorText] = /^(?:(?:Starting|Creating) .*\n)*counterfoil: (.*)\n$/.exec(stderr) ?? [];
  expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
  expect(errorText, stderr).to.match(pattern);
}
