import { existsSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { identRuleColumn, isRefusalColumn, refusalColumns } from '../source/refusalColumns.ts';
import type { Source } from '../source/source.ts';
import type { SourceRow } from '../source/sourceRow.ts';
import { AppendedFile } from './appendedFile.ts';
import { byteOrderMark, csvLines } from './csvLines.ts';
import type { Sizes } from './journal.ts';
import { keepNumbered, type RecordPaths } from './recordPaths.ts';
import type { Handled } from './rowOutcome.ts';

export interface RefusedSource extends Pick<Source, 'columns' | 'description'> {
  /** Rule for idents, if the import chose it: the import of the fixed rows needs it. */
  readonly identRule: string | undefined;
}

export class RefusedFiles {
  readonly #texts: RefusedTexts;
  readonly #paths: readonly string[];
  readonly #files: readonly AppendedFile[];

  private constructor(texts: RefusedTexts, paths: readonly string[], files: readonly AppendedFile[]) {
    this.#texts = texts;
    this.#paths = paths;
    this.#files = files;
  }

  /**
   * Continues the files of an interrupted run, given their sizes. Otherwise, the files of an earlier import are kept under
   * a number, since somebody may be fixing them. Those of an earlier dry run are replaced: its rows were refused only in a
   * report, and are still in the imported file.
   */
  static async open(
    { refused, reasons, isReserved, isReport }: RecordPaths,
    { columns, description, identRule }: RefusedSource,
    sizes: Sizes | undefined,
  ): Promise<RefusedFiles> {
    const paths = reasons === undefined ? [refused] : [refused, reasons];
    const texts =
      reasons === undefined
        ? new RefusedCsv(columns, description.delimiter, identRule)
        : new RefusedJsonLines(columns);
    const isKept = isReport ? !(await areReports(paths, reasons ?? refused)) : await haveRows(paths, texts);
    if (!sizes && !isReserved && isKept) await keepNumbered(paths);
    const files: AppendedFile[] = [];
    const opened = new RefusedFiles(texts, paths, files);
    try {
      for (const [index, path] of paths.entries()) {
        const size = sizes?.[names[index] ?? ''] ?? 0;
        files.push(await AppendedFile.open(path, size, texts.heads[index]));
      }
    } catch (error) {
      await opened.close();
      throw error;
    }
    return opened;
  }

  /** Bytes, by the names of the files in journals. */
  get sizes(): Sizes {
    return Object.fromEntries(this.#files.map((file, index) => [names[index] ?? '', file.size]));
  }

  /** Resolves when the refused rows are on disk. Must not be called again before. */
  async append(handled: readonly Handled[]): Promise<void> {
    for (const [index, text] of this.#texts.of(handled).entries())
      if (text !== '') await this.#files[index]?.append(text);
  }

  async close(): Promise<void> {
    await Promise.all(this.#files.map((file) => file.close()));
  }

  async remove(): Promise<void> {
    for (const path of this.#paths) await rm(path, { force: true });
  }
}

const names = ['refused', 'reasons'] as const;

/** Recognizes files of an earlier dry run by the columns of the file with the reasons. */
async function areReports(paths: readonly string[], reasons: string): Promise<boolean> {
  const file = await open(reasons, 'r').catch(() => undefined);
  if (!file) return !paths.some((path) => existsSync(path));
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxHeadBytes), 0, maxHeadBytes, 0);
    const [head = ''] = buffer.toString('utf8', 0, bytesRead).split(/[\r\n]/, 1);
    return refusalColumns.every((column) => head.includes(column));
  } finally {
    await file.close();
  }
}

const maxHeadBytes = 1024 * 1024;

async function haveRows(paths: readonly string[], { heads }: RefusedTexts): Promise<boolean> {
  const sizes = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.some((size, index) => size > 0 && size !== Buffer.byteLength(heads[index] ?? ''));
}

export interface RefusedTexts {
  readonly heads: readonly string[];
  /** Returns the text to append to each file; '' if no row was refused. */
  of(handled: readonly Handled[]): readonly string[];
}

/** Formats refused rows as CSV: their values as they were, with line, code and reason. Replaces those of an earlier refusal. */
class RefusedCsv implements RefusedTexts {
  readonly #columns: readonly string[];
  readonly #indexes: readonly number[];
  readonly #delimiter: string | undefined;
  readonly #identRule: readonly string[];

  constructor(columns: readonly string[], delimiter: string | undefined, identRule: string | undefined) {
    this.#identRule = identRule === undefined ? [] : [identRule];
    this.#columns = columns;
    this.#indexes = [...columns.keys()].filter((index) => !isRefusalColumn(columns[index] ?? ''));
    this.#delimiter = delimiter;
  }

  get heads(): readonly string[] {
    const names = this.#indexes.map((index) => this.#columns[index] ?? '');
    const ident = this.#identRule.map(() => identRuleColumn);
    return [byteOrderMark + csvLines([[...names, ...refusalColumns, ...ident]], this.#delimiter)];
  }

  of(handled: readonly Handled[]): readonly string[] {
    return [
      csvLines(
        handled.flatMap((one) => this.#rowOf(one)),
        this.#delimiter,
      ),
    ];
  }

  /** Puts values beyond the header after the reason, so that the reason is in its column. */
  #rowOf({ row, outcome }: Handled): readonly (readonly string[])[] {
    if (outcome.kind !== 'refused') return [];
    const values = this.#indexes.map((index) => row.values[index] ?? '');
    const beyond = row.values.slice(this.#columns.length);
    return [[...values, placeOf(row), outcome.code, outcome.reason, ...this.#identRule, ...beyond]];
  }
}

/** Formats refused lines of JSON Lines: one file has them as they were, another one the reasons, in the same order. */
class RefusedJsonLines implements RefusedTexts {
  readonly #columns: readonly string[];

  constructor(columns: readonly string[]) {
    this.#columns = columns;
  }

  get heads(): readonly string[] {
    return ['', byteOrderMark + csvLines([refusalColumns])];
  }

  of(handled: readonly Handled[]): readonly string[] {
    const lines = handled.flatMap(({ row, outcome }) =>
      outcome.kind === 'refused' ? [{ row, outcome }] : [],
    );
    const reasons = lines.map(({ row, outcome: { code, reason } }) => [placeOf(row), code, reason]);
    return [lines.map(({ row }) => `${row.text ?? this.#object(row)}\n`).join(''), csvLines(reasons)];
  }

  /** Formats a row of another file in the same archive, which is not JSON Lines. */
  #object({ values }: SourceRow): string {
    return JSON.stringify(
      Object.fromEntries(this.#columns.map((column, index) => [column, values[index] ?? ''])),
    );
  }
}

function placeOf({ file, line }: SourceRow): string {
  return file ? `${file}:${line}` : `${line}`;
}
