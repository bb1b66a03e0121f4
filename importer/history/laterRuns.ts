import { entriesIn, identIn } from '../journal/recordsFile.ts';
import type { Run, RunHistory } from '../journal/runs.ts';
import { HashSet, hashOf } from '../rows/hashSet.ts';

interface LaterRun {
  readonly number: number;
  readonly idents: HashSet;
}

/** Runs that began after another one and are not undone: they may have changed its records. */
export class LaterRuns {
  /** Latest first. */
  readonly #runs: readonly LaterRun[];

  private constructor(runs: readonly LaterRun[]) {
    this.#runs = runs;
  }

  static async read(history: RunHistory, { number, target, resource }: Run): Promise<LaterRuns> {
    const runs = (await history.all()).filter(
      (run) =>
        run.number > number &&
        run.target === target &&
        run.resource === resource &&
        (run.state !== 'undone' || (run.left ?? 0) > 0),
    );
    const read: LaterRun[] = [];
    for (const run of runs) {
      const idents = new HashSet();
      for await (const entry of entriesIn(history.recordsOf(run))) idents.add(hashOf(identIn(entry)));
      read.unshift({ number: run.number, idents });
    }
    return new LaterRuns(read);
  }

  /** Number of the last run that wrote a record; undefined if none did. */
  lastOf(ident: string): number | undefined {
    return this.#runs.find(({ idents }) => idents.has(hashOf(ident)))?.number;
  }
}
