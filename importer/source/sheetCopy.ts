import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { grouped } from '../../shared/contract/values/counted.ts';
import type { Unzipped } from './archive.ts';
import { chooseSheet } from './chooseSheet.ts';
import { composed } from './composed.ts';
import type { SourceOptions } from './dialect.ts';
import { ImportError } from './importError.ts';
import { openOds } from './odsWorkbook.ts';
import { FoundFacts } from './sheetFacts.ts';
import { maxColumns } from './sourceTable.ts';
import { readHead } from './storedBytes.ts';
import { isDamaged, markDoubleUtf8, mayBeDoubleUtf8 } from './textDamage.ts';
import { cellName, columnName, type SheetRow, type Workbook } from './workbook.ts';
import { Parts } from './workbookParts.ts';
import { openXlsx } from './xlsxWorkbook.ts';

/** The rows of one sheet in a file of their own: an import reads them several times, and a workbook only once. */
export interface SheetCopy {
  /** File of JSON lines: the number of a row, then its values. */
  readonly path: string;
  readonly format: Workbook['format'];
  readonly sheet: string;
  /** Columns from the first one with a value to the last one. */
  readonly firstColumn: number;
  readonly width: number;
  readonly notices: readonly string[];
  readonly bytes: number;
  /** True if texts have characters that another program lost, or were encoded twice. */
  readonly isDamaged: boolean;
  readonly remove: () => Promise<void>;
}

/** A row of more characters, or a copy of more, was made to fill memory or the disk. */
const maxRowLength = 4 * 1024 * 1024;
const maxBytes = 2 * 1024 ** 3;
const writtenLength = 64 * 1024;

/**
 * Copies a sheet of a workbook to the folder for temporary files. Throws ImportError when it can't be read, or when the user
 * must decide.
 */
