import { counted, grouped } from '../../shared/contract/values/counted.ts';
import type { SourceOptions } from './dialect.ts';
import { answer, ImportError, known } from './importError.ts';
import type { CellText } from './numberFormat.ts';
import { withoutAddedZero } from './storedDecimals.ts';
import { cellName, columnName, type SheetFacts } from './workbook.ts';

const maxExamples = 5;

/** Counts what the user should know of a sheet, and decides what `--cells` and `--hidden-rows` decide. */
export class FoundFacts implements SheetFacts {
  readonly #options: SourceOptions;
  readonly #hiddenColumns: [first: number, last: number][] = [];
  readonly #merged: string[] = [];
  #mergedCount = 0;
  readonly #hiddenRows: number[] = [];
  #hiddenRowCount = 0;
  readonly #fewerDigits = new Map<number, { count: number; readonly example: string }>();

  constructor(options: SourceOptions) {
    this.#options = options;
  }

  hiddenColumns(first: number, last: number): void {
    if (this.#hiddenColumns.length < maxExamples) this.#hiddenColumns.push([first, last]);
  }

  mergedRows(range: string): void {
    this.#mergedCount += 1;
    if (this.#merged.length < maxExamples) this.#merged.push(range);
  }

  fewerDigits(column: number, row: number, { text, shown }: Required<CellText>): string {
    const found = this.#fewerDigits.get(column);
    if (found) found.count += 1;
    else {
      const example = `${cellName(column, row)} has ${withoutAddedZero(text)} and shows ${withoutAddedZero(shown) || '""'}`;
      this.#fewerDigits.set(column, { count: 1, example });
    }
    return this.#options.cells === 'shown' ? shown : text;
  }

  /** Returns false for a hidden row that is left out. */
  takes(row: number, isHidden: boolean): boolean {
    if (!isHidden) return true;
    this.#hiddenRowCount += 1;
    if (this.#hiddenRows.length < maxExamples) this.#hiddenRows.push(row);
    return this.#options.hiddenRows !== 'skip';
  }

  /** Throws ImportError when rows are hidden, as by a filter, and it is not known whether they are to be imported. */
  requireAnswer(name: string): void {
    if (this.#hiddenRowCount === 0 || this.#options.hiddenRows !== undefined) return;
    const text = `${name} has ${this.#hiddenText()}: ${answer('--hidden-rows skip')} leaves them out, ${answer('--hidden-rows import')} takes them, too`;
    throw new ImportError(known('hidden_rows', [this.#hiddenRowCount, this.#hiddenNumbers()], text));
  }

  /** Columns before `start` and from `end` on have no values, and are left out. */
  notices(start: number, end: number): readonly string[] {
    const hidden = this.#hiddenColumns
      .filter(([first, last]) => first < end && last >= start)
      .map(([first, last]) => rangeOf(Math.max(first, start), Math.min(last, end - 1)));
    const isSkipped = this.#options.hiddenRows === 'skip';
    return [
      ...(this.#hiddenRowCount > 0
        ? [`${this.#hiddenText()}: ${isSkipped ? 'left out' : 'imported, too'}`]
        : []),
      ...(hidden.length > 0 ? [`hidden columns are read, too: ${hidden.join(', ')}`] : []),
      ...(this.#mergedCount > 0 ? [this.#mergedText()] : []),
      ...[...this.#fewerDigits].map(([column, { count, example }]) =>
        this.#digitsText(column, count, example),
      ),
    ];
  }

  #hiddenText(): string {
    return `${counted(this.#hiddenRowCount, 'hidden row')} (${this.#hiddenNumbers()})`;
  }

  #hiddenNumbers(): string {
    const more = this.#hiddenRowCount > this.#hiddenRows.length ? ' …' : '';
    return `${this.#hiddenRows.join(', ')}${more}`;
  }

  #mergedText(): string {
    const more = this.#mergedCount - this.#merged.length;
    const rest = more > 0 ? ` and ${grouped(more)} more` : '';
    return `cells are merged over several rows, of which only the first one has the value: ${this.#merged.join(', ')}${rest}`;
  }

  #digitsText(column: number, count: number, example: string): string {
    const isShown = this.#options.cells === 'shown';
    const decision = isShown
      ? 'imported as shown'
      : 'imported as stored; --cells shown imports what the sheet shows';
    return `column ${columnName(column)}: ${counted(count, 'number')} with more digits than the sheet shows (${example}): ${decision}`;
  }
}

function rangeOf(first: number, last: number): string {
  return first === last ? columnName(first) : `${columnName(first)} to ${columnName(last)}`;
}
