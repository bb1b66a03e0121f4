import { type Outcome, refused } from '../journal/rowOutcome.ts';
import type { Input, Mapping } from '../mapping/mapping.ts';
import { HashTable, hashOf } from '../source/hashTable.ts';
import type { Source } from '../source/source.ts';

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

export type OnRepeat = 'refuse' | 'first';

export interface RepeatOptions {
  readonly repeats: Repeats;
  readonly field: string;
  readonly keyOf: (input: Readonly<Input>) => string;
  readonly onRepeat: OnRepeat;
}

/** Judges rows whose record has several rows in the file. It must see all rows in order. */
export class RepeatedRows {
  readonly #options: RepeatOptions;
  readonly #seen = new HashTable({ hasValues: false });

  constructor(options: RepeatOptions) {
    this.#options = options;
  }

  outcomeOf(input: Readonly<Input>): Outcome | undefined {
    const { repeats, field, keyOf, onRepeat } = this.#options;
    if (repeats.rows === 0) return undefined;
    const key = keyOf(input);
    if (key === '' || !repeats.isRepeated(key)) return undefined;
    if (onRepeat === 'refuse' && repeats.isAmbiguous(key))
      return refused(
        'ident_repeated',
        `${field}: another row of the file has "${key}" too, with other values: keep one of them, or choose the first one with --on-repeat first`,
      );
    return this.#seen.add(hashOf(key)) === undefined ? undefined : { kind: 'repeated' };
  }
}
