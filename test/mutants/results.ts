import { type Mutant, titlePattern } from './mutant.ts';

/** What a run of tests printed of each, by title. */
export interface Results {
  readonly passed: readonly string[];
  readonly failed: readonly string[];
}

/** Reads what the runner printed, up to its sums. */
export function readResults(output: string): Results {
  const [lines = ''] = output.split(/^ {2}\d+ passing/m);
  const titles = (form: RegExp) => [...lines.matchAll(form)].map(([, title = '']) => title);
  return { passed: titles(/^ +✔ (.*?)(?: \(\d+ms\))?$/gm), failed: titles(/^ +\d+\) (.*)$/gm) };
}

/** The tests of mutants that are missing among those that passed, or that failed, without a mutant. */
export function notPassing(mutants: readonly Mutant[], { passed, failed }: Results): readonly string[] {
  const wanted = mutants.flatMap(testsOf);
  return wanted
    .filter(({ title }) => !passed.some(matches(title)) || failed.some(matches(title)))
    .map(({ file, title }) => `${file}: ${title}`);
}

/** The tests that should have failed and did not; none when they killed the mutant. */
export function survivedBy(mutant: Mutant, { failed }: Results): readonly string[] {
  return testsOf(mutant)
    .filter(({ title }) => !failed.some(matches(title)))
    .map(({ file, title }) => `${file}: ${title}`);
}

/** The tests that must kill a mutant. */
export function testsOf({ killedBy }: Mutant): readonly { readonly file: string; readonly title: string }[] {
  return Object.entries(killedBy).map(([file, title]) => ({ file, title }));
}

function matches(written: string): (title: string) => boolean {
  const form = new RegExp(`^${titlePattern(written)}`);
  return (title) => form.test(title);
}
