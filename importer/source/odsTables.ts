import { ImportError } from './importError.ts';
import { odsText } from './odsCellText.ts';
import { cellName, type SheetEntry, type SheetFacts, type SheetRow } from './workbook.ts';
import { TextCollector, type XmlReader } from './workbookXml.ts';

type Attributes = Readonly<Record<string, string>>;

/** Elements whose texts and cells do not belong to the sheet: comments, earlier versions, drawings. */
const ignored = /^(?:annotation|tracked-changes|shapes|forms|ruby-text|dde-links|draw:.*)$/;
/** Limits for a cell or row that is written once and stands for many: a few bytes could be millions of rows. */
const maxSameCells = 1_024;
const maxSameRows = 10_000;

/** Reads the cells of one table of a spreadsheet, or, without the number of a table, only their names. */
export class OdsTables implements XmlReader {
  readonly sheets: SheetEntry[] = [];
  readonly #name: string;
  readonly #wanted: number | undefined;
  readonly #facts: SheetFacts;
  readonly #hiddenStyles = new Set<string>();
  readonly #text: TextCollector;
  #style = '';
  #rows: SheetRow[] = [];
  #row = 0;
  #rowRepeats = 1;
  #isHidden = false;
  #values: string[] = [];
  #column = 0;
  #columns = 0;
  #cell: Attributes | undefined;
  #paragraphs = 0;
  #paragraphDepth = 0;
  #ignoredDepth = 0;

  constructor(name: string, wanted: number | undefined, facts: SheetFacts) {
    this.#name = name;
    this.#wanted = wanted;
    this.#facts = facts;
    this.#text = new TextCollector(name);
  }

  take(): SheetRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  get isDone(): boolean {
    return this.#wanted !== undefined && this.sheets.length > this.#wanted + 1;
  }

  get #isWanted(): boolean {
    return this.sheets.length - 1 === this.#wanted;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#ignoredDepth > 0 || ignored.test(name)) this.#ignoredDepth += 1;
    else if (name === 'style') this.#style = attributes['style:name'] ?? '';
    else if (name === 'table-properties') this.#hideStyle(attributes);
    else if (name === 'table') this.#openTable(attributes);
    else if (!this.#isWanted) return;
    else if (name === 'table-column') this.#openColumn(attributes);
    else if (name === 'table-row') this.#openRow(attributes);
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#openCell(attributes);
    else if (this.#cell) this.#openText(name, attributes);
  }

  text(text: string): void {
    if (this.#paragraphDepth > 0 && this.#ignoredDepth === 0) this.#text.add(text.replace(/\s+/g, ' '));
  }

  close(name: string): void {
    if (this.#ignoredDepth > 0) this.#ignoredDepth -= 1;
    else if (!this.#isWanted) return;
    else if (name === 'p') this.#paragraphDepth -= 1;
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#closeCell();
    else if (name === 'table-row') this.#closeRow();
  }

  #hideStyle(attributes: Attributes): void {
    if (attributes['table:display'] === 'false') this.#hiddenStyles.add(this.#style);
  }

  #openTable(attributes: Attributes): void {
    const isHidden = this.#hiddenStyles.has(attributes['table:style-name'] ?? '');
    this.sheets.push({ name: attributes['table:name'] ?? '', isHidden });
  }

  #openColumn(attributes: Attributes): void {
    const first = this.#columns;
    this.#columns += repeats(attributes['table:number-columns-repeated']);
    if (isInvisible(attributes)) this.#facts.hiddenColumns(first, this.#columns - 1);
  }

  #openRow(attributes: Attributes): void {
    this.#row += 1;
    this.#rowRepeats = repeats(attributes['table:number-rows-repeated']);
    this.#isHidden = isInvisible(attributes);
    this.#values = [];
    this.#column = 0;
  }

  #openCell(attributes: Attributes): void {
    this.#cell = attributes;
    this.#paragraphs = 0;
    if (repeats(attributes['table:number-rows-spanned']) > 1)
      this.#facts.mergedRows(cellName(this.#column, this.#row));
  }

  #openText(name: string, attributes: Attributes): void {
    if (name === 'p') {
      if (this.#paragraphs > 0) this.#text.add('\n');
      this.#paragraphs += 1;
      this.#paragraphDepth += 1;
    } else if (name === 's')
      this.#text.add(' '.repeat(Math.min(repeats(attributes['text:c']), maxSameCells)));
    else if (name === 'tab') this.#text.add('\t');
    else if (name === 'line-break') this.#text.add('\n');
  }

  #closeCell(): void {
    const attributes = this.#cell ?? {};
    const count = repeats(attributes['table:number-columns-repeated']);
    const place = cellName(this.#column, this.#row);
    const { text, shown } = odsText(attributes, this.#text.take(), place);
    this.#cell = undefined;
    if (text !== '') {
      if (count > maxSameCells) throw this.#tooMany(`cell ${place}`, count);
      const value =
        shown === undefined ? text : this.#facts.fewerDigits(this.#column, this.#row, { text, shown });
      for (let index = 0; index < count; index += 1) this.#values[this.#column + index] = value;
    }
    this.#column += count;
  }

  #closeRow(): void {
    const count = this.#values.length > 0 ? this.#rowRepeats : 0;
    if (count > maxSameRows) throw this.#tooMany(`row ${this.#row}`, count);
    for (let index = 0; index < count; index += 1)
      this.#rows.push({ row: this.#row + index, isHidden: this.#isHidden, values: this.#values });
    this.#row += this.#rowRepeats - 1;
  }

  #tooMany(what: string, count: number): ImportError {
    return new ImportError(`${this.#name}: ${what} is repeated ${count} times: delete what is not data`);
  }
}

function repeats(attribute: string | undefined): number {
  const count = Number(attribute ?? 1);
  return count >= 1 ? Math.floor(count) : 1;
}

function isInvisible(attributes: Attributes): boolean {
  return ['collapse', 'filter'].includes(attributes['table:visibility'] ?? '');
}
