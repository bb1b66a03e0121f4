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
  const recreated: { readonly step: UndoStep; readonly customer_ident: string | undefined }[] = [];
  const next: { readonly step: UndoStep; readonly version: string }[] = [];
  for (const { step, result } of await send(sender, steps, (step) => recordEntry(resource, step), key)) {
    const reason = result?.error && reasonOf(result.error);
    const { version, customer_ident } = (result?.data ?? {}) as Answer;
    if (reason === undefined && 'deleted' in step.entry) recreated.push({ step, customer_ident });
    else if (reason === undefined) next.push({ step, version: version ?? step.version });
    else if (reason === '') counts.gone += 1;
    else stays.push(leftOf(step, reason));
  }
  counts.recreated = recreated.length;
  stays.push(...(await addAddresses(sender, recreated, `${key}.further`)));
  const versions = new Map(next.map(({ step, version }) => [step, version]));
  const rest = next.map(({ step }) => step);
  for (const { step, result } of await send(sender, rest, addressEntry, `${key}.address`)) {
    if (result?.error) stays.push(leftOf(step, `its delivery address stays: ${result.error.message}`));
    else if ('created' in step.entry) counts.removed += 1;
    else {
      counts.restored += 1;
      restored.push(restoredOf(step, versions.get(step) ?? '', result !== undefined));
    }
  }
  counts.left = stays.length;
  const isWhole = counts.removed === steps.length;
  return { counts, left: stays, restored: [...restored, ...(isWhole ? owners.map(ownerOf) : [])] };
}

async function send(
  sender: BatchSender,
  steps: readonly UndoStep[],
  toEntry: (step: UndoStep) => BatchEntry | undefined,
  key: string,
) {
  const entries = steps.map(toEntry);
  const sent = entries.flatMap((entry) => entry ?? []);
  const results = (await sendAll(sender, sent, (_, number) => `${key}.${number}`)).values();
  return steps.map((step, index) => ({
    step,
    result: entries[index] ? (results.next().value as BatchResult) : undefined,
  }));
}

/** Returns undefined if only the delivery address of a record is to be reverted. */
function recordEntry(resource: Resource, { entry, version }: UndoStep): BatchEntry | undefined {
  const name = resource === 'addresses' ? 'address' : kindOf(resource);
  if ('deleted' in entry) return entryOf(`${name}.create`, entry.record);
  const record = { [`${name}_ident`]: identIn(entry), if_version: version };
  if ('created' in entry) return entryOf(`${name}.delete`, record);
  return Object.keys(entry.from).length > 0
    ? entryOf(`${name}.update`, { ...record, ...entry.from })
    : undefined;
}

function addressEntry({ entry, added }: UndoStep): BatchEntry | undefined {
  if (!('updated' in entry) || !entry.address) return undefined;
  const { ident: address_ident, version, from } = entry.address;
  if (version !== undefined)
    return entryOf('address.update', { address_ident, if_version: version, ...from });
  return added === undefined ? undefined : entryOf('address.delete', { address_ident, if_version: added });
}

/** Adds the further delivery addresses of customers that were created again. Resolves to the customers that lack some. */
async function addAddresses(
  sender: BatchSender,
  recreated: readonly { readonly step: UndoStep; readonly customer_ident: string | undefined }[],
  key: string,
): Promise<readonly Left[]> {
  const further = recreated.flatMap(({ step, customer_ident }) =>
    (step.entry as DeletedEntry).addresses.map((address) => ({
      step,
      entry: entryOf('address.create', { customer_ident, ...address }),
    })),
  );
  const entries = further.map(({ entry }) => entry);
  const results = await sendAll(sender, entries, (_, number) => `${key}.${number}`);
  return further.flatMap(({ step }, index) => {
    const error = results[index]?.error;
    return error
      ? [leftOf(step, `was created again without one of its delivery addresses: ${error.message}`)]
      : [];
  });
}

/** Returns '' if the record is gone, so that there is nothing to revert. */
function reasonOf({ code, message }: { readonly code: string; readonly message: string }): string {
  if (code === 'record_changed') return changedSince;
  return code.endsWith('_not_found') ? '' : message;
}

function leftOf({ title, number, entry }: UndoStep, reason: string): Left {
  return { title, number, ident: identIn(entry), reason, differences: [], entry };
}

function restoredOf({ entry }: UndoStep, version: string, hasAddress: boolean): Restored {
  const was = 'updated' in entry ? entry.was : '';
  const removed = ownAddress(entry) === 'added' ? 1 : 0;
  return [identIn(entry), hasAddress ? afterAddresses(version, 1, removed) : version, was];
}

function ownerOf([ident, version, addresses]: Owner): Restored {
  return [ident, afterAddresses(version, addresses, addresses), beforeAdded(version, addresses)];
}
