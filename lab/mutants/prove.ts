import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Mutant, mutated } from './mutant.ts';
import { longestMs, notPassing, type Results, survivedBy } from './results.ts';
import { runTests } from './runTests.ts';

/** Milliseconds that a test may take without a mutant: only a bound. */
const withoutMs = 120_000;

/**
 * Milliseconds that a test, or what starts servers before it, may take longer with a mutant: many mutants make a test wait for
 * what never comes.
 */
const longerMs = 20_000;

/** A busy machine may be that much slower than it was without the mutant. */
const slower = 3;

/** Milliseconds that a run may take beside its longest test: to start servers, and to end them. */
const aroundMs = { all: 900_000, one: 90_000 };

interface Proof {
  readonly mutants: readonly Mutant[];
  /** The copy of the checkout. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly printLine: (line: string) => void;
}

/** Resolves to the mutants that no test has killed. Throws when interrupted. */
export async function survivorsOf({ mutants, ...proof }: Proof): Promise<ReadonlySet<Mutant>> {
  const { folder, signal, printLine } = proof;
  const startedAt = performance.now();
  const options = { folder, signal, testMs: withoutMs, limitMs: aroundMs.all };
  const { output, ...without } = await runTests(mutants, options);
  signal.throwIfAborted();
  const { length } = without.passed;
  printLine(
    `${length} tests pass without a mutant, ${without.failed.length} fail (${secondsSince(startedAt)} s)`,
  );

  const survivors = new Set<Mutant>();
  for (const mutant of mutants) {
    const broken = notPassing(mutant, without);
    if (broken.length > 0)
      printLine(`UNPROVEN ${mutant.name}, without it these do not pass: ${broken.join(', ')}`);
    if (broken.length > 0 || !(await isKilled(mutant, without, proof))) survivors.add(mutant);
  }
  if (without.failed.length > 0) printLine(output);
  return survivors;
}

/** Runs the tests of a mutant with it in the copy, and removes it again. */
async function isKilled(
  mutant: Mutant,
  without: Results,
  { folder, signal, printLine }: Omit<Proof, 'mutants'>,
): Promise<boolean> {
  const startedAt = performance.now();
  const testMs = slower * longestMs(mutant, without) + longerMs;
  const file = path.join(folder, mutant.file);
  const original = readFileSync(file, 'utf8');
  writeFileSync(file, mutated(original, mutant));
  const run = await runTests([mutant], { folder, signal, testMs, limitMs: testMs + aroundMs.one });
  writeFileSync(file, original);
  signal.throwIfAborted();
  const passing = survivedBy(mutant, run);
  const verdict = passing.length === 0 ? 'killed  ' : 'SURVIVED';
  printLine(`${verdict} ${mutant.name} (${secondsSince(startedAt)} s)`);
  if (passing.length > 0) printLine(`did not fail: ${passing.join(', ')}\n${run.output}`);
  return passing.length === 0;
}

function secondsSince(startedAt: number): number {
  return Math.round((performance.now() - startedAt) / 1_000);
}
