import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Mutant, titlePattern } from './mutant.ts';
import { type Results, readResults, testsOf } from './results.ts';

interface RunOptions {
  /** The copy of the checkout. */
  readonly folder: string;
  /** Milliseconds that each test may take, unless its file says more. */
  readonly testMs: number;
  /** Milliseconds after which the run is ended. */
  readonly limitMs: number;
  /** Ends the run, and all that it has started. */
  readonly signal: AbortSignal;
}

interface Run extends Results {
  readonly output: string;
}

/** Runs the tests of these mutants in a copy of the checkout, with the project's runner. */
export async function runTests(mutants: readonly Mutant[], options: RunOptions): Promise<Run> {
  const { folder, testMs, limitMs, signal } = options;
  const tests = mutants.flatMap(testsOf);
  const files = [...new Set(tests.map(({ file }) => file))];
  const titles = [...new Set(tests.map(({ title }) => titlePattern(title)))];
  const line = ['--import', 'tsx', 'test/runner/run.ts', '--no-color', '--timeout', `${testMs}`];
  const limits = ['--end-limit', '5000', '--grep', `(?:${titles.join('|')})`];
  // It has a process group of its own: an interrupt from the terminal comes once, from here.
  const child = spawn(process.execPath, [...line, ...limits, ...files], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const end = () => child.kill('SIGINT');
  const limit = setTimeout(end, limitMs);
  signal.addEventListener('abort', end);
  await once(child, 'close');
  signal.removeEventListener('abort', end);
  clearTimeout(limit);
  return { ...readResults(output), output };
}
