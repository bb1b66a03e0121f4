import type { BatchEntry, BatchResult } from '../../client/nodeClient.ts';
import { answerTooLarge } from '../../shared/contract/refusals.ts';
import { maxFindValues } from '../../shared/contract/resources/find.ts';
import type { Values } from '../journal/rowOutcome.ts';
import { type BatchSender, entryOf } from '../service/batchSender.ts';
import { ImportError } from '../source/importError.ts';
import type { RecordKind } from './rowPlan.ts';

export interface FoundRecords {
  /** Oldest records first; not all of them if there are many. */
  readonly records: Values[];
  count: number;
}

export interface Search {
  readonly by: string;
  readonly values: readonly string[];
  readonly fields: readonly string[];
  /** Source of a search by external_ident, which is unique only within its source. */
  readonly source?: Readonly<Record<string, string>>;
}

interface FindAnswer {
  readonly customers?: readonly Values[];
  readonly articles?: readonly Values[];
  readonly exceeded?: readonly { readonly value: string; readonly count: number }[];
  readonly next?: number;
}

/**
 * Returns records by value; by an e-mail address also those that have it in small letters. `key` begins the idempotency keys
 * of the requests. Throws an ImportError when the service refuses one.
 */
export async function findRecords(
  sender: BatchSender,
  kind: RecordKind,
  search: Search,
  key: string,
): Promise<ReadonlyMap<string, FoundRecords>> {
  const { values, by } = search;
  if (by !== 'bill_email') return findExactly(sender, kind, search, key);
  const both = values.flatMap((value) => [value, value.toLowerCase()]);
  const found = await findExactly(sender, kind, { ...search, values: both }, key);
  return new Map(values.map((value) => [value, joined(found.get(value), found.get(value.toLowerCase()))]));
}

export async function findByIdent(
  sender: BatchSender,
  kind: RecordKind,
  idents: readonly string[],
  fields: readonly string[],
  key: string,
): Promise<ReadonlyMap<string, Values>> {
  const found = await findRecords(sender, kind, { by: `${kind}_ident`, values: idents, fields }, key);
  return new Map([...found].map(([ident, { records }]) => [ident, records[0] ?? {}]));
}

/** Joins what was found for an e-mail address as it is written, and in small letters. */
function joined(one: FoundRecords | undefined, other: FoundRecords | undefined): FoundRecords {
  if (!one || !other || one === other) return one ?? other ?? { records: [], count: 0 };
  return { records: [...one.records, ...other.records], count: one.count + other.count };
}

async function findExactly(
  sender: BatchSender,
  kind: RecordKind,
  { values, by, fields, source }: Search,
  key: string,
): Promise<ReadonlyMap<string, FoundRecords>> {
  const found = new Map<string, FoundRecords>();
  const distinct = [...new Set(values)];
  for (let start = 0; start < distinct.length; ) {
    const asked = distinct.slice(start, start + maxFindValues);
    const data = { by, values: asked, fields, ...source };
    const [result] = await sender.send([entryOf(`${kind}.find`, data)], `${key}.${start}`);
    if (result?.error)
      throw new ImportError(`the service can't find ${kind}s by ${by}: ${result.error.message}`);
    const answer: FindAnswer = result?.data ?? {};
    addAnswer(found, by, answer);
    start += answer.next ?? asked.length;
  }
  return found;
}

function addAnswer(found: Map<string, FoundRecords>, by: string, answer: FindAnswer): void {
  for (const record of answer.articles ?? answer.customers ?? []) {
    const value = String(record[by]);
    const group = found.get(value) ?? { records: [], count: 0 };
    group.records.push(record);
    group.count += 1;
    found.set(value, group);
  }
  for (const { value, count } of answer.exceeded ?? []) {
    const group = found.get(value);
    if (group) group.count = count;
  }
}

type Address = Readonly<Record<string, string>>;

/** Reads customers by ident; again those whose data did not fit into the answer. */
export async function readCustomers(
  sender: BatchSender,
  idents: readonly string[],
  key: string,
): Promise<ReadonlyMap<string, BatchResult>> {
  if (idents.length === 0) return new Map();
  const reads = idents.map(
    (customer_ident): BatchEntry => ({ method: 'customer.read', data: { customer_ident } }),
  );
  const results = await sender.send(reads, key);
  const large = idents.filter((_, index) => results[index]?.error?.code === answerTooLarge);
  // Each round, some customers fit into the answer, so this ends.
  const others = large.length < idents.length ? await readCustomers(sender, large, key) : new Map();
  return new Map(idents.map((ident, index) => [ident, others.get(ident) ?? (results[index] as BatchResult)]));
}

/** Returns the delivery addresses of a customer; none if it could not be read. */
export function addressesIn(result: BatchResult | undefined): readonly Address[] {
  return (result?.data as { address_data?: readonly Address[] } | undefined)?.address_data ?? [];
}

/** Returns a customer with its billing address; undefined if it could not be read. */
export function billingIn(result: BatchResult | undefined): Values | undefined {
  return (result?.data as { customer?: Values } | undefined)?.customer;
}
