import { readFileSync } from 'node:fs';

/**
 * Mark in the first line of a test file, which says when it runs. `@alone`: it measures time or memory, so nothing runs beside
 * it. `@early`: it takes long, so it starts before the others.
 */
const mark = /^\/\/ @(alone|early): /;

export interface Plan {
  /** Sorted in the order in which they start. */
  readonly together: readonly string[];
  readonly alone: readonly string[];
}

export function planOf(files: readonly string[]): Plan {
  const marks = new Map(files.map((file) => [file, mark.exec(readFileSync(file, 'utf8'))?.[1]]));
  const marked = (wanted: string | undefined) => files.filter((file) => marks.get(file) === wanted);
  return { together: [...marked('early'), ...marked(undefined)], alone: marked('alone') };
}
