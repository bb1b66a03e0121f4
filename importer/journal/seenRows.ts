import { HashSet, hashOf } from '../rows/hashSet.ts';
import { completeLines, type ResultFile } from './appendedFile.ts';
import type { RecordEntry } from './recordsFile.ts';
import type { Handled } from './rowOutcome.ts';

type Line =
  | { readonly seen: string }
  /** External ident of a row whose record is not known, such as a refused one. */
  | { readonly named: string }
  /** Line of a row that names no record. */
  | { readonly unread: number };

/** Records that a file has, by all of its rows: also those that were refused or skipped, and those of earlier parts of a run. */
export class SeenRows {
  readonly #idents = new HashSet();
  readonly #names = new HashSet();
  /** Lines of rows that name no record: any record could be theirs. */
  readonly unread: number[] = [];

  note(handled: readonly Handled[]): void {
    for (const line of linesIn(handled)) this.#add(line);
  }

  /** Notes what an earlier part of a run has written. */
  async read(path: string): Promise<void> {
    for await (const { text } of completeLines(path)) this.#add(JSON.parse(text));
  }

  #add(line: Line): void {
    if ('seen' in line) this.#idents.add(hashOf(line.seen));
    else if ('named' in line) this.#names.add(hashOf(line.named));
    else this.unread.push(line.unread);
  }

  /** True if a row is of a record that an import created, by the ident of the record or by that in its file. */
  has({ created, to }: Extract<RecordEntry, { readonly created: string }>): boolean {
    return this.#idents.has(hashOf(created)) || this.#names.has(hashOf(String(to.external_ident ?? '')));
  }
}

/** Returns the file that keeps them until a run is finished. */
export function seenFile(path: string, length: number): ResultFile {
  return {
    name: 'seen',
    path,
    head: '',
    length,
    linesOf: (handled) =>
      linesIn(handled)
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
    isNeeded: () => false,
  };
}

function linesIn(handled: readonly Handled[]): readonly Line[] {
  return handled.flatMap(({ row, outcome, externalIdent }): Line[] => {
    if ('ident' in outcome && outcome.ident !== '') return [{ seen: outcome.ident }];
    if (externalIdent !== '') return [{ named: externalIdent }];
    return row.fault === undefined && row.values.every((value) => value.trim() === '')
      ? []
      : [{ unread: row.line }];
  });
}
