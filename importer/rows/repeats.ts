import { HashTable, hashOf } from '../inspection/hashes.ts';
import { type Input, type Mapping } from '../mapping/mapping.ts';
import { type Source } from '../source/source.ts';

/** Records of a file that have several rows, by the value that identifies a record (key). */
export interface Repeats {
  /** Rows that repeat the record of an earlier row. `examples` has keys of rows with different values. */
  readonly rows: number;
  readonly examples: readonly string[];
  isRepeated(key: string): boolean;
  isAmbiguous(key: string): boolean;
}

export const noRepeats: Repeats = {
  rows: 0,
  examples: [],
  isRepeated: () => false,
  isAmbiguous: () => false,
};

const maxExamples = 3;

export async function findRepeats(
  source: Pick<Source, 'rows'>,
  mapping: Mapping,
  keyOf: (input: Input) => string,
): Promise<Repeats> {
  const first = new HashTable({ hasValues: true });
  const repeated = new HashTable({ hasValues: false });
  const ambiguous = new HashTable({ hasValues: false });
  const examples: string[] = [];
  let rows = 0;
  for await (const chunk of source.rows())
    for (const row of chunk) {
      const mapped = mapping.map(row);
      const key = 'input' in mapped ? keyOf(mapped.input) : '';
      if (!('input' in mapped) || key === '') continue;
      const content = hashOf(JSON.stringify(mapped.input));
      const former = first.add(hashOf(key), content);
      if (former === undefined) continue;
      rows += 1;
      repeated.add(hashOf(key));
      if (former === content) continue;
      if (ambiguous.add(hashOf(key)) === undefined && examples.length < maxExamples) examples.push(key);
    }
  return {
    rows,
    examples,
    isRepeated: (key) => repeated.has(hashOf(key)),
    isAmbiguous: (key) => ambiguous.has(hashOf(key)),
  };
}
