import type { BatchEntry, BatchResult } from '../../client/node.ts';
import { maxFindValues } from '../../shared/contract/resources/find.ts';
import { answerTooLarge } from '../../shared/wire/envelope.ts';
import { type BatchSender, entryOf } from '../sending/batchSender.ts';
import { ImportError } from '../source/importError.ts';
import type { Values } from './compareRecords.ts';
import type { RecordKind } from './rowPlan.ts';

export interface FoundRecords {
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

export class RecordFinder {
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
  async find({ values, ...search }: Search, key: string): Promise<ReadonlyMap<string, FoundRecords>> {
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

type Address = Readonly<Record<string, string>>;

export class CustomerAddresses {
  readonly #sender: BatchSender;

  constructor(sender: BatchSender) {
    this.#sender = sender;
  }

  /** Returns addresses by the ident of the customer; a customer that can't be read has none. */
  async read(idents: readonly string[], key: string): Promise<ReadonlyMap<string, readonly Address[]>> {
    const results = await this.results(idents, key);
    return new Map([...results].map(([ident, result]) => [ident, addressesIn(result)]));
  }

  /** Reads again those customers whose data did not fit into the answer. */
  async results(idents: readonly string[], key: string): Promise<ReadonlyMap<string, BatchResult>> {
    if (idents.length === 0) return new Map();
    const reads = idents.map(
      (customer_ident): BatchEntry => ({ method: 'customer.read', data: { customer_ident } }),
    );
    const results = await this.#sender.send(reads, key);
    const large = idents.filter((_, index) => results[index]?.error?.code === answerTooLarge);
    // Each round, some customers fit into the answer, so this ends.
    const others = large.length < idents.length ? await this.results(large, key) : new Map();
    return new Map(
      idents.map((ident, index) => [ident, others.get(ident) ?? (results[index] as BatchResult)]),
    );
  }
}

export function addressesIn(result: BatchResult | undefined): readonly Address[] {
  return (result?.data as { address_data?: readonly Address[] } | undefined)?.address_data ?? [];
}
