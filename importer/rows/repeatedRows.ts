import { HashTable, hashOf } from '../inspection/hashes.ts';
import { type Input } from '../mapping/mapping.ts';
import { type Outcome, refused } from '../record/outcome.ts';
import type { Repeats } from './repeats.ts';

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
