import { grouped } from '../../shared/contract/values/counted.ts';
import { AppendedFile } from '../journal/appendedFile.ts';
import { entryBatches, identIn, lineOf, type RecordEntry, readEntries } from '../journal/recordsFile.ts';
import type { Run, RunHistory, RunStart } from '../journal/runs.ts';
import { createOperations } from '../mapping/rules/resourceFields.ts';
import { shortName, type Values } from '../plan/compareRecords.ts';
import { addressesIn, findRecords, readCustomers } from '../plan/recordFinder.ts';
import { kindOf } from '../plan/rowPlan.ts';
import { HashSet, hashOf } from '../rows/hashSet.ts';
import { type BatchSender, entryOf, sendAll } from '../service/batchSender.ts';
import { ImportError } from '../source/importError.ts';

/** The rows are imported, and the user must decide about the records that are missing in the file. */
export class NotDeleted extends ImportError {}

export interface MissingOptions {
  readonly history: RunHistory;
  readonly sender: BatchSender;
  /** Undefined in a dry run, which deletes nothing. */
  readonly run: Run | undefined;
  readonly start: Pick<RunStart, 'target' | 'resource' | 'source'>;
  /** Percent. */
  readonly maxDelete: number;
  readonly refused: number;
  /** Idents of the records in the file, for a dry run; a run has noted them. */
  readonly seen: HashSet;
  readonly signal: AbortSignal;
}

type Resource = 'articles' | 'customers';

const batchSize = 200;
const maxExamples = 5;

/**
 * Deletes the records that recorded runs of the same account, resource and source created, and that are not in the file. Others
 * are never deleted. Resolves to the number of deleted records, or of those that would be. Throws NotDeleted when rows were
 * refused, since their records would seem to be missing, and when more records are missing than `maxDelete` allows.
 */
export async function deleteMissing(options: MissingOptions): Promise<number> {
  const { sender, start, refused, maxDelete, run, history, signal } = options;
  const { idents, total } = await missingIdents(options);
  const resource = start.resource as Resource;
  const missing = await foundOf(sender, resource, idents);
  if (missing.length === 0) return 0;
  const inSource = total - (idents.length - missing.length);
  const examples = missing.slice(0, maxExamples).map((record) => `"${shortName(kindOf(resource), record)}"`);
  const which = `${grouped(missing.length)} of the ${grouped(inSource)} ${resource} that imports of "${start.source}" created ${missing.length === 1 ? 'is' : 'are'} not in the file (${examples.join(', ')}${missing.length > maxExamples ? ' …' : ''})`;
  if (refused > 0)
    throw new NotDeleted(
      `${which}. Nothing was deleted: ${grouped(refused)} refused row${refused === 1 ? '' : 's'} may belong to them. Fix the refused rows in the file, and import it again`,
    );
  const percent = (missing.length / inSource) * 100;
  if (percent > maxDelete)
    throw new NotDeleted(
      `${which}. Nothing was deleted: if they are to be deleted, confirm it with --delete-missing --max-delete ${Math.ceil(percent)}%`,
    );
  if (!run) return missing.length;
  const file = await AppendedFile.open(
    history.fileOf(run, 'deleted.jsonl'),
    await completeBytes(history.fileOf(run, 'deleted.jsonl')),
  );
  try {
    let deleted = 0;
    for (let from = 0; from < missing.length; from += batchSize) {
      signal.throwIfAborted();
      const key = `${run.id}.delete.${Date.now()}.${from}`;
      deleted += await deleteBatch(sender, resource, missing.slice(from, from + batchSize), file, key);
    }
    return deleted;
  } finally {
    await file.close();
  }
}

