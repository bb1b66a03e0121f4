import { existsSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { identRuleColumn, isRefusalColumn, refusalColumns } from '../source/refusalColumns.ts';
import type { Source } from '../source/source.ts';
import type { SourceRow } from '../source/sourceRow.ts';
import { byteOrderMark, csvLines } from '../source/spreadsheetCells.ts';
import { AppendedFile } from './appendedFile.ts';
import type { Sizes } from './journal.ts';
import { keepNumbered, type RecordPaths } from './recordPaths.ts';
import type { Handled, Refused } from './rowOutcome.ts';

export interface RefusedSource extends Pick<Source, 'columns' | 'description'> {
  /** Rule for idents, if the import chose it: the import of the fixed rows needs it. */
  readonly identRule: string | undefined;
}

interface RefusedRow {
  readonly row: SourceRow;
  readonly outcome: Refused;
}

/** Formats the rows of one of the files. */
interface RefusedText {
  /** Name of the file in journals. */
  readonly name: 'refused' | 'reasons';
  readonly path: string;
  readonly head: string;
  linesOf(rows: readonly RefusedRow[]): string;
}

export class RefusedFiles {
  readonly #texts: readonly RefusedText[];
  readonly #files: readonly AppendedFile[];

  private constructor(texts: readonly RefusedText[], files: readonly AppendedFile[]) {
    this.#texts = texts;
    this.#files = files;
  }

  /**
   * Continues the files of an interrupted run, given their sizes. Otherwise, the files of an earlier import are kept under
   * a number, since somebody may be fixing them. Those of an earlier dry run are replaced: its rows were refused only in a
   * report, and are still in the imported file.
   */
  static async open(
    { refused, reasons, isReserved, isReport }: RecordPaths,
    source: RefusedSource,
    sizes: Sizes | undefined,
  ): Promise<RefusedFiles> {
    const texts =
      reasons === undefined ? [csvText(refused, source)] : jsonLinesTexts(refused, reasons, source);
    const paths = texts.map(({ path }) => path);
    const isKept = isReport ? !(await areReports(paths)) : await haveRows(texts);
    if (!sizes && !isReserved && isKept) await keepNumbered(paths);
    const files: AppendedFile[] = [];
    const opened = new RefusedFiles(texts, files);
    try {
      for (const { name, path, head } of texts)
        files.push(await AppendedFile.open(path, sizes?.[name] ?? 0, head));
    } catch (error) {
      await opened.close();
      throw error;
    }
    return opened;
  }

  /** Bytes, by the names of the files in journals. */
  get sizes(): Sizes {
    return Object.fromEntries(this.#texts.map(({ name }, index) => [name, this.#files[index]?.size ?? 0]));
  }

  /** Resolves when the refused rows are on disk. Must not be called again before. */
  async append(handled: readonly Handled[]): Promise<void> {
    const rows = handled.flatMap(({ row, outcome }) =>
      outcome.kind === 'refused' ? [{ row, outcome }] : [],
    );
    for (const [index, text] of this.#texts.entries()) await this.#files[index]?.append(text.linesOf(rows));
  }

  async close(): Promise<void> {
    await Promise.all(this.#files.map((file) => file.close()));
  }

  async remove(): Promise<void> {
    for (const { path } of this.#texts) await rm(path, { force: true });
  }
}

/**
 * Formats refused rows as CSV: their values as they were, with line, code and reason, which replace those of an earlier
 * refusal. Values beyond the header come after the reason, so that the reason is in its column.
 */
function csvText(
  path: string,
  { columns, description: { delimiter }, identRule }: RefusedSource,
): RefusedText {
  const indexes = [...columns.keys()].filter((index) => !isRefusalColumn(columns[index] ?? ''));
  const names = indexes.map((index) => columns[index] ?? '');
  const [ruleColumn, rule] = identRule === undefined ? [[], []] : [[identRuleColumn], [identRule]];
  return {
    name: 'refused',
    path,
    head: byteOrderMark + csvLines([[...names, ...refusalColumns, ...ruleColumn]], delimiter),
    linesOf: (rows) =>
      csvLines(
        rows.map(({ row, outcome: { code, reason } }) => {
          const values = indexes.map((index) => row.values[index] ?? '');
          return [...values, placeOf(row), code, reason, ...rule, ...row.values.slice(columns.length)];
        }),
        delimiter,
      ),
  };
}

/** Formats refused lines of JSON Lines: one file has them as they were, another one the reasons, in the same order. */
function jsonLinesTexts(path: string, reasons: string, { columns }: RefusedSource): readonly RefusedText[] {
  // A row of another file in the same archive, which is not JSON Lines, has no text.
  const objectOf = ({ values }: SourceRow) =>
    JSON.stringify(Object.fromEntries(columns.map((column, index) => [column, values[index] ?? ''])));
  return [
    {
      name: 'refused',
      path,
      head: '',
      linesOf: (rows) => rows.map(({ row }) => `${row.text ?? objectOf(row)}\n`).join(''),
    },
    {
      name: 'reasons',
      path: reasons,
      head: byteOrderMark + csvLines([refusalColumns]),
      linesOf: (rows) =>
        csvLines(rows.map(({ row, outcome: { code, reason } }) => [placeOf(row), code, reason])),
    },
  ];
}

function placeOf({ file, line }: SourceRow): string {
  return file ? `${file}:${line}` : `${line}`;
}

const maxHeadBytes = 1024 * 1024;

/** Recognizes files of an earlier dry run by the columns of the last one, which has the reasons. */
async function areReports(paths: readonly string[]): Promise<boolean> {
  const file = await open(paths.at(-1) ?? '', 'r').catch(() => undefined);
  if (!file) return !paths.some((path) => existsSync(path));
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxHeadBytes), 0, maxHeadBytes, 0);
    const [head = ''] = buffer.toString('utf8', 0, bytesRead).split(/[\r\n]/, 1);
    return refusalColumns.every((column) => head.includes(column));
  } finally {
    await file.close();
  }
}

async function haveRows(texts: readonly RefusedText[]): Promise<boolean> {
  for (const { path, head } of texts) {
    const size = await stat(path).then(
      (found) => found.size,
      () => 0,
    );
    if (size > 0 && size !== Buffer.byteLength(head)) return true;
  }
  return false;
}
