import { rm } from 'node:fs/promises';
import type { Lock } from '../../shared/runtime/process/lock.ts';
import { AppendedFile, jsonLine } from '../journal/appendedFile.ts';
import { lockJournal, stateOfJournal } from '../journal/journal.ts';
import {
  type EntryBatch,
  entriesOf,
  entryBatches,
  readBatch,
  type UnsettledEntry,
} from '../journal/recordsFile.ts';
import type { Outcome } from '../journal/rowOutcome.ts';
import type { Run, RunHistory } from '../journal/runs.ts';
import { BatchPlans, isAnswered, type StoredPlan } from '../plan/batchPlans.ts';
import { kindOf } from '../plan/rowPlan.ts';
import { createAddresses } from '../send/addressImporter.ts';
import { writePlan } from '../send/recordImporter.ts';
import type { BatchSender } from '../service/batchSender.ts';
import { ImportError } from '../source/importError.ts';
import { keptIn } from './deleteRecords.ts';
import { FormerVersions } from './formerVersions.ts';
import { LaterRuns } from './laterRuns.ts';
import { nameOf, planUndo, type UndoContext } from './planUndo.ts';
import { revert } from './revert.ts';
import { entriesFile, type UndoCounts, UndoJournal, undoFile, writeLeft } from './undoJournal.ts';
import type { Left } from './undoPlan.ts';

export interface UndoEnd extends UndoCounts {
  readonly run: number;
  readonly file: string;
  /** The first records that were left as they are; `leftFile` has all. */
  readonly examples: readonly Omit<Left, 'entry'>[];
  readonly leftFile: string | undefined;
  /** Later runs that changed records which were left, latest first: this one can be undone after them. */
  readonly laterRuns: readonly { readonly run: number; readonly records: number }[];
}

export interface UndoOptions {
  readonly history: RunHistory;
  readonly sender: BatchSender;
  readonly target: string;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, batches: number) => void;
}

/**
 * Removes what a run created, restores what it changed, and creates again what it deleted, from its last batch to its first.
 * Records that an earlier undo left are tried again. The plan of each batch is on disk before it is sent, so that an undo that
 * was killed continues where it ended. Throws an ImportError for a run that can't be undone.
 */
export async function undoRun(number: number, options: UndoOptions): Promise<UndoEnd> {
  const { history, target } = options;
  refuseUndo(await history.find(number), target);
  const locks = await locksOf(number, history);
  try {
    // Only now, as an import or another undo may have ended meanwhile.
    const found = await history.find(number);
    refuseUndo(found, target);
    const run = await begun(found, options);
    const end = await undoBatches(run, options);
    await history.save({ ...run, state: 'undone', left: end.left });
    return end;
  } finally {
    for (const lock of locks) await lock.release();
  }
}

/** Throws an ImportError with all reasons why a run can't be undone. */
function refuseUndo({ number, target: former, state, left = 0 }: Run, target: string): void {
  const reasons = [
    ...(state === 'undone' && left === 0 ? [`run ${number} is undone already`] : []),
    ...(former === target
      ? []
      : [
          `run ${number} wrote to ${former}, and this is ${target}: set COUNTERFOIL_URL, COUNTERFOIL_APP_ID and COUNTERFOIL_API_SECRET to those of the run`,
        ]),
  ];
  if (reasons.length > 0) throw new ImportError(reasons.join('; '));
}

/** Keeps away another undo, the import itself, and one that continues the run. */
async function locksOf(number: number, history: RunHistory): Promise<readonly Lock[]> {
  const run = await history.find(number);
  const undoing = await history.lock(run);
  if (run.journal === undefined || run.state === 'finished') return [undoing];
  try {
    return [undoing, await lockJournal(run.journal)];
  } catch (error) {
    await undoing.release();
    throw error;
  }
}

/** Settles the batches that a kill left in flight, and removes the journal: the run can't be continued any more. */
async function begun(run: Run, { history, sender }: UndoOptions): Promise<Run> {
  const undos = (run.undos ?? 0) + (run.state === 'undoing' ? 0 : 1);
  const undoing: Run = { ...run, state: 'undoing', undos };
  const { journal } = run;
  const state = journal && (await stateOfJournal(journal, run.id));
  if (!journal || !state) {
    await history.save(undoing);
    return undoing;
  }
  const plans = new BatchPlans(journal, true);
  if (run.state !== 'undoing') {
    const left = await plans.left();
    // A kill may come between recording a batch and removing its plan.
    const open = [...left].filter(([name]) => !state.done.has(Number.parseInt(name, 10)));
    const answered = open.filter(([, plan]) => isAnswered(plan));
    const outcomes = await settled(run, new Map(answered), sender);
    const others = open.flatMap(([, plan]) => (isAnswered(plan) ? [] : unsettled(run, plan)));
    const file = await AppendedFile.open(history.recordsOf(run), state.sizes.records ?? 0);
    await file.append([...entriesOf(outcomes), ...others].map(jsonLine).join(''));
    await file.close();
    await history.save(undoing);
  }
  await plans.clear();
  await rm(journal, { force: true });
  return undoing;
}

