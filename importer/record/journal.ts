import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ImportError } from '../importError.ts';
import { addTally, emptyTally, type Tally } from '../tally.ts';
import { AppendedFile } from './appendedFile.ts';

/** What a run is about. A journal is gone on with only by a run of the same. */
export type Identity = Readonly<Record<string, string | number | undefined>>;

/** Bytes of the files that are written beside the journal. */
export type Sizes = Readonly<Record<string, number>>;

interface Head {
  readonly journal: 1;
  readonly id: string;
  readonly identity: Identity;
}

/** A batch that is done, with the sizes that the files had after it. */
interface Line {
  readonly batch: number;
  readonly tally: Tally;
  readonly sizes: Sizes;
}

/** Which batches of a file are done, on disk: what makes an import go on where it was. JSON Lines; a torn end is left out. */
export class Journal {
  /** Names the run: the same one for all that go on with it. */
  readonly id: string;
  /** What came of all batches that are done. */
  readonly tally: Tally = emptyTally();
  /** Of the files beside it, after the batch that was done last. */
  readonly sizes: Sizes;
  readonly #file: AppendedFile;
  readonly #done: Set<number>;

  /** Whether no earlier run has begun it. */
  readonly isNew: boolean;

  private constructor(file: AppendedFile, head: Head, lines: readonly Line[], isNew: boolean) {
    this.#file = file;
    this.isNew = isNew;
    this.id = head.id;
    this.#done = new Set(lines.map(({ batch }) => batch));
    this.sizes = lines.at(-1)?.sizes ?? {};
    for (const { tally } of lines) addTally(this.tally, tally);
  }

  /**
   * Goes on with the journal at a path, or begins one. Throws ImportError when there is one of another run; with
   * `restart`, that one is begun anew.
   */
  static async open(path: string, identity: Identity, restart: boolean): Promise<Journal> {
    const found = restart ? undefined : await readJournal(path);
    if (found) {
      refuseAnother(path, found.head.identity, identity);
      return new Journal(await AppendedFile.open(path, found.bytes), found.head, found.lines, false);
    }
    const head: Head = { journal: 1, id: randomUUID(), identity };
    const file = await AppendedFile.open(path, 0);
    await file.append(lineOf(head));
    return new Journal(file, head, [], true);
  }

  /** Whether an earlier run did some of the batches. */
  get isResumed(): boolean {
    return this.#done.size > 0;
  }

  /** Whether an earlier run did this batch. */
  isDone(batch: number): boolean {
    return this.#done.has(batch);
  }

  /** Resolves when the batch is noted for good. One at a time. */
  async done(batch: number, tally: Tally, sizes: Sizes): Promise<void> {
    await this.#file.append(lineOf({ batch, tally, sizes } satisfies Line));
    addTally(this.tally, tally);
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/** What is there, up to the last line that was written whole. */
async function readJournal(
  path: string,
): Promise<{ readonly head: Head; readonly lines: readonly Line[]; readonly bytes: number } | undefined> {
  const text = await readFile(path, 'utf8').catch(noFile);
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole === '') return undefined;
  const [head, ...lines] = parsed(path, whole);
  if ((head as Partial<Head>).journal !== 1) throw notAJournal(path);
  return { head: head as Head, lines: lines as Line[], bytes: Buffer.byteLength(whole) };
}

/** That there is none; anything else is told. */
function noFile(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw new ImportError(`the journal can't be read (${error.code})`);
}

function parsed(path: string, whole: string): unknown[] {
  try {
    return whole
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  } catch {
    throw notAJournal(path);
  }
}

function notAJournal(path: string): ImportError {
  return new ImportError(`${path} is in the way: it is no journal of an import; move it, or use --restart`);
}

function refuseAnother(path: string, former: Identity, identity: Identity): void {
  const different = Object.keys(identity).filter((name) => former[name] !== identity[name]);
  if (different.length === 0) return;
  throw new ImportError(
    `${path} is of an import that was not finished and had another ${different.join(', ')}: ` +
      'repeat that one, or begin anew with --restart (records that are there are recognised)',
  );
}
