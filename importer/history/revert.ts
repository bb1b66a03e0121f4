import type { BatchEntry, BatchResult } from '../../client/nodeClient.ts';
import { type DeletedEntry, identIn } from '../journal/recordsFile.ts';
import type { Resource } from '../mapping/rules/resourceFields.ts';
import { kindOf } from '../plan/rowPlan.ts';
import { type BatchSender, entryOf, sendAll } from '../service/batchSender.ts';
import { afterAddresses, beforeAdded } from './recordVersions.ts';
import { emptyCounts, type UndoneBatch } from './undoJournal.ts';
import { changedSince, type Left, type Owner, ownAddress, type UndoPlan, type UndoStep } from './undoPlan.ts';

interface Answer {
  readonly version?: string;
  readonly customer_ident?: string;
}

type Restored = UndoneBatch['restored'][number];

/** A step whose record is reverted; its delivery address may follow. */
interface Reverted {
  readonly step: UndoStep;
  /** Version of the record now. */
  readonly version: string;
}

interface Recreated {
  readonly step: UndoStep;
  readonly entry: DeletedEntry;
  readonly ident: string;
}

/**
 * Sends a plan: first what reverts the records, then what reverts their delivery addresses. Does nothing twice with the same
 * plan and key.
 */
export async function revert(
  sender: BatchSender,
  resource: Resource,
  { steps, left, gone, owners }: UndoPlan,
  key: string,
): Promise<UndoneBatch> {
  const counts = { ...emptyCounts(), gone };
  const stays = [...left];
  const restored: Restored[] = [];
  const recreated: Recreated[] = [];
  const next: Reverted[] = [];
  const toRecord = (step: UndoStep) => recordEntry(resource, step);
  for (const { item: step, result } of await send(sender, steps, toRecord, key)) {
    const answer = (result?.data ?? {}) as Answer;
    const refusal = result?.error && refusalOf(result.error);
    if (refusal?.kind === 'gone') counts.gone += 1;
    else if (refusal) stays.push(leftOf(step, refusal.reason));
    else if ('deleted' in step.entry) recreated.push(recreatedOf(step, step.entry, answer));
    else next.push({ step, version: answer.version ?? step.version });
  }
  counts.recreated = recreated.length;
  stays.push(...(await addAddresses(sender, recreated, `${key}.further`)));
  for (const { item, result } of await send(sender, next, addressEntry, `${key}.address`)) {
    const { step, version } = item;
    if (result?.error) {
      stays.push(leftOf(step, `its delivery address stays: ${result.error.message}`));
      // Another undo of the run must not take what this one did for a change of somebody else.
      if (version !== step.version) restored.push([identIn(step.entry), version, step.version]);
    } else if ('created' in step.entry) counts.removed += 1;
    else {
      counts.restored += 1;
      restored.push(restoredOf(step, version, result !== undefined));
    }
  }
  counts.left = stays.length;
  const isWhole = counts.removed === steps.length;
  return { counts, left: stays, restored: [...restored, ...(isWhole ? owners.map(ownerOf) : [])] };
}

/** Resolves to each item with its result: undefined if there was nothing to send. */
async function send<Item>(
  sender: BatchSender,
  items: readonly Item[],
  toEntry: (item: Item) => BatchEntry | undefined,
  key: string,
) {
  const entries = items.map(toEntry);
  const sent = entries.flatMap((entry) => entry ?? []);
  const results = (await sendAll(sender, sent, (_, number) => `${key}.${number}`)).values();
  return items.map((item, index) => ({
    item,
    result: entries[index] ? (results.next().value as BatchResult) : undefined,
  }));
}

/** Returns undefined if only the delivery address of a record is to be reverted. */
function recordEntry(resource: Resource, { entry, version }: UndoStep): BatchEntry | undefined {
  const name = resource === 'addresses' ? 'address' : kindOf(resource);
  if ('deleted' in entry)
    return entry.recreated === undefined ? entryOf(`${name}.create`, entry.record) : undefined;
  const record = { [`${name}_ident`]: identIn(entry), if_version: version };
  if ('created' in entry) return entryOf(`${name}.delete`, record);
  return Object.keys(entry.from).length > 0
    ? entryOf(`${name}.update`, { ...record, ...entry.from })
    : undefined;
}

function addressEntry({ step: { entry, addressVersion } }: Reverted): BatchEntry | undefined {
  if (!('updated' in entry) || !entry.address || addressVersion === undefined) return undefined;
  const address = { address_ident: entry.address.ident, if_version: addressVersion };
  return ownAddress(entry) === 'added'
    ? entryOf('address.delete', address)
    : entryOf('address.update', { ...address, ...entry.address.from });
}

/** Adds the further delivery addresses of customers that were created again. Resolves to the customers that lack some. */
async function addAddresses(
  sender: BatchSender,
  recreated: readonly Recreated[],
  key: string,
): Promise<readonly Left[]> {
  const creates = recreated.flatMap(({ entry, ident }) =>
    entry.addresses.map((address) => entryOf('address.create', { customer_ident: ident, ...address })),
  );
  const results = (await sendAll(sender, creates, (_, number) => `${key}.${number}`)).values();
  return recreated.flatMap(({ step, entry, ident }) => {
    const failed = entry.addresses.flatMap((address) => {
      const error = results.next().value?.error;
      return error && error.code !== 'customer_not_found' ? [{ address, error }] : [];
    });
    const [first] = failed;
    if (!first) return [];
    const what = failed.length === 1 ? 'one' : `${failed.length}`;
    const reason = `was created again without ${what} of its delivery addresses: ${first.error.message}`;
    const lacking = { ...entry, recreated: ident, addresses: failed.map(({ address }) => address) };
    return [leftOf({ ...step, entry: lacking }, reason)];
  });
}

/** An answer is missing if an undo before has created the record. */
function recreatedOf(step: UndoStep, entry: DeletedEntry, answer: Answer): Recreated {
  return { step, entry, ident: entry.recreated ?? answer.customer_ident ?? '' };
}

/** Reason why a record is not reverted. Nothing is left to revert in one that is gone. */
type Refusal = { readonly kind: 'gone' } | { readonly kind: 'stays'; readonly reason: string };

function refusalOf({ code, message }: { readonly code: string; readonly message: string }): Refusal {
  if (code.endsWith('_not_found')) return { kind: 'gone' };
  return { kind: 'stays', reason: code === 'record_changed' ? changedSince : message };
}

function leftOf({ title, number, entry }: UndoStep, reason: string): Left {
  const ident = ('deleted' in entry && entry.recreated) || identIn(entry);
  return { title, number, ident, reason, differences: [], entry };
}

function restoredOf({ entry }: UndoStep, version: string, hasAddress: boolean): Restored {
  const was = 'updated' in entry ? entry.was : '';
  const removed = ownAddress(entry) === 'added' ? 1 : 0;
  return [identIn(entry), hasAddress ? afterAddresses(version, 1, removed) : version, was];
}

function ownerOf([ident, version, addresses]: Owner): Restored {
  return [ident, afterAddresses(version, addresses, addresses), beforeAdded(version, addresses)];
}
