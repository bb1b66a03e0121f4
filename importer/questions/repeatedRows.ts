import { type Outcome, refused } from '../journal/rowOutcome.ts';
import type { Input, Mapping } from '../mapping/mapping.ts';
import type { Resource } from '../mapping/rules/resourceFields.ts';
import { HashSet, hashOf } from '../rows/hashSet.ts';
import type { Source } from '../source/source.ts';

interface RowKey {
  readonly field: string;
  readonly of: (input: Readonly<Input>) => string;
}

/** Identifies records by a field; delivery addresses by all of their values. */
export function rowKey(resource: Resource, field: string): RowKey {
  return {
    field,
    of: resource === 'addresses' ? (input) => JSON.stringify(input) : (input) => String(input[field] ?? ''),
  };
}

/** Records of a file that have several rows, by the key of a record. */
export interface Repeats {
  readonly key: RowKey;
  /** Rows that repeat the record of an earlier row. `examples` has keys of rows with different values. */
  readonly rows: number;
  readonly examples: readonly string[];
  readonly isRepeated: (key: string) => boolean;
  readonly isAmbiguous: (key: string) => boolean;
}

export function noRepeats(key: RowKey): Repeats {
  return { key, rows: 0, examples: [], isRepeated: () => false, isAmbiguous: () => false };
}

const maxExamples = 3;

export async function findRepeats(
  source: Pick<Source, 'rows'>,
  mapping: Mapping,
  { field, of: keyOf }: RowKey,
): Promise<Repeats> {
  const keys = new HashSet();
  const contents = new HashSet();
  const repeated = new HashSet();
  const ambiguous = new HashSet();
  const examples: string[] = [];
  let rows = 0;
  for await (const chunk of source.rows())
    for (const row of chunk) {
      const mapped = mapping.map(row);
      const key = 'input' in mapped ? keyOf(mapped.input) : '';
      if (!('input' in mapped) || key === '') continue;
      const hash = hashOf(key);
      const isOther = contents.add(hashOf(JSON.stringify(mapped.input)));
      if (keys.add(hash)) continue;
      rows += 1;
      repeated.add(hash);
      if (isOther && ambiguous.add(hash) && examples.length < maxExamples) examples.push(key);
    }
  return {
    key: { field, of: keyOf },
    rows,
    examples,
    isRepeated: (key) => repeated.has(hashOf(key)),
    isAmbiguous: (key) => ambiguous.has(hashOf(key)),
  };
}

export type OnRepeat = 'refuse' | 'first';

/** Judges rows whose record has several rows in the file. It must see all rows in order. */
export class RepeatedRows {
  readonly #repeats: Repeats;
  readonly #onRepeat: OnRepeat;
  readonly #seen = new HashSet();

  constructor(repeats: Repeats, onRepeat: OnRepeat) {
    this.#repeats = repeats;
    this.#onRepeat = onRepeat;
  }

  outcomeOf(input: Readonly<Input>): Outcome | undefined {
    const { rows, key: rowKeyOf, isRepeated, isAmbiguous } = this.#repeats;
    if (rows === 0) return undefined;
    const key = rowKeyOf.of(input);
    if (key === '' || !isRepeated(key)) return undefined;
    if (this.#onRepeat === 'refuse' && isAmbiguous(key))
      return refused(
        'ident_repeated',
        `${rowKeyOf.field}: another row of the file has "${key}" too, with other values: keep one of them, or choose the first one with --on-repeat first`,
      );
    return this.#seen.add(hashOf(key)) ? undefined : { kind: 'repeated' };
  }
}
