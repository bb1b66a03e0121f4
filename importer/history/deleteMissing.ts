import { counted, grouped } from '../../shared/contract/values/counted.ts';
import { entriesIn, type RecordEntry } from '../journal/recordsFile.ts';
import type { Values } from '../journal/rowOutcome.ts';
import type { Run, RunHistory } from '../journal/runs.ts';
import type { Tally } from '../journal/tally.ts';
import type { Resource } from '../mapping/rules/resourceFields.ts';
import { shortName } from '../plan/compareRecords.ts';
import { kindOf, type RecordKind } from '../plan/rowPlan.ts';
import type { BatchSender } from '../service/batchSender.ts';
import { ImportError, quoted } from '../source/importError.ts';
import { chunksOf, deleteRecords, findAll, identOf } from './deleteRecords.ts';
import { FormerVersions } from './formerVersions.ts';
import { comparedFields, isAsCreated, isAsLeft } from './recordVersions.ts';
import type { SeenRecords } from './seenRecords.ts';
import { ownAddress } from './undoPlan.ts';

/** The rows are imported, and nothing is deleted: the user must decide about the records that are missing in the file. */
export class NotDeleted extends ImportError {}

export interface MissingOptions {
  readonly history: RunHistory;
  readonly sender: BatchSender;
  /** Undefined in a dry run, which deletes nothing. */
  readonly run: Run | undefined;
  readonly start: { readonly target: string; readonly resource: Exclude<Resource, 'addresses'> };
  readonly source: string;
  /** Percent of the records of the source. */
  readonly maxDelete: number;
  /** True if the run continues an earlier part, which may have read another version of the file. */
  readonly isContinued: boolean;
  readonly tally: Pick<Tally, 'rows' | 'refused'>;
  /** Compares the file with the one before the first row was read. */
  readonly isSameFile: () => Promise<boolean>;
  readonly seen: SeenRecords;
  readonly signal: AbortSignal;
  readonly onDeleted: (records: number) => void;
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

type Updated = Extract<RecordEntry, { readonly updated: string }>;

const maxExamples = 5;

/**
 * Deletes the records that earlier finished runs of the same source created, and that no row of the file is of. A record that
 * was changed since by somebody else stays, also if that happens meanwhile. Throws NotDeleted unless one run imported every row
 * of a file that is still the same, and when more records are missing than `maxDelete` allows.
 */
export async function deleteMissing(options: MissingOptions): Promise<MissingEnd> {
  const { history, sender, start, run, maxDelete, signal } = options;
  const kind = kindOf(start.resource);
  requireAllRows(options);
  const runs = await runsOf(options);
  const { idents, total, rewritten } = await missingIdents(options, runs);
  const maxFound = Math.ceil((total * maxDelete) / 100) + maxExamples;
  const found: Values[] = [];
  let count = 0;
  for (const batch of chunksOf(idents)) {
    signal.throwIfAborted();
    const records = await findAll(sender, kind, batch, comparedFields(kind));
    count += records.length;
    if (found.length <= maxFound) found.push(...records);
  }
  if (count === 0) return { imports: runs.length, deleted: 0, titles: [], kept: 0, keptTitles: [] };
  const formerIdents = found.flatMap((record) => rewritten.get(identOf(kind, record)) ?? []);
  refuseRewritten(run, formerIdents);
  refuseMany(options, kind, found, { count, total: total - (idents.length - count) });
  const updates = await updatesOf(history, runs, new Set(idents));
  const former = await FormerVersions.read(history, start);
  const isOwn = (record: Values) => isAsRunsLeft(kind, record, updates, former);
  const own = found.filter(isOwn);
  const changed = found.filter((record) => !isOwn(record));
  if (!(await options.isSameFile()))
    throw new NotDeleted(
      'nothing was deleted, since the file has changed during its import: import it again when it is complete',
    );
  const refused = run
    ? await deleteRecords(options, run, kind, own, (done) => stopForLater(options, done))
    : [];
  const deleted = own.filter((record) => !refused.includes(record));
  const kept = [...changed, ...refused];
  return {
    imports: runs.length,
    deleted: deleted.length,
    titles: titlesOf(kind, deleted),
    kept: kept.length,
    keptTitles: titlesOf(kind, kept),
  };
}

/** A later run may already have found a record that this one is about to delete. */
async function stopForLater(options: MissingOptions, done: number): Promise<void> {
  const effect = done === 0 ? 'nothing was deleted' : `the deletion ended after ${counted(done, 'record')}`;
  if (options.run && (await options.history.hasLater(options.run)))
    refuseLater(options, await otherRuns(options), effect);
}

/** Throws NotDeleted unless the run imported or skipped every row, and knows the records of all of them. */
function requireAllRows({ isContinued, tally: { refused }, seen: { unread } }: MissingOptions): void {
  if (isContinued)
    throw new NotDeleted(
      'nothing was deleted, since this run continued an interrupted one: run it from the beginning with --restart --delete-missing',
    );
  if (refused > 0)
    throw new NotDeleted(
      `nothing was deleted, since ${refused === 1 ? '1 row was' : `${grouped(refused)} rows were`} refused: correct ${refused === 1 ? 'it' : 'them'} first, and import the whole file again`,
    );
  if (unread.length === 0) return;
  const lines = `${unread.slice(0, maxExamples).join(', ')}${unread.length > maxExamples ? ' …' : ''}`;
  throw new NotDeleted(
    unread.length === 1
      ? `nothing was deleted: line ${lines} was skipped, and its record is not known. Remove the row, and import the file again`
      : `nothing was deleted: ${grouped(unread.length)} rows were skipped, and their records are not known (lines ${lines}). Remove these rows, and import the file again`,
  );
}

/**
 * Finished runs of the same list. Those that were undone or interrupted do not count. Throws NotDeleted after a later run, which
 * may know a newer version, and for a file that may be the fixed copy of the rows that the last run refused.
 */
async function runsOf(options: MissingOptions): Promise<readonly Run[]> {
  const { tally } = options;
  const all = await otherRuns(options);
  refuseLater(options, all, 'nothing was deleted');
  const runs = all.filter(({ state }) => state === 'finished');
  const last = runs.at(-1);
  const refused = last?.tally?.refused ?? 0;
  if (last && refused > 0 && refused >= tally.rows)
    throw new NotDeleted(
      `nothing was deleted, since the file could be a copy of the rows that run ${last.number} refused: it has no more rows than those. If it is the whole list, import it once more with --delete-missing`,
    );
  return runs;
}

/** All other runs of the same list, also those that have not ended. */
async function otherRuns({ history, start, source, run }: MissingOptions): Promise<readonly Run[]> {
  const { target, resource } = start;
  return (await history.all()).filter(
    (one) =>
      one.number !== run?.number &&
      one.target === target &&
      one.resource === resource &&
      one.source === source,
  );
}

function refuseLater({ run }: MissingOptions, others: readonly Run[], effect: string): void {
  const later = run && others.find(({ number }) => number > run.number);
  if (later)
    throw new NotDeleted(
      `${effect}, since a later import of the list, run ${later.number}, has begun: import the newest file again`,
    );
}

/** `total` counts all records that the runs created; `rewritten` has the former idents of those that seem to be new again. */
async function missingIdents({ history, seen }: MissingOptions, runs: readonly Run[]) {
  const idents: string[] = [];
  const rewritten = new Map<string, string>();
  let total = 0;
  for (const run of runs)
    for await (const entry of entriesIn(history.recordsOf(run))) {
      if (!('created' in entry)) continue;
      total += 1;
      if (seen.has(entry)) continue;
      idents.push(entry.created);
      if (seen.hasRewritten(entry)) rewritten.set(entry.created, String(entry.to.external_ident));
    }
  return { idents, total, rewritten };
}

/** Throws NotDeleted if the file writes idents in another way than before: its rows then created duplicates. */
function refuseRewritten(run: Run | undefined, formerIdents: readonly string[]): void {
  if (formerIdents.length === 0) return;
  const one = formerIdents.length === 1;
  const which = `${grouped(formerIdents.length)} ${one ? 'record is' : 'records are'} in the file with another case, blanks or zeros of ${one ? 'its ident, which was' : 'their idents, which were'} ${quoted(formerIdents.slice(0, maxExamples))}${formerIdents.length > maxExamples ? ' …' : ''}`;
  const undo = run ? `undo this import with \`counterfoil import undo ${run.number}\`, ` : '';
  throw new NotDeleted(
    `nothing was deleted, since ${which}: ${undo}write ${one ? 'it' : 'them'} as before, and import the file again; or, if the new ${one ? 'ident is' : 'idents are'} right, import it once more with --delete-missing`,
  );
}

function refuseMany(
  { maxDelete, start }: MissingOptions,
  kind: RecordKind,
  missing: readonly Values[],
  { count, total }: { readonly count: number; readonly total: number },
): void {
  const percent = (count / total) * 100;
  if (percent <= maxDelete) return;
  const more = count > maxExamples ? ' …' : '';
  const which = `${grouped(count)} of the ${grouped(total)} ${start.resource} that earlier imports of this list created ${count === 1 ? 'is' : 'are'} not in the file: ${titlesOf(kind, missing).join(', ')}${more}`;
  throw new NotDeleted(
    `${which}. Nothing was deleted, since more than ${maxDelete} % are missing: if the file is complete, import it again with --delete-missing --max-delete ${Math.ceil(percent)}%`,
  );
}

async function updatesOf(
  history: RunHistory,
  runs: readonly Run[],
  idents: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly Updated[]>> {
  const updates = new Map<string, Updated[]>();
  for (const run of runs)
    for await (const entry of entriesIn(history.recordsOf(run)))
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

function titleOf(kind: RecordKind, record: Values): string {
  const title = shortName(kind, record);
  const number = String(record[`${kind}_nr`] ?? '');
  return title === '' ? number || identOf(kind, record) : `"${title}"${number === '' ? '' : ` (${number})`}`;
}

function titlesOf(kind: RecordKind, records: readonly Values[]): readonly string[] {
  return records.slice(0, maxExamples).map((record) => titleOf(kind, record));
}
