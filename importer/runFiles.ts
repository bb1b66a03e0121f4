import type { ImportSettings } from './importSettings.ts';
import { type Identity, identityOf } from './journal/importIdentity.ts';
import { type RecordPaths, recordPaths } from './journal/recordPaths.ts';
import { RunRecord } from './journal/runRecord.ts';
import { BatchPlans } from './planning/batchPlans.ts';
import { PlanFile, PlanWriter } from './planning/planFile.ts';
import type { Prepared } from './prepare.ts';
import type { Source } from './source/source.ts';

export interface RunFiles {
  readonly paths: RecordPaths;
  readonly record: RunRecord;
  readonly plans: BatchPlans;
  readonly planFile: PlanFile | undefined;
  readonly planWriter: PlanWriter | undefined;
}

/** Opens the files of a run. Throws an ImportError when that is impossible, or when they are of another import. */
export async function openRunFiles(
  { file, newMapping }: Prepared,
  { columns, description }: Source,
  settings: ImportSettings,
): Promise<RunFiles> {
  const { rows, idents, restart, workDir, plan } = settings;
  const paths = await recordPaths(file, { ...rows, format: description.format, workDir, idents, plan });
  const isCompared = paths.journal !== undefined || plan !== undefined;
  const identity = isCompared ? await identityFor(file, settings) : {};
  const planFile = plan !== undefined && !rows.isDryRun ? await PlanFile.open(plan, identity) : undefined;
  let record: RunRecord | undefined;
  try {
    record = await RunRecord.open({
      paths,
      source: { columns, description, identRule: newMapping().identRule },
      restart,
      identity: { ...identity, idents, plan: planFile?.at },
    });
    const plans = new BatchPlans(paths.journal, !record.isNew);
    if (record.isNew) await plans.clear();
    const planWriter =
      plan !== undefined && rows.isDryRun ? await PlanWriter.open(plan, identity) : undefined;
    return { paths, record, plans, planFile, planWriter };
  } catch (error) {
    await planFile?.close();
    await record?.close(paths, false);
    throw error;
  }
}

/** Closes the files, and removes those that nobody needs after a finished run. */
export async function closeRunFiles(files: RunFiles, isFinished: boolean): Promise<void> {
  await files.planWriter?.close(isFinished);
  await files.planFile?.close();
  if (isFinished) await files.plans.clear();
  await files.record.close(files.paths, isFinished);
}

function identityFor(file: string, settings: ImportSettings): Promise<Identity> {
  const { rows, source, mapping, onRepeat, customers, target } = settings;
  // `updates` follows from `onExisting`, which is compared by itself.
  const { updates: _, ...compared } = mapping;
  const targetName = target?.name;
  return identityOf(file, {
    ...rows,
    source,
    mapping: compared,
    onRepeat,
    targetName,
    customersFile: customers?.file,
  });
}
