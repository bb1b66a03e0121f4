import { copyFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { lockJournal, stateOfJournal } from '../journal/journal.ts';
import type { RunHistory } from '../journal/runs.ts';
import { BatchPlans } from '../plan/batchPlans.ts';

/**
 * Moves the journal of an interrupted import, and the plans of its batches in flight, to the folder of its run, before
 * `--restart` begins a new one: the undo of the interrupted run needs them. Does nothing for a journal that is of no recorded
 * run. Throws an OperatorError if the import is still running.
 */
export async function setAside(file: string, history: RunHistory): Promise<void> {
  const lock = await lockJournal(file);
  const journal = path.resolve(file);
  try {
    for (const run of await history.all()) {
      if (run.journal !== journal || !(await stateOfJournal(journal, run.id))) continue;
      const moved = path.resolve(history.fileOf(run, 'journal'));
      await copyFile(journal, moved);
      await new BatchPlans(journal, true).copyTo(moved);
      // Before the run is saved: a kill between must not leave a journal that can be continued beside its copy.
      await rm(journal);
      const state = run.state === 'started' ? 'interrupted' : run.state;
      await history.save({ ...run, state, journal: moved });
    }
  } finally {
    await lock.release();
  }
}
