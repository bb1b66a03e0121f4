import { type Mutant, titlePattern } from './mutant.ts';

interface Passed {
  readonly title: string;
  /** Milliseconds; 0 for a fast test, of which Mocha prints no time. */
  readonly ms: number;
}

/** Printed results of the tests of a run. */
export interface Results {
  readonly passed: readonly Passed[];
  /** Titles of the tests. */
  readonly failed: readonly string[];
}

/** Reads what the runner printed, up to its sums. */
export function readResults(output: string): Results {
  const [lines = ''] = output.split(/^ {2}\d+ passing/m);
  const found = (form: RegExp) => [...lines.matchAll(form)];
  return {
    passed: found(/^ +✔ (.*?)(?: \((\d+)ms\))?$/gm).map(([, title = '', ms = 0]) => ({
      title,
      ms: Number(ms),
    })),
    failed: found(/^ +\d+\) (.*)$/gm).map(([, title = '']) => title),
  };
}

export function testsOf({ killedBy }: Mutant): readonly { readonly file: string; readonly title: string }[] {
  return Object.entries(killedBy).map(([file, title]) => ({ file, title }));
}

/** The tests of a mutant that did not pass without it. */
export function notPassing(mutant: Mutant, { passed, failed }: Results): readonly string[] {
  const isPassing = (matches: Matches) => passed.some(({ title }) => matches(title)) && !failed.some(matches);
  return testsWhere(mutant, (matches) => !isPassing(matches));
}

/** The tests that should have failed and did not; none when they killed the mutant. */
export function survivedBy(mutant: Mutant, { failed }: Results): readonly string[] {
  return testsWhere(mutant, (matches) => !failed.some(matches));
}

/** The longest time that a test of a mutant took without it. */
export function longestMs(mutant: Mutant, { passed }: Results): number {
  const its = testsOf(mutant).map(({ title }) => matching(title));
  return Math.max(
    0,
    ...passed.filter(({ title }) => its.some((matches) => matches(title))).map(({ ms }) => ms),
  );
}

type Matches = (title: string) => boolean;

function testsWhere(mutant: Mutant, isWanted: (matches: Matches) => boolean): readonly string[] {
  return testsOf(mutant)
    .filter(({ title }) => isWanted(matching(title)))
    .map(({ file, title }) => `${file}: ${title}`);
}

function matching(written: string): Matches {
  const form = new RegExp(`^${titlePattern(written)}`);
  return (title) => form.test(title);
}
