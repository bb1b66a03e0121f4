import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { allMutants } from './allMutants.ts';
import { copyCheckout } from './checkout.ts';
import { type Mutant, mutated } from './mutant.ts';
import { notPassing, survivedBy } from './results.ts';
import { runTests } from './runTests.ts';
import { tableOf } from './table.ts';

const options = new Command('test:mutants')
  .description(
    'Puts one fault after the other into a copy of the code, and runs the tests that must fail then. Prints a table.',
  )
  .option('--only <text>', 'only mutants whose name contains it', '')
  .option('--survivors', 'the table has only the mutants that no test has killed', false)
  .addHelpText('after', '\nExample:\n  npm run test:mutants -- --only inbox')
  .parse()
  .opts<{ readonly only: string; readonly survivors: boolean }>();

/** Milliseconds that all tests together may take without a mutant, and those of one mutant with it. */
const limitMs = { all: 600_000, one: 90_000 };

const interrupted = new AbortController();
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)
  process.on(signal, () => {
    process.exitCode = code;
    interrupted.abort();
  });

const chosen = allMutants.filter(({ name }) => name.includes(options.only));
const folder = copyCheckout();
try {
  process.exitCode = await proveAll();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Resolves to the exit code. */
async function proveAll(): Promise<number> {
  if (chosen.length === 0) return fail(`no mutant has a name with ${options.only}`);
  const startedAt = performance.now();
  const { output, ...without } = await run(chosen, limitMs.all);
  if (interrupted.signal.aborted) return Number(process.exitCode);
  const broken = notPassing(chosen, without);
  if (broken.length > 0)
    return fail(`these tests do not pass without a mutant:\n${broken.join('\n')}\n${output}`);
  printLine(`${without.passed.length} tests pass without a mutant (${secondsSince(startedAt)} s)`);

  const survivors = new Set<Mutant>();
  for (const mutant of chosen) {
    if (!(await isKilled(mutant))) survivors.add(mutant);
    if (interrupted.signal.aborted) return Number(process.exitCode);
  }
  const shown = options.survivors ? [...survivors] : chosen;
  process.stdout.write(`${tableOf(shown, survivors)}\n`);
  printLine(
    `${chosen.length - survivors.size} killed, ${survivors.size} survived (${secondsSince(startedAt)} s)`,
  );
  return survivors.size > 0 ? 1 : 0;
}

/** Runs the tests of a mutant with it in the copy, and removes it again. */
async function isKilled(mutant: Mutant): Promise<boolean> {
  const startedAt = performance.now();
  const file = path.join(folder, mutant.file);
  const original = readFileSync(file, 'utf8');
  writeFileSync(file, mutated(original, mutant));
  const { output, ...results } = await run([mutant], limitMs.one);
  writeFileSync(file, original);
  if (interrupted.signal.aborted) return false;
  const passing = survivedBy(mutant, results);
  const verdict = passing.length === 0 ? 'killed  ' : 'SURVIVED';
  printLine(`${verdict} ${mutant.name} (${secondsSince(startedAt)} s)`);
  if (passing.length > 0) printLine(`did not fail:\n${passing.join('\n')}\n${output}`);
  return passing.length === 0;
}

function run(mutants: readonly Mutant[], limit: number) {
  return runTests(mutants, { folder, limitMs: limit, signal: interrupted.signal });
}

function secondsSince(startedAt: number): number {
  return Math.round((performance.now() - startedAt) / 1_000);
}

function fail(problem: string): number {
  printLine(problem);
  return 1;
}

function printLine(line: string): void {
  process.stderr.write(`${line}\n`);
}
