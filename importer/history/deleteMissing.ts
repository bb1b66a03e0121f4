import { grouped } from '../../shared/contract/values/counted.ts';
import { entryBatches, type RecordEntry, readBatch } from '../journal/recordsFile.ts';
import type { Run, RunHistory, RunStart } from '../journal/runs.ts';
import type { SeenRows } from '../journal/seenRows.ts';
import { shortName, type Values } from '../plan/compareRecords.ts';
import { kindOf, type RecordKind } from '../plan/rowPlan.ts';
import type { BatchSender } from '../service/batchSender.ts';
import { ImportError } from '../source/importError.ts';
import { batchesOf, deleteRecords, findAll, identOf } from './deleteRecords.ts';
import { FormerVersions } from './formerVersions.ts';
import { isAsCreated, isAsLeft } from './recordVersions.ts';
import { ownAddress } from './undoPlan.ts';

/** The rows are imported, and nothing is deleted: the user must decide about the records that are missing in the file. */
export class NotDeleted extends ImportError {}

export interface MissingOptions {
  readonly history: RunHistory;
  readonly sender: BatchSender;
  /** Undefined in a dry run, which deletes nothing. */
  readonly run: Run | undefined;
  readonly start: Pick<RunStart, 'target' | 'resource'>;
  readonly source: string;
  /** Percent of the records of the source. */
  readonly maxDelete: number;
  readonly seen: SeenRows;
  readonly signal: AbortSignal;
}

export interface MissingEnd {
  /** Earlier imports of the list; without any, nothing is deleted. */
  readonly imports: number;
  /** Records that were deleted, or would be in a dry run; `titles` has the first ones. */
  readonly deleted: number;
  readonly titles: readonly string[];
  /** Records that are missing too, and stay since somebody has changed them; `keptTitles` has the first ones. */
  readonly kept: number;
  readonly keptTitles: readonly string[];
}

type Resource = 'articles' | 'customers';
type Updated = Extract<RecordEntry, { readonly updated: string }>;

const maxExamples = 5;

/**
 * Deletes the records that earlier finished runs of the same source created, and that no row of the file is of. A record that
 * was changed since by somebody else stays, also if that happens meanwhile. Throws NotDeleted when rows name no record, and
 * when more records are missing than `maxDelete` allows.
 */
export async function deleteMissing(options: MissingOptions): Promise<MissingEnd> {
  const { history, sender, start, run, maxDelete, signal } = options;
  const kind = kindOf(start.resource as Resource);
  const runs = await runsOf(options);
  const { idents, total } = await missingIdents(options, runs);
  const maxFound = Math.ceil((total * maxDelete) / 100) + maxExamples;
  const found: Values[] = [];
  let count = 0;
  for (const batch of batchesOf(idents)) {
    signal.throwIfAborted();
    const records = await findAll(sender, kind, batch, nameFields[kind]);
    count += records.length;
    if (found.length <= maxFound) found.push(...records);
  }
  if (count === 0) return { imports: runs.length, deleted: 0, titles: [], kept: 0, keptTitles: [] };
  refuseDeletion(options, kind, found, { count, total: total - (idents.length - count) });
  const updates = await updatesOf(history, runs, new Set(idents));
  const former = await FormerVersions.read(history, start);
  const isOwn = (record: Values) => isAsRunsLeft(kind, record, updates, former);
  const own = found.filter(isOwn);
  const changed = found.filter((record) => !isOwn(record));
  const { refused, before } = run ? await deleteRecords(options, run, kind, own) : { refused: [], before: 0 };
  const kept = [...changed, ...refused];
  return {
    imports: runs.length,
    deleted: before + own.length - refused.length,
    titles: titlesOf(
      kind,
      own.filter((record) => !refused.includes(record)),
    ),
    kept: kept.length,
    keptTitles: titlesOf(kind, kept),
  };
}

/** Finished runs of the same list. Those that were undone or interrupted do not count. */
async function runsOf({ history, start, source, run }: MissingOptions): Promise<readonly Run[]> {
  const { target, resource } = start;
  return (await history.all()).filter(
    (one) =>
      one.state === 'finished' &&
      one.number < (run?.number ?? Number.POSITIVE_INFINITY) &&
      one.target === target &&
      one.resource === resource &&
      one.source === source,
  );
}

