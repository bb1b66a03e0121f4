import type { BatchEntry } from '../../client/nodeClient.ts';
import { identIn, type RecordEntry } from '../journal/recordsFile.ts';
import type { Resource } from '../mapping/rules/resourceFields.ts';
import { shortName, type Values } from '../plan/compareRecords.ts';
import { findRecords } from '../plan/recordFinder.ts';
import { kindOf } from '../plan/rowPlan.ts';
import { type BatchSender, entryOf, sendAll } from '../service/batchSender.ts';
import { isAsCreated, isAsLeft } from './recordVersions.ts';

/** A record that an undo leaves as it is. */
export interface Left {
  readonly title: string;
  readonly ident: string;
  readonly reason: string;
}

/** One operation that reverts what a run did to a record, and what must follow it. */
export interface UndoStep {
  readonly kind: 'removed' | 'restored';
  readonly title: string;
  readonly ident: string;
  /** Undefined if only the delivery address was changed. */
  readonly entry?: BatchEntry;
  /** Operations on delivery addresses, sent when the first one succeeded. */
  readonly following: readonly BatchEntry[];
}

export interface UndoPlan {
  readonly steps: readonly UndoStep[];
  readonly left: readonly Left[];
  /** Records that somebody has deleted already. */
  readonly gone: number;
}

const changedSince = 'was changed since';

/** Compares the records of a batch with what the run left, and plans what reverts it. Writes nothing. */
export async function planUndo(
  sender: BatchSender,
  resource: Resource,
  entries: readonly RecordEntry[],
  key: string,
): Promise<UndoPlan> {
  const idents = entries.map(identIn);
  const records = await (resource === 'addresses'
    ? readAddresses(sender, idents, key)
    : findByIdent(sender, resource, idents, key));
  const added = entries.flatMap((entry) =>
    'updated' in entry && entry.address && entry.address.version === undefined ? [entry.address.ident] : [],
  );
  const addresses = await readAddresses(sender, added, `${key}.addresses`);
  const steps: UndoStep[] = [];
  const left: Left[] = [];
  let gone = 0;
  for (const entry of entries.toReversed()) {
    const ident = identIn(entry);
    const record = records.get(ident);
    const title = record ? titleOf(resource, record) : '';
    if (!record) gone += 1;
    else if (!isUntouched(entry, record)) left.push({ title, ident, reason: changedSince });
    else if ('created' in entry) steps.push(removal(resource, ident, record, title));
    else steps.push(restoration(resource, entry, { record, addresses, title }));
  }
  return { steps, left, gone };
}

type Records = ReadonlyMap<string, Values>;

const titleFields = {
  articles: ['article_title'],
  customers: [
    'bill_company',
    'bill_firstname',
    'bill_lastname',
    'bill_zipcode',
    'divergent_delivery_address',
  ],
} as const;

async function findByIdent(
  sender: BatchSender,
  resource: 'articles' | 'customers',
  values: readonly string[],
  key: string,
): Promise<Records> {
  const kind = kindOf(resource);
  const search = { by: `${kind}_ident`, values, fields: titleFields[resource] };
  const found = await findRecords(sender, kind, search, key);
  return new Map([...found].map(([ident, { records }]) => [ident, records[0] ?? {}]));
}

async function readAddresses(sender: BatchSender, idents: readonly string[], key: string): Promise<Records> {
  const entries = idents.map((address_ident) => entryOf('address.read', { address_ident }));
  const results = await sendAll(sender, entries, (_, number) => `${key}.${number}`);
  const found = new Map<string, Values>();
  for (const [index, { data }] of results.entries()) {
    const { address } = (data ?? {}) as { readonly address?: Values };
    if (address) found.set(idents[index] as string, address);
  }
  return found;
}

function titleOf(resource: Resource, record: Values): string {
  if (resource !== 'addresses') return shortName(kindOf(resource), record);
  const { delivery_company, delivery_firstname, delivery_lastname, delivery_street, delivery_city } = record;
  const words = [delivery_company, delivery_firstname, delivery_lastname, delivery_street, delivery_city];
  return words.filter((word) => word).join(' ');
}

function isUntouched(entry: RecordEntry, record: Values): boolean {
  const version = String(record.version);
  if ('created' in entry) return isAsCreated(version, Number(record.divergent_delivery_address ?? 0));
  const { address } = entry;
  return isAsLeft(
    version,
    entry.version,
    address ? (address.version === undefined ? 'added' : 'changed') : 'none',
  );
}

function removal(resource: Resource, ident: string, { version }: Values, title: string): UndoStep {
  const name = nameOf(resource);
  const entry = entryOf(`${name}.delete`, { [`${name}_ident`]: ident, if_version: version });
  return { kind: 'removed', ident, title, entry, following: [] };
}

function nameOf(resource: Resource): 'article' | 'customer' | 'address' {
  return resource === 'addresses' ? 'address' : kindOf(resource);
}

interface Found {
  readonly record: Values;
  /** New delivery addresses by ident. */
  readonly addresses: Records;
  readonly title: string;
}

function restoration(
  resource: Resource,
  { updated: ident, from, address }: Extract<RecordEntry, { updated: string }>,
  { record: { version }, addresses, title }: Found,
): UndoStep {
  const name = nameOf(resource);
  const hasValues = Object.keys(from).length > 0;
  const data = { [`${name}_ident`]: ident, if_version: version, ...from };
  const following: BatchEntry[] = [];
  if (address?.version !== undefined)
    following.push(
      entryOf('address.update', {
        address_ident: address.ident,
        if_version: address.version,
        ...address.from,
      }),
    );
  const added = address && addresses.get(address.ident);
  if (added && address.version === undefined)
    following.push(entryOf('address.delete', { address_ident: address.ident, if_version: added.version }));
  const step = { kind: 'restored', ident, title, following } as const;
  return hasValues ? { ...step, entry: entryOf(`${name}.update`, data) } : step;
}
