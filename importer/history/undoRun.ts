import { open, readFile, rm } from 'node:fs/promises';
import type { BatchResult } from '../../client/nodeClient.ts';
import { Lock } from '../../shared/runtime/process/lock.ts';
import { AppendedFile } from '../journal/appendedFile.ts';
import { stateOfJournal } from '../journal/journal.ts';
import { type EntryBatch, entriesOf, entryBatches, lineOf, readBatch } from '../journal/recordsFile.ts';
import type { Outcome } from '../journal/rowOutcome.ts';
import type { Run, RunHistory } from '../journal/runs.ts';
import { BatchPlans, type StoredPlan } from '../plan/batchPlans.ts';
import { kindOf } from '../plan/rowPlan.ts';
import { createAddresses } from '../send/addressImporter.ts';
import { writePlan } from '../send/recordImporter.ts';
import { type BatchSender, sendAll } from '../service/batchSender.ts';
import { ImportError } from '../source/importError.ts';
import { byteOrderMark, csvLines } from '../source/spreadsheetCells.ts';
import { type Left, planUndo, type UndoPlan, type UndoStep } from './undoPlan.ts';

interface UndoCounts {
  removed: number;
  restored: number;
  /** Records that somebody had deleted before. */
  gone: number;
  left: number;
}

export interface UndoEnd extends UndoCounts {
  readonly run: number;
  readonly file: string;
  /** The first records that were left as they are; `leftFile` has all. */
  readonly examples: readonly Left[];
  readonly leftFile: string | undefined;
}

export interface UndoOptions {
  readonly history: RunHistory;
  readonly sender: BatchSender;
  /** App and address of the service. */
  readonly target: string;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, batches: number) => void;
}

type Line =
  | { readonly batch: number; readonly plan: UndoPlan }
  | { readonly batch: number; readonly counts: UndoCounts; readonly left: readonly Left[] };

/**
 * Removes what a run created, and restores what it changed, from its last batch to its first. Each batch is planned on disk before it is sent, so an undo that was killed goes on where it was. Throws an ImportError for a
 * run that can't be undone.
 */
export async function undoRun(number: number, options: UndoOptions): Promise<UndoEnd> {
  const { history, target } = options;
  const { target: former } = await history.find(number);
  if (former !== target)
    throw new ImportError(
      `run ${number} wrote to ${former}, and this is ${target}: set COUNTERFOIL_URL, COUNTERFOIL_APP_ID and COUNTERFOIL_API_SECRET to those of the run`,
    );
  const locks = await locksOf(number, history);
  try {
    // Only now, as an import may have ended meanwhile.
    const found = await history.find(number);
    if (found.state === 'undone') throw new ImportError(`run ${number} is undone already`);
    const run = await begun(found, options);
    const end = await undoBatches(run, options);
    await history.save({ ...run, state: 'undone', left: end.left });
    return end;
  } finally {
    for (const lock of locks) await lock.release();
  }
}

/** Keeps away another undo, the import itself, and one that continues the run. */
async function locksOf(number: number, history: RunHistory): Promise<readonly Lock[]> {
  const run = await history.find(number);
  const undoing = await history.lock(run);
  if (run.journal === undefined || run.state === 'finished') return [undoing];
  try {
    return [undoing, await Lock.take(`${run.journal}.lock`, 'the same file is being imported')];
  } catch (error) {
    await undoing.release();
    throw error;
  }
}

/** Settles the batches that a kill left in flight, and removes the journal: the run can't be continued any more. */
async function begun(run: Run, { history, sender }: UndoOptions): Promise<Run> {
  const undoing: Run = { ...run, state: 'undoing' };
  const journal = run.journal === undefined ? undefined : await stateOfJournal(run.journal, run.id);
  if (!journal) {
    await history.save(undoing);
    return undoing;
  }
  const plans = new BatchPlans(run.journal, true);
  if (run.state !== 'undoing') {
    const left = await plans.left();
    // A kill may come between recording a batch and removing its plan.
    const open = [...left].filter(([name]) => !journal.done.has(Number.parseInt(name, 10)));
    const outcomes = await settled(run, new Map(open), sender);
    const file = await AppendedFile.open(history.fileOf(run, 'records.jsonl'), journal.sizes.records ?? 0);
    await file.append(entriesOf(outcomes).map(lineOf).join(''));
    await file.close();
    await history.save(undoing);
  }
  await plans.clear();
  await rm(run.journal ?? '', { force: true });
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
        : await writePlan({ kind: kindOf(resource), sender }, stored.plan, stored.inputs, key);
    outcomes.push(...results.flatMap((one) => (one.kind === 'taken' ? [] : [one])));
  }
  return outcomes;
}

