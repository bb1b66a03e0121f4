import { completeLines } from '../journal/appendedFile.ts';
import type { Run, RunHistory } from '../journal/runs.ts';
import { hashOf } from '../rows/hashSet.ts';
import { atAnyTime } from './recordVersions.ts';
import { type UndoLine, undoFile } from './undoJournal.ts';

/**
 * Versions that undos gave to records, each with the one that the record had before the undone change: it has the same values
 * again. An earlier run, which left that version, can therefore be undone after a later one.
 */
export class FormerVersions {
  readonly #former = new Map<number, string>();
  /** Most records of a batch have the same version: each is kept once. */
  readonly #texts = new Map<string, string>();

  /** Reads the undos of an account. */
  static async read(
    history: RunHistory,
    { target, resource }: Pick<Run, 'target' | 'resource'>,
  ): Promise<FormerVersions> {
    const versions = new FormerVersions();
    for (const run of await history.all()) {
      const isSame = run.resource === resource || (resource === 'customers' && run.resource === 'addresses');
      if (run.target !== target || !isSame) continue;
      for (let undo = 1; undo <= (run.undos ?? 0); undo += 1)
        for await (const { text } of completeLines(undoFile(history, run, undo))) {
          const { restored }: UndoLine = JSON.parse(text);
          for (const one of restored) versions.#add(...one);
        }
    }
    return versions;
  }

  #add(ident: string, version: string, was: string): void {
    const text = this.#texts.get(was) ?? was;
    this.#texts.set(text, text);
    this.#former.set(hashOf(`${ident} ${version}`), text);
  }

  /** Yields a version of a record, and those before changes that were undone: all stand for the same values. */
  *sameAs(ident: string, version: string): Generator<string> {
    for (let one: string | undefined = version; one !== undefined; one = this.#before(ident, one)) yield one;
  }

  /** Undefined if no undo gave the record this version. */
  #before(ident: string, version: string): string | undefined {
    const exact = this.#former.get(hashOf(`${ident} ${version}`));
    return exact ?? this.#former.get(hashOf(`${ident} ${atAnyTime(version)}`));
  }
}