export async function copySheet(
  zip: Unzipped,
  options: SourceOptions,
  signal?: AbortSignal,
): Promise<SheetCopy> {
  refuseTextOptions(zip.name, options);
  const workbook = await openWorkbook(zip);
  const { sheet, notices } = await chooseSheet(zip.name, workbook, options);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'counterfoil-import-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const file = path.join(folder, 'sheet');
  const name = `${zip.name}, sheet "${sheet.name}"`;
  try {
    const writer = new CopyWriter(name, new FoundFacts(options));
    const rows = workbook.rows(sheet, writer.facts);
    await pipeline(writer.lines(rows, signal), createWriteStream(file, { mode: 0o600 }));
    return { path: file, format: workbook.format, sheet: sheet.name, ...writer.found(notices), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Writes rows as lines, and finds between which columns they have values. */
class CopyWriter {
  readonly facts: FoundFacts;
  readonly #name: string;
  #first = Number.POSITIVE_INFINITY;
  #end = 0;
  #bytes = 0;
  #isDamaged = false;

  constructor(name: string, facts: FoundFacts) {
    this.#name = name;
    this.facts = facts;
  }

  async *lines(rows: AsyncIterable<readonly SheetRow[]>, signal: AbortSignal | undefined) {
    let text = '';
    for await (const chunk of rows) {
      signal?.throwIfAborted();
      for (const row of chunk) {
        text += this.#line(row);
        if (text.length < writtenLength) continue;
        yield this.#written(text);
        text = '';
      }
    }
    yield this.#written(text);
  }

  /** Throws ImportError when the sheet has no values, or when the user must decide. */
  found(notices: readonly string[]) {
    this.facts.requireAnswer(this.#name);
    if (this.#end === 0) throw new ImportError(`${this.#name} is empty`);
    return {
      firstColumn: this.#first,
      width: this.#end - this.#first,
      notices: [...notices, ...this.facts.notices(this.#first, this.#end)],
      bytes: this.#bytes,
      isDamaged: this.#isDamaged,
    };
  }

  #written(given: string): Buffer {
    const text = mayBeDoubleUtf8(given) ? markDoubleUtf8(given) : given;
    const bytes = Buffer.from(text);
    this.#bytes += bytes.length;
    if (this.#bytes > maxBytes) throw new ImportError(`${this.#name} has more than 2 GiB of text: split it`);
    this.#isDamaged ||= isDamaged(text);
    return bytes;
  }

  #line({ row, isHidden, values: given }: SheetRow): string {
    const values = filled(given);
    if (values.length === 0 || !this.facts.takes(row, isHidden)) return '';
    if (values.length > maxColumns)
      throw new ImportError(
        `${this.#name} has a value in cell ${cellName(values.length - 1, row)}, and at most ${grouped(maxColumns)} columns are supported (to ${columnName(maxColumns - 1)}): delete the columns that are not imported`,
      );
    const length = values.reduce((sum, value) => sum + value.length, 0);
    if (length > maxRowLength)
      throw new ImportError(`${this.#name}, row ${row} is longer than 4 MiB: shorten its texts`);
    this.#first = Math.min(
      this.#first,
      values.findIndex((value) => value !== ''),
    );
    this.#end = Math.max(this.#end, values.length);
    return `${composed(JSON.stringify([row, ...values]))}\n`;
  }
}

/** Fills the holes, and leaves out the empty cells at the end. */
function filled(values: readonly string[]): string[] {
  const all = Array.from(values, (value: string | undefined) => value ?? '');
  return all.slice(0, all.findLastIndex((value) => value !== '') + 1);
}

function openWorkbook(zip: Unzipped): Promise<Workbook> {
  const parts = new Parts(zip);
  return parts.has('[Content_Types].xml') ? openXlsx(parts) : openOds(parts);
}

const others: readonly (readonly [part: RegExp, kind: string])[] = [
  [/^xl\/workbook\.bin$/i, 'a binary workbook (.xlsb): save it as .xlsx'],
  [/^word\/document\.xml$/i, 'a Word document (.docx): copy its table into a sheet'],
  [/^ppt\/presentation\.xml$/i, 'a PowerPoint document (.pptx): copy its table into a sheet'],
  [/^Index\/Document\.iwa$/i, 'a workbook of Numbers: export it as Excel (.xlsx)'],
];

const maxMimeType = 200;

/** Returns true for a workbook that can be read. Throws ImportError for a document of another program. */
export async function isWorkbook(zip: Unzipped): Promise<boolean> {
  const names = zip.entries.map(({ fileName }) => fileName.replaceAll('\\', '/'));
  const mimeType = await mimeTypeOf(zip);
  const isOpenDocument = mimeType.startsWith('application/vnd.oasis.opendocument.');
  const isOffice = names.some((part) => /^\/?\[content_types\]\.xml$/i.test(part));
  const other = others.find(([part]) => names.some((found) => part.test(found)));
  if (other) throw new ImportError(`${zip.name} is ${other[1]}`);
  if (isOpenDocument && !mimeType.includes('.spreadsheet'))
    throw new ImportError(
      `${zip.name} is a document of LibreOffice without a sheet: copy its table into one`,
    );
  return isOffice || isOpenDocument;
}

/** Reads what a document of LibreOffice says that it is; '' for other files. */
async function mimeTypeOf(zip: Unzipped): Promise<string> {
  const entry = zip.entries.find(({ fileName }) => fileName === 'mimetype');
  if (!entry || entry.uncompressedSize > maxMimeType || !entry.canDecodeFileData()) return '';
  const { head } = await readHead(await zip.open(entry), maxMimeType);
  return head.toString('latin1').trim();
}

function refuseTextOptions(name: string, { format, encoding, delimiter }: SourceOptions): void {
  const given = Object.entries({ format, encoding, delimiter }).find(([, value]) => value !== undefined);
  if (given)
    throw new ImportError(
      `${name} is a workbook, which has no ${given[0]} to choose: leave out --${given[0]}`,
    );
}