async function undoBatches(run: Run, options: UndoOptions): Promise<UndoEnd> {
  const { history, signal, onProgress } = options;
  const batches = await entryBatches(history.fileOf(run, 'records.jsonl'));
  const path = history.fileOf(run, 'undo.jsonl');
  const { lines, bytes } = await readLines(path);
  const plans = new Map(lines.flatMap((line) => ('plan' in line ? [[line.batch, line.plan] as const] : [])));
  const done = lines.flatMap((line) => ('counts' in line ? [line] : []));
  const isDone = new Set(done.map(({ batch }) => batch));
  const file = await AppendedFile.open(path, bytes);
  try {
    for (let batch = batches.length - 1; batch >= 0; batch -= 1) {
      if (isDone.has(batch)) continue;
      signal.throwIfAborted();
      const key = `${run.id}.undo.${batch}`;
      let plan = plans.get(batch);
      if (!plan) {
        const entries = await readBatch(batches[batch] as EntryBatch);
        plan = await planUndo(options.sender, run.resource, entries, `${key}.find.${Date.now()}`);
        await file.append(`${JSON.stringify({ batch, plan } satisfies Line)}\n`);
      }
      const line = { batch, ...(await revert(options.sender, plan, key)) };
      await file.append(`${JSON.stringify(line satisfies Line)}\n`);
      done.push(line);
      onProgress(done.length, batches.length);
    }
  } finally {
    await file.close();
  }
  return endOf(run, history, done);
}

/** Nothing is done twice with the same plan and key. */
async function revert(sender: BatchSender, { steps, left, gone }: UndoPlan, key: string) {
  const counts: UndoCounts = { removed: 0, restored: 0, gone, left: 0 };
  const stays = [...left];
  const entries = steps.flatMap(({ entry }) => entry ?? []);
  const results = (await sendAll(sender, entries, (_, number) => `${key}.${number}`)).values();
  const next: UndoStep[] = [];
  for (const step of steps) {
    const result = step.entry ? (results.next().value as BatchResult) : undefined;
    const reason = result?.error && reasonOf(result.error);
    if (reason === undefined) next.push(step);
    else if (reason === '') counts.gone += 1;
    else stays.push({ title: step.title, ident: step.ident, reason });
  }
  const addresses = next.flatMap(({ following }) => following);
  const answers = (await sendAll(sender, addresses, (_, number) => `${key}.address.${number}`)).values();
  for (const step of next) {
    const refusals = step.following.flatMap(() => (answers.next().value as BatchResult).error ?? []);
    const [first] = refusals;
    if (!first) counts[step.kind] += 1;
    else {
      const reason = `its delivery address stays: ${first.message}`;
      stays.push({ title: step.title, ident: step.ident, reason });
    }
  }
  counts.left = stays.length;
  return { counts, left: stays };
}

/** Returns '' if the record is gone, so that there is nothing to revert. */
function reasonOf({ code, message }: { readonly code: string; readonly message: string }): string {
  if (code === 'record_changed') return 'was changed since';
  return code.endsWith('_not_found') ? '' : message;
}

/** Reads the file up to its last complete line. */
async function readLines(path: string): Promise<{ readonly lines: readonly Line[]; readonly bytes: number }> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const lines = whole.split('\n').filter((line) => line !== '');
  return { lines: lines.map((line) => JSON.parse(line)), bytes: Buffer.byteLength(whole) };
}

const maxExamples = 20;

async function endOf(
  run: Run,
  history: RunHistory,
  batches: readonly { readonly counts: UndoCounts; readonly left: readonly Left[] }[],
): Promise<UndoEnd> {
  const sum: UndoCounts = { removed: 0, restored: 0, gone: 0, left: 0 };
  for (const { counts } of batches)
    for (const name of Object.keys(sum) as (keyof UndoCounts)[]) sum[name] += counts[name];
  const left = batches.flatMap((batch) => batch.left);
  const leftFile = left.length > 0 ? history.fileOf(run, 'undo.left.csv') : undefined;
  if (leftFile !== undefined) {
    const file = await open(leftFile, 'w', 0o600);
    const rows = left.map(({ title, ident, reason }) => [title, ident, reason]);
    await file.writeFile(byteOrderMark + csvLines([['title', 'ident', 'reason'], ...rows]));
    await file.close();
  }
  return { run: run.number, file: run.file, ...sum, examples: left.slice(0, maxExamples), leftFile };
}
