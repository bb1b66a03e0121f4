import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Lock } from '../../shared/runtime/process/lock.ts';
import { ImportError } from '../source/importError.ts';
import { AppendedFile, jsonLine, startOver } from './appendedFile.ts';
import { addTally, emptyTally, type Tally } from './tally.ts';

/** Inputs of an import: a run continues the journal of another one only if all of them are the same. */
export type Identity = Readonly<Record<string, string | number | undefined>>;

const descriptions: Readonly<Record<string, string>> = {
  service: 'the service or app',
  mapping: 'the mapping options',
  'mapping file': 'the mapping file',
  'file of --customers': 'the file of --customers',
  'on-existing': '--on-existing',
  rows: '--update-only, --same-origin or --on-repeat',
  reading: 'an option for reading, such as --encoding or --header-line',
  release: 'the release of Counterfoil',
  idents: '--idents',
  source: '--source',
  'version of the file': 'the content of the file',
};

export function differences(former: Identity, identity: Identity): readonly string[] {
  const different = Object.keys(identity).filter((name) => former[name] !== identity[name]);
  return different.map((name) => descriptions[name] ?? name);
}

/** Locks a journal against other imports of its file, and their undo. Throws an OperatorError if one of them runs. */
export function lockJournal(path: string): Promise<Lock> {
  return Lock.take(`${path}.lock`, 'the same file is being imported');
}

/** Bytes of the files that are written beside the journal, by name. */
export type Sizes = Readonly<Record<string, number>>;

interface Head {
  readonly journal: 1;
  readonly id: string;
  readonly identity: Identity;
}

interface Line {
  readonly batch: number;
  readonly tally: Tally;
  readonly sizes: Sizes;
}

/**
 * Records on disk which batches of a file are done, so that an import can continue. The format is JSON Lines; an incomplete
 * last line is ignored.
 */
export class Journal {
  /** Identifies the import: all runs that continue it have the same id. */
  readonly id: string;
  readonly tallyBefore: Tally;
  /** Sizes of the other files after the last batch of earlier runs. */
  readonly sizes: Sizes;
  readonly #file: AppendedFile;
  readonly #done: Set<number>;
  readonly isNew: boolean;

  private constructor(file: AppendedFile, head: Head, lines: readonly Line[], isNew: boolean) {
    this.#file = file;
    this.isNew = isNew;
    this.id = head.id;
    this.tallyBefore = tallyOf(lines);
    this.sizes = sizesAfter(lines);
    this.#done = doneIn(lines);
  }

  /**
   * Continues the journal at a path, or creates one. Throws ImportError for the journal of another import; `restart`
   * overwrites it.
   */
  static async open(path: string, identity: Identity, restart: boolean): Promise<Journal> {
    const found = restart ? undefined : await readJournal(path);
    if (!found) {
      const head: Head = { journal: 1, id: randomUUID(), identity };
      return new Journal(await AppendedFile.open(path, 0, jsonLine(head)), head, [], true);
    }
    const different = differences(found.head.identity, identity);
    if (different.length > 0)
      throw new ImportError(
        `${path} belongs to an interrupted import that differs from this one in ${different.join(', ')}: ` +
          `repeat the command of that import, or ${startOver}`,
      );
    return new Journal(await AppendedFile.open(path, found.bytes), found.head, found.lines, false);
  }

  /** True if earlier runs did some of the batches. */
  get isResumed(): boolean {
    return this.#done.size > 0;
  }

  isDone(batch: number): boolean {
    return this.#done.has(batch);
  }

  /** Resolves when the batch is recorded on disk. Must not be called again before. */
  async done(batch: number, tally: Tally, sizes: Sizes): Promise<void> {
    await this.#file.append(jsonLine({ batch, tally, sizes } satisfies Line));
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

/** State of an interrupted import. */
interface JournalState {
  readonly tally: Tally;
  readonly sizes: Sizes;
  readonly done: ReadonlySet<number>;
}

/** Resolves to undefined if the journal is gone, or of another import. */
export async function stateOfJournal(path: string, id: string): Promise<JournalState | undefined> {
  const found = await readJournal(path).catch(() => undefined);
  if (found?.head.id !== id) return undefined;
  const { lines } = found;
  return { tally: tallyOf(lines), sizes: sizesAfter(lines), done: doneIn(lines) };
}

function tallyOf(lines: readonly Line[]): Tally {
  const sum = emptyTally();
  for (const { tally } of lines) addTally(sum, tally);
  return sum;
}

function sizesAfter(lines: readonly Line[]): Sizes {
  return lines.at(-1)?.sizes ?? {};
}

function doneIn(lines: readonly Line[]): Set<number> {
  return new Set(lines.map(({ batch }) => batch));
}

/** Reads the journal up to its last complete line; resolves to undefined if there is none. */
async function readJournal(path: string) {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new ImportError(`${path}: the journal can't be read (${error.code})`);
  });
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole === '') return undefined;
  const [head, ...lines] = parsed(whole) as readonly [Partial<Head> | undefined, ...Line[]];
  if (head?.journal !== 1)
    throw new ImportError(
      `${path} exists and is not the journal of an import: move it, or overwrite it with --restart`,
    );
  return { head: head as Head, lines, bytes: Buffer.byteLength(whole) };
}

/** Returns nothing for a text that is not JSON Lines. */
function parsed(whole: string): readonly unknown[] {
  try {
    const lines = whole.trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}
