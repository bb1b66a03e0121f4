import type { CustomersFile } from '../journal/identsFile.ts';
import { entriesIn } from '../journal/recordsFile.ts';
import type { Run, RunHistory } from '../journal/runs.ts';
import { ImportError } from '../source/importError.ts';

/**
 * Returns the customers that a run and the other finished imports of its list created, by their `external_ident`: delivery
 * addresses name their customers so. Throws an ImportError for another run.
 */
export async function importedCustomers(
  history: RunHistory,
  number: number,
  target: string,
): Promise<CustomersFile> {
  const chosen = await history.find(number);
  const isSameList = (run: Run) =>
    run.state === 'finished' &&
    run.resource === 'customers' &&
    run.target === target &&
    (run.number === number || (run.source !== undefined && run.source === chosen.source));
  if (!isSameList(chosen))
    throw new ImportError(
      `run ${number} is not a finished import of customers into this account: choose another run`,
    );
  const idents = new Map<string, string>();
  for (const run of (await history.all()).filter(isSameList))
    for await (const entry of entriesIn(history.recordsOf(run)))
      if ('created' in entry) idents.set(String(entry.to.external_ident ?? ''), entry.created);
  idents.delete('');
  return { file: history.recordsOf(chosen), idents, isFromRun: true };
}