/** Records what is deleted, and then deletes it, unless it is changed meanwhile. */
async function deleteBatch(
  sender: BatchSender,
  resource: Resource,
  missing: readonly Values[],
  file: AppendedFile,
  key: string,
): Promise<number> {
  const kind = kindOf(resource);
  const idents = missing.map((record) => String(record[`${kind}_ident`]));
  const customers =
    kind === 'customer' ? await readCustomers(sender, idents, `${key}.addresses`) : new Map<string, never>();
  const whole = await findRecords(
    sender,
    kind,
    { by: `${kind}_ident`, values: idents, fields: fieldsOf(resource) },
    key,
  );
  const found = [...whole.values()].flatMap(({ records }) => records.slice(0, 1));
  const entries = found.map((record): RecordEntry => {
    const ident = String(record[`${kind}_ident`]);
    const addresses = addressesIn(customers.get(ident));
    return { deleted: ident, title: shortName(kind, record), record: inputOf(resource, record, addresses) };
  });
  await file.append(entries.map(lineOf).join(''));
  const deletes = found.map((record) =>
    entryOf(`${kind}.delete`, { [`${kind}_ident`]: record[`${kind}_ident`], if_version: record.version }),
  );
  const results = await sendAll(sender, deletes, (_, number) => `${key}.${number}`);
  return results.filter(({ error }) => !error).length;
}

function fieldsOf(resource: Resource): readonly string[] {
  const others = resource === 'customers' ? ['address_ident'] : [];
  return [...Object.keys(createOperations[resource].input), ...others];
}

/** Returns the fields of a create that makes the same record, and its further delivery addresses. */
function inputOf(resource: Resource, record: Values, addresses: readonly Values[]) {
  const fields = Object.keys(createOperations[resource].input);
  const hasDelivery = Number(record.divergent_delivery_address ?? 0) === 1;
  const kept = fields.filter((name) => hasDelivery || !/^delivery_|^divergent_/.test(name));
  const further = addresses
    .filter(({ address_ident }) => address_ident !== record.address_ident)
    .map(
      ({
        address_ident: _,
        customer_ident: __,
        version: ___,
        date_created: ____,
        date_updated: _____,
        ...fields
      }) => fields,
    );
  return {
    ...Object.fromEntries(kept.map((name) => [name, record[name]])),
    ...(further.length > 0 && { further_addresses: further }),
  };
}

/** Finds the records that still exist, a batch at a time. */
async function foundOf(
  sender: BatchSender,
  resource: Resource,
  idents: readonly string[],
): Promise<readonly Values[]> {
  const kind = kindOf(resource);
  const fields = kind === 'article' ? ['article_title'] : ['bill_company', 'bill_firstname', 'bill_lastname'];
  const search = { by: `${kind}_ident`, values: idents, fields };
  const found = await findRecords(sender, kind, search, `missing.${Date.now()}`);
  return [...found.values()].flatMap(({ records }) => records.slice(0, 1));
}

interface Missing {
  readonly idents: readonly string[];
  /** Records that runs of the source created and none deleted. */
  readonly total: number;
}

async function missingIdents(options: MissingOptions): Promise<Missing> {
  const { history, run, start, seen } = options;
  const ofSource = (await history.all()).filter(
    ({ target, resource, source, state }) =>
      target === start.target &&
      resource === start.resource &&
      source === start.source &&
      !state.startsWith('und'),
  );
  if (run)
    for await (const entry of readEntries(history.fileOf(run, 'records.jsonl')))
      seen.add(hashOf(identIn(entry)));
  const gone = new HashSet();
  for (const each of ofSource)
    for await (const entry of readEntries(history.fileOf(each, 'deleted.jsonl')))
      gone.add(hashOf(identIn(entry)));
  const idents: string[] = [];
  let total = 0;
  for (const each of ofSource)
    for await (const entry of readEntries(history.fileOf(each, 'records.jsonl'))) {
      if (!('created' in entry)) continue;
      const hash = hashOf(entry.created);
      if (!seen.has(hash) && !gone.has(hash)) idents.push(entry.created);
      if (!gone.has(hash)) total += 1;
    }
  return { idents, total };
}

async function completeBytes(path: string): Promise<number> {
  return (await entryBatches(path)).at(-1)?.to ?? 0;
}
