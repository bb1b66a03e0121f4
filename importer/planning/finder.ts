import { maxFindValues } from '../../shared/contract/resources/find.ts';
import type { BatchSender } from '../sending/batchSender.ts';
import { entryOf } from '../sending/entry.ts';
import { ImportError } from '../source/importError.ts';
import type { Values } from './compare.ts';
import type { RecordKind } from './options.ts';

export interface Found {
  /** Oldest records first; not all of them if there are many. */
  readonly records: readonly Values[];
  readonly count: number;
}

export interface Search {
  readonly by: string;
  readonly values: readonly string[];
  readonly fields: readonly string[];
  /** Source of a search by external_ident, which is unique only within its source. */
  readonly source?: Readonly<Record<string, string>>;
}

interface Answer {
  readonly customers?: readonly Values[];
  readonly articles?: readonly Values[];
  readonly exceeded?: readonly { readonly value: string; readonly count: number }[];
  readonly next?: number;
}

export class Finder {
  readonly #kind: RecordKind;
  readonly #sender: BatchSender;

  constructor(kind: RecordKind, sender: BatchSender) {
    this.#kind = kind;
    this.#sender = sender;
  }

  /**
   * Returns records by value. `key` begins the idempotency keys of the requests. Throws an ImportError when the service
   * refuses one.
   */
  async find({ values, ...search }: Search, key: string): Promise<ReadonlyMap<string, Found>> {
    const found = new Map<string, { records: Values[]; count: number }>();
    const distinct = [...new Set(values)];
    for (let start = 0; start < distinct.length; ) {
      const asked = distinct.slice(start, start + maxFindValues);
      const answer = await this.#ask({ ...search, values: asked }, `${key}.${start}`);
      addAnswer(found, search.by, answer);
      start += answer.next ?? asked.length;
    }
    return found;
  }

  async #ask({ by, values, fields, source }: Search, key: string): Promise<Answer> {
    const data = { by, values, fields, ...source };
    const [result] = await this.#sender.send([entryOf(`${this.#kind}.find`, data)], key);
    if (result?.error)
      throw new ImportError(`the service can't find ${this.#kind}s by ${by}: ${result.error.message}`);
    return result?.data ?? {};
  }
}

function addAnswer(
  found: Map<string, { records: Values[]; count: number }>,
  by: string,
  { articles, customers, exceeded = [] }: Answer,
): void {
  for (const record of articles ?? customers ?? []) {
    const value = String(record[by]);
    const group = found.get(value) ?? { records: [], count: 0 };
    group.records.push(record);
    group.count += 1;
    found.set(value, group);
  }
  for (const { value, count } of exceeded) {
    const group = found.get(value);
    if (group) group.count = count;
  }
}
