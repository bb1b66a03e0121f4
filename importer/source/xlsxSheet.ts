import { asDateCell } from './dateCell.ts';
import { ImportError } from './importError.ts';
import { type NumberReader, plainReader } from './numberFormat.ts';
import type { SharedTexts } from './sharedTexts.ts';
import { cellName, type SheetFacts, type SheetRow } from './workbook.ts';
import { damagedPart, TextCollector, type XmlReader } from './workbookXml.ts';

export interface SheetContext {
  /** Name of the file and sheet in messages. */
  readonly name: string;
  readonly texts: SharedTexts;
  /** Readers of numbers, by the style of their cells. */
  readonly styles: readonly NumberReader[];
  /** True if Excel is to compute all formulas: the program that wrote them has stored 0 for each result that it did not know. */
  readonly computesOnLoad: boolean;
  readonly facts: SheetFacts;
}

const maxColumns = 16_384;
const maxRows = 1_048_576;

/** Reads the cells of a sheet (ECMA-376 part 1, 18.3.1). Attributes that only describe the sheet, as its size, are not trusted. */
export class XlsxSheet implements XmlReader {
  readonly #context: SheetContext;
  #rows: SheetRow[] = [];
  #row = 0;
  #isHidden = false;
  #values: string[] = [];
  #column = -1;
  #type = 'n';
  #style: NumberReader = plainReader;
  #isFormula = false;
  /** Cells of array formulas, of which only the first one names its formula. */
  #arrays: Range[] = [];
  /** Text that is being read: of the value, of a text in the cell, or nothing. */
  #reading: 'value' | 'text' | undefined;
  #isPhonetic = false;
  readonly #value: TextCollector;

  constructor(context: SheetContext) {
    this.#context = context;
    this.#value = new TextCollector(context.name);
  }

  take(): SheetRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'c') this.#openCell(attributes);
    else if (name === 'v') this.#reading = 'value';
    else if (name === 't') this.#reading = this.#isPhonetic ? undefined : 'text';
    else if (name === 'row') this.#openRow(attributes);
    else if (name === 'f') this.#openFormula(attributes);
    else if (name === 'rPh') this.#isPhonetic = true;
    else if (name === 'col' && isTrue(attributes.hidden))
      this.#context.facts.hiddenColumns(Number(attributes.min) - 1, Number(attributes.max) - 1);
    else if (name === 'mergeCell') this.#merge(attributes.ref ?? '');
  }

  text(text: string): void {
    if (this.#reading !== undefined) this.#value.add(text);
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#reading = undefined;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#closeRow();
    else if (name === 'rPh') this.#isPhonetic = false;
  }

  #openRow({ r, hidden }: Readonly<Record<string, string>>): void {
    const row = r === undefined ? this.#row + 1 : Number(r);
    if (!(row > this.#row && row <= maxRows)) throw this.#damaged(`row ${r} after row ${this.#row}`);
    this.#row = row;
    this.#isHidden = isTrue(hidden);
    this.#values = [];
    this.#column = -1;
  }

  #openCell({ r, t, s }: Readonly<Record<string, string>>): void {
    this.#column = r === undefined ? this.#column + 1 : columnOf(r);
    if (!(this.#column >= 0 && this.#column < maxColumns)) throw this.#damaged(`cell ${r}`);
    this.#type = t ?? 'n';
    // A cell without a style has the first one, which need not be General.
    this.#style = this.#context.styles[Number(s ?? 0)] ?? plainReader;
    this.#isFormula = false;
  }

  #openFormula({ t, ref }: Readonly<Record<string, string>>): void {
    this.#isFormula = true;
    const range = t === 'array' && this.#context.computesOnLoad ? rangeOf(ref) : undefined;
    if (range === undefined) return;
    this.#arrays = this.#arrays.filter(({ lastRow }) => lastRow >= this.#row);
    this.#arrays.push(range);
  }

  #closeCell(): void {
    const stored = this.#value.take();
    if (stored !== '' && !this.#isPlaceholder(stored)) this.#values[this.#column] = this.#textOf(stored);
    else if (stored !== '' || (this.#isFormula && this.#type !== 'str'))
      this.#values[this.#column] = `#FORMULA! (${this.#cell()})`;
  }

  /** True for the 0 that a program has stored in place of a result. */
  #isPlaceholder(stored: string): boolean {
    if (!this.#context.computesOnLoad || this.#type !== 'n' || Number(stored) !== 0) return false;
    return this.#isFormula || this.#arrays.some((range) => includes(range, this.#column, this.#row));
  }

  #textOf(stored: string): string {
    switch (this.#type) {
      case 's':
        return this.#context.texts.get(Number(stored)) ?? this.#fail(`cell ${this.#cell()} has no text`);
      case 'inlineStr':
      case 'str':
        return unescaped(stored);
      case 'b':
        return stored.trim() === '1' || stored.trim() === 'true' ? 'TRUE' : 'FALSE';
      case 'e':
        return `${stored.trim()} (${this.#cell()})`;
      case 'd':
        return asDateCell(isoText(stored.trim()));
      default:
        return this.#numberText(stored);
    }
  }

  #numberText(stored: string): string {
    const cell = this.#style(stored) ?? this.#fail(`cell ${this.#cell()} is not a number`);
    if (cell.shown === undefined) return cell.text;
    return this.#context.facts.fewerDigits(this.#column, this.#row, { ...cell, shown: cell.shown });
  }

  #closeRow(): void {
    if (this.#values.length > 0)
      this.#rows.push({ row: this.#row, isHidden: this.#isHidden, values: this.#values });
  }

  #merge(range: string): void {
    const [, from, to] = /^[A-Z]+(\d+):[A-Z]+(\d+)$/.exec(range) ?? [];
    if (from !== to) this.#context.facts.mergedRows(range);
  }

  #cell(): string {
    return cellName(this.#column, this.#row);
  }

  #fail(why: string): never {
    throw this.#damaged(why);
  }

  #damaged(why: string): ImportError {
    return damagedPart(this.#context.name, why);
  }
}

export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

function columnOf(cell: string): number {
  let column = 0;
  for (let index = 0; index < 4; index += 1) {
    const letter = cell.charCodeAt(index);
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
  }
  return column - 1;
}

interface Range {
  readonly firstColumn: number;
  readonly lastColumn: number;
  readonly firstRow: number;
  readonly lastRow: number;
}

function rangeOf(ref = ''): Range | undefined {
  const [, from = '', first, to = '', last] = /^([A-Z]+(\d+)):([A-Z]+(\d+))$/.exec(ref) ?? [];
  if (first === undefined || last === undefined) return undefined;
  return {
    firstColumn: columnOf(from),
    lastColumn: columnOf(to),
    firstRow: Number(first),
    lastRow: Number(last),
  };
}

function includes(range: Range, column: number, row: number): boolean {
  const { firstColumn, lastColumn, firstRow, lastRow } = range;
  return column >= firstColumn && column <= lastColumn && row >= firstRow && row <= lastRow;
}

/** Excel writes control characters as `_x000D_`, and a text that looks like one with `_x005F_` before it. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** A date of a strict workbook: midnight means that there is no time of day. */
function isoText(text: string): string {
  return text
    .replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '')
    .replace('T', ' ')
    .replace(/\.\d+/, '')
    .replace(/Z$/, '');
}
