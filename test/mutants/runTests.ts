import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Mutant } from './mutant.ts';
import { titlePattern } from './mutant.ts';
import { type Results, readResults, testsOf } from './results.ts';

/** Milliseconds that a test may wait with a mutant: many mutants make tests wait for what never comes. */
const testMs = 15_000;

interface RunOptions {
  /** The copy of the checkout. */
  readonly folder: string;
  /** Milliseconds after which the run is ended. */
  readonly limitMs: number;
  /** Ends the run, and all that it has started. */
  readonly signal: AbortSignal;
}

interface Run extends Results {
  /** All that the runner printed. */
  readonly output: string;
}

/** Runs the tests of these mutants in a copy of the checkout, with the project's runner. */
export async function runTests(mutants: readonly Mutant[], options: RunOptions): Promise<Run> {
  const { folder, limitMs, signal } = options;
  const tests = mutants.flatMap(testsOf);
  const files = [...new Set(tests.map(({ file }) => file))];
  const titles = [...new Set(tests.map(({ title }) => titlePattern(title)))];
  const limits = mutants.length > 1 ? [] : ['--timeout', `${testMs}`, '--end-limit', '5000'];
  const line = ['--import', 'tsx', 'test/runner/run.ts', '--no-color', ...limits];
  // In a process group of its own: an interrupt from the terminal comes once, from here.
  const child = spawn(process.execPath, [...line, '--grep', `(?:${titles.join('|')})`, ...files], {
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
