import type { BatchResult } from '../../client/nodeClient.ts';
import { AppendedFile, completeLines, jsonLine } from '../journal/appendedFile.ts';
import type { RecordEntry } from '../journal/recordsFile.ts';
import type { Values } from '../journal/rowOutcome.ts';
import type { Run, RunHistory } from '../journal/runs.ts';
import { createOperations, type Resource } from '../mapping/rules/resourceFields.ts';
import { shortName } from '../plan/compareRecords.ts';
import { addressesIn, findByIdent, readCustomers } from '../plan/recordFinder.ts';
import { type RecordKind, resourceOf } from '../plan/rowPlan.ts';
import { type BatchSender, entryOf, sendAll } from '../service/batchSender.ts';
import { ImportError } from '../source/importError.ts';

const batchSize = 200;

interface DeleteOptions {
  readonly history: RunHistory;
  readonly sender: BatchSender;
  readonly signal: AbortSignal;
  /** Called after each batch: the number counts also if the deletion ends early. */
  readonly onDeleted: (records: number) => void;
}

/**
 * Deletes records that still have the version that was compared, and keeps what they had for an undo. Resolves to those that
 * were changed meanwhile, and stay. `beforeBatch` gets the number of records that are done, and throws to end the deletion.
 */
export async function deleteRecords(
  { history, sender, signal, onDeleted }: DeleteOptions,
  run: Run,
  kind: RecordKind,
  records: readonly Values[],
  beforeBatch: (done: number) => Promise<void>,
): Promise<readonly Values[]> {
  const file = await AppendedFile.open(history.fileOf(run, 'deleted.jsonl'), 0);
  const refused: Values[] = [];
  try {
    let done = 0;
    for (const batch of chunksOf(records)) {
      signal.throwIfAborted();
      await beforeBatch(done);
      const spared = await deleteBatch(sender, kind, batch, file);
      onDeleted(batch.length - spared.length);
      refused.push(...spared);
      done += batch.length;
    }
    return refused;
  } finally {
    await file.close();
  }
}

/** Line of a record that was not deleted after all: an undo must not create it again, also if somebody deletes it later. */
interface KeptLine {
  readonly kept: string;
}

/** Resolves to the idents of records that the file has, and that were not deleted. */
export async function keptIn(path: string): Promise<ReadonlySet<string>> {
  const kept = new Set<string>();
  for await (const { text } of completeLines(path)) {
    const line: RecordEntry | KeptLine = JSON.parse(text);
    if ('kept' in line) kept.add(line.kept);
  }
  return kept;
}

/** Writes what the records had to the file, then deletes them. */
async function deleteBatch(
  sender: BatchSender,
  kind: RecordKind,
  records: readonly Values[],
  file: AppendedFile,
): Promise<readonly Values[]> {
  const idents = records.map((record) => identOf(kind, record));
  const whole = await wholeRecords(sender, kind, idents);
  const isSame = (record: Values) => whole.get(identOf(kind, record))?.version === String(record.version);
  const same = records.filter(isSame);
  const entries = same.flatMap((record) => whole.get(identOf(kind, record))?.entry ?? []);
  await file.append(entries.map(jsonLine).join(''));
  const deletes = same.map((record) =>
    entryOf(`${kind}.delete`, { [`${kind}_ident`]: identOf(kind, record), if_version: record.version }),
  );
  const results = await sendAll(sender, deletes, (_, number) => `${newKey()}.${number}`);
  const refused = same.filter((_, index) => isRefused(results[index]));
  const kept = refused.map((record): KeptLine => ({ kept: identOf(kind, record) }));
  await file.append(kept.map(jsonLine).join(''));
  return [...records.filter((record) => !isSame(record)), ...refused];
}

/** A record that is gone meanwhile counts as deleted. */
function isRefused(result: BatchResult | undefined): boolean {
  return result?.error !== undefined && !result.error.code.endsWith('_not_found');
}

/** A deletion is conditional, so its repeat in another run needs no key of this one. */
function newKey(): string {
  return `delete.${crypto.randomUUID()}`;
}

async function wholeRecords(sender: BatchSender, kind: RecordKind, idents: readonly string[]) {
  const resource = resourceOf(kind);
  const others = kind === 'customer' ? ['address_ident'] : [];
  const found = await findAll(sender, kind, idents, [
    ...Object.keys(createOperations[resource].input),
    ...others,
  ]);
  const customers = kind === 'customer' ? await readCustomers(sender, idents, newKey()) : undefined;
  return new Map(
    found.map((record) => {
      const ident = identOf(kind, record);
      const read = customers?.get(ident);
      // Without its addresses, a customer could not be created again. One that is gone is not deleted.
      if (read?.error && read.error.code !== 'customer_not_found')
        throw new ImportError(`the service can't read the customer ${ident}: ${read.error.message}`);
      const addresses = addressesIn(read);
      const entry: RecordEntry = {
        deleted: ident,
        title: shortName(kind, record),
        number: String(record[`${kind}_nr`] ?? ''),
        record: createdFields(resource, record),
        addresses: addresses
          .filter(({ address_ident }) => address_ident !== record.address_ident)
          .map(addressFields),
      };
      return [ident, { version: String(record.version), entry }] as const;
    }),
  );
}

/** Returns the fields of a create that makes the same record. */
function createdFields(resource: Resource, record: Values): Values {
  const hasDelivery = Number(record.divergent_delivery_address ?? 0) === 1;
  const names = Object.keys(createOperations[resource].input).filter(
    (name) => hasDelivery || !/^delivery_|^divergent_/.test(name),
  );
  return Object.fromEntries(names.map((name) => [name, record[name]]));
}

function addressFields(address: Values): Values {
  const names = Object.keys(createOperations.addresses.input).filter((name) => name.startsWith('delivery_'));
  return Object.fromEntries(names.map((name) => [name, address[name]]));
}

/** Records that are gone are left out. */
export async function findAll(
  sender: BatchSender,
  kind: RecordKind,
  idents: readonly string[],
  fields: readonly string[],
): Promise<readonly Values[]> {
  return [...(await findByIdent(sender, kind, idents, fields, newKey())).values()];
}

export function identOf(kind: RecordKind, record: Values): string {
  return String(record[`${kind}_ident`]);
}

export function* chunksOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += batchSize) yield items.slice(from, from + batchSize);
}
