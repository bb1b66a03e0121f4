import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { setAside } from './history/setAside.ts';
import type { ImportSettings } from './importSettings.ts';
import type { Identity } from './journal/journal.ts';
import { type RecordPaths, recordPaths } from './journal/recordPaths.ts';
import type { RefusedSource } from './journal/refusedFiles.ts';
import { RunRecord } from './journal/runRecord.ts';
import type { RunHistory } from './journal/runs.ts';
import { BatchPlans } from './plan/batchPlans.ts';
import { PlanFile, PlanWriter } from './plan/planFile.ts';

export interface RunFiles {
  readonly paths: RecordPaths;
  readonly record: RunRecord;
  readonly plans: BatchPlans;
  readonly planFile: PlanFile | undefined;
  readonly planWriter: PlanWriter | undefined;
}

interface RunSource extends RefusedSource {
  /** Undefined if it can't be named. */
  readonly list: string | undefined;
}

/** Opens the files of a run. Throws an ImportError when that is impossible, or when they are of another import. */
export async function openRunFiles(
  file: string,
  source: RunSource,
  settings: ImportSettings,
): Promise<RunFiles> {
  const { rows, idents, restart, workDir, plan, target, history } = settings;
  const paths = await recordPaths(file, {
    ...rows,
    format: source.description.format,
    workDir,
    idents,
    plan,
  });
  const isCompared = paths.journal !== undefined || plan !== undefined;
  const identity = isCompared ? await identityOf(file, settings) : {};
  const planFile = plan !== undefined && !rows.isDryRun ? await PlanFile.open(plan, identity) : undefined;
  let record: RunRecord | undefined;
  try {
    if (restart && paths.journal) await setAside(paths.journal, history);
    record = await RunRecord.open({
      paths,
      source,
      restart,
      history:
        target && !rows.isDryRun
          ? {
              runs: history,
              start: {
                target: target.name,
                file: file === '-' ? file : path.resolve(file),
                resource: rows.resource,
                ...(source.list !== undefined && { source: source.list }),
                journal: paths.journal && path.resolve(paths.journal),
              },
            }
          : undefined,
      identity: { ...identity, idents, source: settings.sourceName },
    });
    const isNew = record.journal?.isNew ?? true;
    const plans = new BatchPlans(paths.journal, !isNew);
    if (isNew) await plans.clear();
    const planWriter =
      plan !== undefined && rows.isDryRun ? await PlanWriter.open(plan, identity) : undefined;
    return { paths, record, plans, planFile, planWriter };
  } catch (error) {
    await planFile?.close();
    await record?.close(paths, false);
    await record?.release();
    throw error;
  }
}

/** Closes the files, and removes those that nobody needs after a finished run. */
export async function closeRunFiles(
  files: RunFiles,
  isFinished: boolean,
  history: RunHistory,
  deleted: number,
): Promise<void> {
  const { record, paths, plans, planFile, planWriter } = files;
  try {
    await planWriter?.close(isFinished);
    await planFile?.close();
    if (isFinished) await plans.clear();
    const mayHaveWritten = !isFinished && (await plans.left()).size > 0;
    await record.close(paths, isFinished, mayHaveWritten);
    await saveRun(record, history, { isFinished, mayHaveWritten, deleted });
  } finally {
    await record.release();
  }
}

async function saveRun(
  { run, tally }: RunRecord,
  history: RunHistory,
  {
    isFinished,
    mayHaveWritten,
    deleted,
  }: { readonly isFinished: boolean; readonly mayHaveWritten: boolean; readonly deleted: number },
): Promise<void> {
  if (!run) return;
  const state = isFinished ? 'finished' : 'interrupted';
  if (isFinished || mayHaveWritten || tally.rows > 0)
    await history.save({ ...run, state, tally, ...(deleted > 0 && { deleted }) });
  else await history.forget(run);
}

/** Counts the changes of how idents are chosen: a journal of an earlier release can't be continued with other idents. */
const identRules = 1;

/** Returns the identity as journals store it: keys and values must stay the same in later releases. */
async function identityOf(file: string, settings: ImportSettings): Promise<Identity> {
  const { rows, source, onRepeat, customers, target } = settings;
  // `updates` follows from `onExisting`, which is compared by itself.
  const { updates: _, ...mapping } = settings.mapping;
  return {
    resource: rows.resource,
    service: target?.name,
    mapping: JSON.stringify(mapping),
    ...(mapping.file && { 'mapping file': await fingerprintOf(mapping.file) }),
    ...(customers && { 'file of --customers': await fingerprintOf(customers.file) }),
    'on-existing': rows.onExisting,
    rows: JSON.stringify([rows.updateOnly, rows.sameOrigin, onRepeat ?? '']),
    reading: JSON.stringify(source),
    release: identRules,
    'version of the file': await fingerprintOf(file),
  };
}

const hashedBytes = 1024 * 1024;

/** Distinguishes versions of a file: by size, time of the last change, beginning and end. */
export async function fingerprintOf(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size, mtimeMs } = await file.stat();
    const hash = createHash('sha256').update(`${size} ${mtimeMs}`);
    for (const from of [0, Math.max(size - hashedBytes, 0)]) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(hashedBytes), 0, hashedBytes, from);
      hash.update(buffer.subarray(0, bytesRead));
    }
    return hash.digest('hex').slice(0, 32);
  } finally {
    await file.close();
  }
}
