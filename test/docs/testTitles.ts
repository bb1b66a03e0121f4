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

/** The titles of all tests, without running them. Those of lab/faults are made of the faults. */
export function testTitles(): readonly string[] {
  const files = [...sourceFiles('test'), ...sourceFiles('lab')].filter((file) => file.endsWith('.test.ts'));
  const written = files.flatMap((file) => titlesIn(readFileSync(file, 'utf8')));
  return [...written, ...[...allFaults, fullDisk].map(titleOf)];
}
