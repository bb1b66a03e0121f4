import { BatchPlans } from './planning/batchPlans.ts';
import { FilePlan, PlanWriter } from './planning/filePlan.ts';
import type { Prepared } from './prepare.ts';
import { type Identity, identityOf } from './record/identity.ts';
import { type RecordPaths, recordPaths } from './record/recordPaths.ts';
import { RunRecord } from './record/runRecord.ts';
import type { ImportSettings } from './settings.ts';
import type { Source } from './source/source.ts';

export interface RunFiles {
  readonly paths: RecordPaths;
  readonly record: RunRecord;
  readonly plans: BatchPlans;
  readonly filePlan: FilePlan | undefined;
  readonly planWriter: PlanWriter | undefined;
}

/** Opens the files of a run. Throws an ImportError when that is impossible, or when they are of another import. */
export async function openRunFiles(
  { file, newMapping }: Prepared,
  { columns, description }: Source,
  settings: ImportSettings,
): Promise<RunFiles> {
  const { rows, idents, restart, workDir } = settings;
  const paths = await recordPaths(file, { ...rows, format: description.format, workDir, idents });
  const identity = paths.plan === undefined ? {} : await identityFor(file, settings);
  const filePlan = await planToFollow(paths, identity, settings);
  const ofPlan = { ...identity, idents, plan: filePlan?.at };
  const source = { columns, description, identRule: newMapping().identRule };
  const opening = RunRecord.open({ ...{ paths, source, restart }, identity: ofPlan });
  const record = await opening.catch(async (error: unknown) => {
    await filePlan?.close(false);
    throw error;
  });
  const plans = new BatchPlans(paths.journal, !record.isNew);
  try {
    if (record.isNew) await plans.clear();
    const planWriter = await planToWrite(paths, identity, settings);
    return { paths, record, plans, filePlan, planWriter };
  } catch (error) {
    await closeRunFiles({ paths, record, plans, filePlan, planWriter: undefined }, false);
    throw error;
  }
}

/** Closes the files, and removes those that nobody needs after a finished run. */
export async function closeRunFiles(files: RunFiles, isFinished: boolean): Promise<void> {
  await files.planWriter?.close(isFinished);
  await files.filePlan?.close(isFinished);
  if (isFinished) await files.plans.clear();
  await files.record.close(files.paths, isFinished);
}

/** Addresses have no plan: their import looks for them again. */
async function planToWrite(
  { plan }: RecordPaths,
  identity: Identity,
  { rows, isPlanned, target }: ImportSettings,
): Promise<PlanWriter | undefined> {
  const hasPlan = rows.isDryRun && rows.resource !== 'addresses' && isPlanned && target !== undefined;
  return hasPlan && plan !== undefined ? PlanWriter.open(plan, identity) : undefined;
}

async function planToFollow(
  { plan }: RecordPaths,
  identity: Identity,
  { rows, restart, isPlanned, reporter }: ImportSettings,
): Promise<FilePlan | undefined> {
  if (plan === undefined || rows.isDryRun || restart || !isPlanned) return undefined;
  return FilePlan.open(plan, identity, (differences) => reporter.planIgnored(differences));
}

function identityFor(file: string, settings: ImportSettings): Promise<Identity> {
  const { rows, source, mapping, onRepeat, customers, target } = settings;
  // `updates` follows from `onExisting`, which is compared by itself.
  const { updates: _, ...compared } = mapping;
  return identityOf(file, {
    ...{ ...rows, source, mapping: compared, onRepeat },
    ...{ targetName: target?.name, customersFile: customers?.file },
  });
}