async function* entriesOfRun(history: RunHistory, run: Run): AsyncGenerator<RecordEntry> {
  for (const batch of await entryBatches(history.fileOf(run, 'records.jsonl'))) yield* await readBatch(batch);
}

/** `total` counts all records that the runs created. */
async function missingIdents({ history, seen }: MissingOptions, runs: readonly Run[]) {
  const idents: string[] = [];
  let total = 0;
  for (const run of runs)
    for await (const entry of entriesOfRun(history, run)) {
      if (!('created' in entry)) continue;
      total += 1;
      if (!seen.has(entry)) idents.push(entry.created);
    }
  return { idents, total };
}

function refuseDeletion(
  { seen, maxDelete, start }: MissingOptions,
  kind: RecordKind,
  missing: readonly Values[],
  { count, total }: { readonly count: number; readonly total: number },
): void {
  const { unread } = seen;
  const examples = titlesOf(kind, missing);
  const more = count > maxExamples ? ' …' : '';
  const which = `${grouped(count)} of the ${grouped(total)} ${start.resource} that earlier imports of this list created ${count === 1 ? 'is' : 'are'} not in the file: ${examples.join(', ')}${more}`;
  if (unread.length > 0) {
    const lines = unread.slice(0, maxExamples).join(', ');
    const rows = unread.length === 1 ? `line ${lines} names` : `${grouped(unread.length)} rows name`;
    const shown = unread.length === 1 ? '' : ` (line ${lines}${unread.length > maxExamples ? ' …' : ''})`;
    throw new NotDeleted(
      `${which}. Nothing was deleted: ${rows} no record that can be read${shown}, and could be of one of them. Fix or remove ${unread.length === 1 ? 'the row' : 'these rows'}, and import the file again`,
    );
  }
  const percent = (count / total) * 100;
  if (percent > maxDelete)
    throw new NotDeleted(
      `${which}. Nothing was deleted, since more than ${maxDelete} % are missing: if the file is complete, import it again with --delete-missing --max-delete ${Math.ceil(percent)}%`,
    );
}

/** Returns what the runs changed in some records, in order. */
async function updatesOf(
  history: RunHistory,
  runs: readonly Run[],
  idents: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly Updated[]>> {
  const updates = new Map<string, Updated[]>();
  for (const run of runs)
    for await (const entry of entriesOfRun(history, run))
      if ('updated' in entry && idents.has(entry.updated))
        updates.set(entry.updated, [...(updates.get(entry.updated) ?? []), entry]);
  return updates;
}

/** True if a record has only been changed by the runs of its source: each found it as the one before had left it. */
function isAsRunsLeft(
  kind: RecordKind,
  record: Values,
  updates: ReadonlyMap<string, readonly Updated[]>,
  former: FormerVersions,
): boolean {
  const ident = identOf(kind, record);
  const addresses = Number(record.divergent_delivery_address ?? 0);
  let isLeft = (version: string) => isAsCreated(version, addresses);
  const isOwn = (version: string) => [...former.sameAs(ident, version)].some((one) => isLeft(one));
  for (const entry of updates.get(ident) ?? []) {
    if (!isOwn(entry.was)) return false;
    isLeft = (version) => isAsLeft(version, entry.version, ownAddress(entry));
  }
  return isOwn(String(record.version));
}

const nameFields: Readonly<Record<RecordKind, readonly string[]>> = {
  article: ['article_title', 'article_nr'],
  customer: ['bill_company', 'bill_firstname', 'bill_lastname', 'customer_nr', 'divergent_delivery_address'],
};

function titleOf(kind: RecordKind, record: Values): string {
  const title = shortName(kind, record);
  const number = String(record[`${kind}_nr`] ?? '');
  return title === '' ? number || identOf(kind, record) : `"${title}"${number === '' ? '' : ` (${number})`}`;
}

/** Names the first records. */
function titlesOf(kind: RecordKind, records: readonly Values[]): readonly string[] {
  return records.slice(0, maxExamples).map((record) => titleOf(kind, record));
}