/** Sends what was in flight again, with the same keys: the answers say what was written, and what an undo must revert. */
async function settled(
  { id, resource }: Run,
  plans: ReadonlyMap<string, StoredPlan>,
  sender: BatchSender,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [name, stored] of plans) {
    const key = `${id}.${name}`;
    const results =
      resource === 'addresses'
        ? await createAddresses(sender, stored, key)
        : await writePlan({ kind: kindOf(resource), sender }, stored, key);
    outcomes.push(...results.flatMap((one) => (one.kind === 'taken' ? [] : [one])));
  }
  return outcomes;
}

/** Lists what was in flight more than a day ago: sent again, it would be done anew, or refused since it is done. */
function unsettled({ resource }: Run, { plan, inputs }: StoredPlan): readonly UnsettledEntry[] {
  return plan.flatMap((row, index): UnsettledEntry[] => {
    if (row.kind !== 'create' && row.kind !== 'update') return [];
    const input = inputs[index] ?? {};
    const { title, number } = nameOf(resource, input);
    const named = { title, number: number || String(input.external_ident ?? '') };
    if (row.kind === 'create') return [{ unsettled: '', ...named, changes: [] }];
    const changes = [...row.changes, ...(row.address?.changes ?? [])];
    return [{ unsettled: row.ident, ...named, title: row.title ?? title, changes }];
  });
}

async function undoBatches(run: Run, { history, sender, signal, onProgress }: UndoOptions): Promise<UndoEnd> {
  const { resource, undos = 1 } = run;
  const deletedFile = history.fileOf(run, 'deleted.jsonl');
  const deleted = undos === 1 ? await entryBatches(deletedFile) : [];
  const kept = await keptIn(deletedFile);
  const batches = [...(await entryBatches(entriesFile(history, run, undos))), ...deleted];
  const journal = await UndoJournal.open(undoFile(history, run, undos));
  const context: UndoContext = {
    sender,
    resource,
    formerVersions: once(() => FormerVersions.read(history, run)),
    laterRuns: once(() => LaterRuns.read(history, run)),
  };
  let isFinished = false;
  try {
    for (let batch = batches.length - 1; batch >= 0; batch -= 1) {
      if (journal.isDone(batch)) continue;
      signal.throwIfAborted();
      const key = `${run.id}.undo${undos === 1 ? '' : undos}.${batch}`;
      let plan = journal.planOf(batch);
      if (!plan) {
        const lines = await readBatch(batches[batch] as EntryBatch);
        const entries = lines.filter(
          (one) => !('kept' in one || ('deleted' in one && kept.has(one.deleted))),
        );
        plan = await planUndo(context, entries, `${key}.find.${Date.now()}`);
        await journal.plan(batch, plan);
      }
      await journal.add({ batch, ...(await revert(sender, resource, plan, key)) });
      onProgress(journal.done, batches.length);
    }
    isFinished = true;
    return await endOf(run, history, journal);
  } finally {
    await journal.close(isFinished);
  }
}

function once<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let reading: Promise<Result> | undefined;
  return () => (reading ??= read());
}

const maxExamples = 20;

async function endOf(run: Run, history: RunHistory, journal: UndoJournal): Promise<UndoEnd> {
  const { number, file, undos = 1 } = run;
  const leftFile = history.fileOf(run, 'undo.left.csv');
  const examples: Omit<Left, 'entry'>[] = [];
  const later = new Map<number, number>();
  const isLeft = journal.counts.left > 0;
  if (isLeft)
    await writeLeft(journal, leftFile, entriesFile(history, run, undos + 1), ({ entry: _, ...left }) => {
      if (examples.length < maxExamples) examples.push(left);
      if (left.changedBy !== undefined) later.set(left.changedBy, (later.get(left.changedBy) ?? 0) + 1);
    });
  else await rm(leftFile, { force: true });
  return {
    run: number,
    file,
    ...journal.counts,
    examples,
    leftFile: isLeft ? leftFile : undefined,
    laterRuns: [...later]
      .toSorted(([one], [other]) => other - one)
      .map(([laterRun, records]) => ({ run: laterRun, records })),
  };
}
