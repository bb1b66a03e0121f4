import { readFileSync } from 'node:fs';
import { allFaults } from '../../lab/faults/allFaults.ts';
import { fullDisk } from '../../lab/faults/diskFaults.ts';
import { titleOf } from '../../lab/faults/fault.ts';
import { sourceFiles } from '../support/sourceFiles.ts';

const titleForm =
  /\b(?:describe|it)\(\s*(?:`((?:[^`\\]|\\.)*)`|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")/g;

/** The titles of tests and groups of tests in a file, as they are written there. */
export function titlesIn(text: string): string[] {
  return [...text.matchAll(titleForm)].map(
    ([, ...quoted]) => quoted.find((title) => title !== undefined) ?? '',
  );
}

interface TitledTest {
  readonly file: string;
  readonly title: string;
}

/** All tests with their titles, without running them. Those of lab/faults are made of the faults. */
export function titledTests(): readonly TitledTest[] {
  const all = [...sourceFiles('test'), ...sourceFiles('lab')];
  const files = all.filter((file) => file.endsWith('.test.ts')).toSorted();
  const written = files.flatMap((file) =>
    titlesIn(readFileSync(file, 'utf8')).map((title) => ({ file, title })),
  );
  const faults = [...allFaults, fullDisk].map((fault) => ({
    file: 'lab/faults/faults.slow.test.ts',
    title: titleOf(fault),
  }));
  return [...written, ...faults];
}
