import path from 'node:path';
import { counterfoil as openClient } from '../../client/node.ts';
import type { Database } from '../../workers/database/database.ts';
import { type ImportedResource, writeRows } from '../import/files.ts';
import { type ImportSummary, type Target, watchImport } from '../import/importRun.ts';
import type { Part } from '../support/processes.ts';
import { chooseEdits, makeEdits } from './edits.ts';
import {
  type Counts,
  countDifferences,
  countNames,
  countsAfter,
  isListed,
  plannedCounts,
  refusedDifferences,
} from './expectedRows.ts';
import type { PlanRows } from './planRows.ts';
import { storedDifferences } from './storedRecords.ts';

export interface PlanRun {
  readonly counts: Counts;
  readonly milliseconds: number;
  /** Maximum resident bytes of the importer. */
  readonly maxBytes: number;
}

export interface PlanProof {
  readonly resource: ImportedResource;
  readonly rows: number;
  readonly edits: number;
  /** Rows whose records were edited: the import must refuse them. */
  readonly moved: number;
  readonly dryRun: PlanRun;
  readonly run: PlanRun;
  /** Deviations from the expected results; empty when the proof succeeds. */
  readonly differences: readonly string[];
}

/** A service, an account without records of the resource, and the database to inspect. */
export interface PlanSite {
  readonly target: Target;
  readonly account: number;
  readonly database: Database;
  readonly folder: string;
  readonly parts: readonly Part[];
}

const update = ['--on-existing', 'update'];

/** Imports as many records as the list has rows, dry-runs the list, edits records, imports the list, and compares. */
export async function provePlan(
  list: PlanRows,
  editCount: number,
  { target, account, database, folder, parts }: PlanSite,
  onStep: (step: string) => void = () => {},
): Promise<PlanProof> {
  const { resource, rows } = list;
  const edits = chooseEdits(list, editCount);
  const importing = async (file: string, options: readonly string[]) => {
    const { summary, watched } = await watchImport(resource, file, target, parts, options);
    return { summary, maxBytes: watched.maxBytes.generator ?? Number.NaN };
  };
  onStep(`Creating ${rows.toLocaleString('en')} ${resource}`);
  const first = path.join(folder, `${resource}.stored.csv`);
  await importing(await writeRows(first, list.columns, rows, (at) => list.original(at)), []);
  const file = path.join(folder, `${resource}.list.csv`);
  await writeRows(file, list.columns, rows, (at) => list.listed(at));
  onStep('Dry run of the list');
  const before = await stateOf(resource, database, account);
  const dry = await importing(file, [...update, '--dry-run']);
  const after = await stateOf(resource, database, account);
  onStep(`Editing ${edits.length.toLocaleString('en')} records`);
  const client = openClient(target);
  await makeEdits(client, list, edits).finally(() => client.close());
  onStep('Import of the list');
  const real = await importing(file, update);
  onStep('Comparing all records');
  const planned = plannedCounts(list);
  const differences = [
    ...(before === after ? [] : [`the dry run has written: ${before} before, ${after} after it`]),
    ...countDifferences('the dry run', dry.summary, planned),
    ...countDifferences('the import', real.summary, countsAfter(planned, edits)),
    ...(await refusedDifferences('the dry run', list, dry.summary, [])),
    ...(await refusedDifferences('the import', list, real.summary, edits.filter(isListed))),
    ...(await storedDifferences(list, edits, database, account)),
  ];
  const moved = edits.filter(isListed).length;
  return { resource, rows, edits: edits.length, moved, dryRun: runOf(dry), run: runOf(real), differences };
}

function runOf({ summary, maxBytes }: { summary: ImportSummary; maxBytes: number }): PlanRun {
  const counts = Object.fromEntries(countNames.map((name) => [name, summary[name]])) as unknown as Counts;
  return { counts, milliseconds: summary.milliseconds, maxBytes };
}

/** Summarizes the records: any write of one changes the text. */
async function stateOf(resource: ImportedResource, database: Database, account: number): Promise<string> {
  const [row] = await database(resource)
    .where({ account_id: account })
    .count('* as records')
    .sum('revision as revisions');
  return JSON.stringify(row);
}
