import { identIn, type RecordEntry, type UnsettledEntry } from '../journal/recordsFile.ts';
import type { Values } from '../journal/rowOutcome.ts';
import type { Resource } from '../mapping/rules/resourceFields.ts';
import { shortName } from '../plan/compareRecords.ts';
import { findByIdent } from '../plan/recordFinder.ts';
import { kindOf } from '../plan/rowPlan.ts';
import { type BatchSender, entryOf, sendAll } from '../service/batchSender.ts';
import { ImportError } from '../source/importError.ts';
import type { FormerVersions } from './formerVersions.ts';
import type { LaterRuns } from './laterRuns.ts';
import { comparedFields, isAsCreated, isAsLeft } from './recordVersions.ts';
import { type Left, type Owner, ownAddress, type UndoPlan, type UndoStep } from './undoPlan.ts';
import { type FoundEntry, whatChanged } from './whatChanged.ts';

export interface UndoContext {
  readonly sender: BatchSender;
  readonly resource: Resource;
  /** Read only when a record is not as the run left it. */
  readonly formerVersions: () => Promise<FormerVersions>;
  readonly laterRuns: () => Promise<LaterRuns>;
}

/** Compares the records of a batch with what the run left, and plans what reverts it. Writes nothing. */
export async function planUndo(
  context: UndoContext,
  all: readonly RecordEntry[],
  key: string,
): Promise<UndoPlan> {
  const { sender, resource } = context;
  const unsettled = all.flatMap((entry) => ('unsettled' in entry ? [unsettledLeft(entry)] : []));
  const entries = all.flatMap((entry) => ('unsettled' in entry ? [] : [entry]));
  // Before the records: a change in between gives the customer another version.
  const own = await readAddresses(sender, entries.flatMap(addressIn), `${key}.addresses`);
  const idents = entries.map(identIn);
  const records = await (resource === 'addresses'
    ? readAddresses(sender, idents, key)
    : findByIdent(sender, kindOf(resource), idents, comparedFields(kindOf(resource)), key));
  const deleted = entries.flatMap((entry) => ('deleted' in entry ? [entry] : []));
  const written = entries.flatMap((entry) => ('deleted' in entry ? [] : [entry]));
  const found = written.toReversed().flatMap((entry): FoundEntry[] => {
    const record = records.get(identIn(entry));
    return record ? [{ entry, record, ...nameOf(resource, record) }] : [];
  });
  const former = found.every((one) => isUntouched(one, undefined))
    ? undefined
    : await context.formerVersions();
  const untouched = found.filter((one) => isUntouched(one, former));
  const changed = found.filter((one) => !untouched.includes(one));
  const steps = untouched.map(({ entry, record, title, number }): UndoStep => {
    const [address] = addressIn(entry).map((ident) => own.get(ident));
    const version = String(record.version);
    return { title, number, entry, version, ...(address && { addressVersion: String(address.version) }) };
  });
  const left =
    changed.length === 0
      ? []
      : await whatChanged(sender, resource, changed, await context.laterRuns(), `${key}.changed`);
  const owners = resource === 'addresses' ? await ownersOf(sender, untouched, `${key}.owners`) : [];
  // A run that was killed may have recorded a deletion without sending it.
  const again = deleted.filter((entry) => !records.has(entry.deleted));
  const recreations = again.map(
    (entry): UndoStep => ({ title: entry.title, number: entry.number, entry, version: '' }),
  );
  const gone = written.length - found.length;
  return { steps: [...steps, ...recreations], left: [...left, ...unsettled], gone, owners };
}

function unsettledLeft(entry: UnsettledEntry): Left {
  const { unsettled: ident, title, number, changes } = entry;
  const differences = changes.map(({ field, from, to }) => ({ field, before: from, run: to }));
  return { title, number, ident, reason: maybeWritten, differences, entry };
}

const maybeWritten =
  'may have been written by the run: it was in flight when the import was interrupted, more than 24 hours before the undo. Check it, and correct it by hand: another undo does not help';

/** Ident of the delivery address that the run changed or added with a customer; none without one. */
function addressIn(entry: RecordEntry): readonly string[] {
  return 'updated' in entry && entry.address ? [entry.address.ident] : [];
}

type Records = ReadonlyMap<string, Values>;

/** Leaves out addresses that are gone. Throws an ImportError when the service can't read one. */
async function readAddresses(sender: BatchSender, idents: readonly string[], key: string): Promise<Records> {
  const entries = idents.map((address_ident) => entryOf('address.read', { address_ident }));
  const results = await sendAll(sender, entries, (_, number) => `${key}.${number}`);
  const found = new Map<string, Values>();
  for (const [index, { data, error }] of results.entries()) {
    if (error && error.code !== 'address_not_found')
      throw new ImportError(`the service can't read the delivery address ${idents[index]}: ${error.message}`);
    const { address } = (data ?? {}) as { readonly address?: Values };
    if (address) found.set(idents[index] as string, address);
  }
  return found;
}

async function ownersOf(
  sender: BatchSender,
  addresses: readonly FoundEntry[],
  key: string,
): Promise<readonly Owner[]> {
  const counts = new Map<string, number>();
  for (const { record } of addresses) {
    const ident = String(record.customer_ident);
    counts.set(ident, (counts.get(ident) ?? 0) + 1);
  }
  if (counts.size === 0) return [];
  const customers = await findByIdent(
    sender,
    'customer',
    [...counts.keys()],
    comparedFields('customer'),
    key,
  );
  return [...customers].map(([ident, { version }]) => [ident, String(version), counts.get(ident) ?? 0]);
}

export function nameOf(resource: Resource, record: Values): Pick<FoundEntry, 'title' | 'number'> {
  if (resource !== 'addresses') {
    const kind = kindOf(resource);
    return { title: shortName(kind, record), number: String(record[`${kind}_nr`] ?? '') };
  }
  const { delivery_company, delivery_firstname, delivery_lastname, delivery_street, delivery_city } = record;
  const words = [delivery_company, delivery_firstname, delivery_lastname, delivery_street, delivery_city];
  return { title: words.filter((word) => word).join(' '), number: '' };
}

/** True if a record has the version that the run left, or one from an undo of a later change. */
function isUntouched({ entry, record }: FoundEntry, former: FormerVersions | undefined): boolean {
  const addresses = Number(record.divergent_delivery_address ?? 0);
  const isLeft = (version: string) =>
    'created' in entry
      ? isAsCreated(version, addresses)
      : isAsLeft(version, entry.version, ownAddress(entry));
  const version = String(record.version);
  return [...(former?.sameAs(identIn(entry), version) ?? [version])].some(isLeft);
}
