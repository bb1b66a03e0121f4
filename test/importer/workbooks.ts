import { zipOf } from './zip.ts';

/** A cell of a made-up sheet: a text, or XML as a program writes it. */
export type Cell = string | number | { readonly xml: string } | undefined;

export interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly Cell[])[];
  readonly state?: 'hidden';
  /** Attributes of rows, by their number. */
  readonly rowAttributes?: Readonly<Record<number, string>>;
  /** XML before and after the rows. */
  readonly before?: string;
  readonly after?: string;
}

export interface XlsxParts {
  /** Number formats of the cell styles 1, 2, …; 0 is General. */
  readonly formats?: readonly (string | number)[];
  readonly sharedStrings?: readonly string[];
  readonly date1904?: boolean;
  /** Asks Excel to compute all formulas, as XlsxWriter does. */
  readonly computesOnLoad?: boolean;
  /** Parts that replace those that are written. */
  readonly parts?: Readonly<Record<string, string | undefined>>;
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** A workbook of Excel. */
export function xlsxOf(sheets: readonly Sheet[], options: XlsxParts = {}): Buffer {
  const { formats = [], sharedStrings = [], date1904 = false, computesOnLoad = false, parts = {} } = options;
  const own = formats.flatMap((code, index) => (typeof code === 'string' ? [{ id: 164 + index, code }] : []));
  const ids = formats.map((code, index) => (typeof code === 'string' ? 164 + index : code));
  const files: Record<string, string | undefined> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relations([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${officeRelations}"><workbookPr${date1904 ? ' date1904="1"' : ''}/><sheets>${sheets
      .map(
        ({ name, state }, index) =>
          `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"${state ? ` state="${state}"` : ''}/>`,
      )
      .join('')}</sheets>${computesOnLoad ? '<calcPr calcId="124519" fullCalcOnLoad="1"/>' : ''}</workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map(
        (_, index) => [`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`] as const,
      ),
      ['rIdS', 'styles', 'styles.xml'],
      ['rIdT', 'sharedStrings', '/xl/sharedStrings.xml'],
    ]),
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts>${own
      .map(({ id, code }) => `<numFmt numFmtId="${id}" formatCode="${escaped(code)}"/>`)
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${[0, ...ids]
      .map((id) => `<xf numFmtId="${id}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${sharedStrings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    ...Object.fromEntries(
      sheets.map((sheet, index) => [`xl/worksheets/sheet${index + 1}.xml`, sheetXml(sheet)]),
    ),
    ...parts,
  };
  const kept = Object.entries(files).filter((file): file is [string, string] => file[1] !== undefined);
  return zipOf(Object.fromEntries(kept.map(([name, xml]) => [name, declaration + xml])));
}

function relations(list: readonly (readonly [id: string, type: string, target: string])[]): string {
  return `<Relationships xmlns="${packageRelations}">${list
    .map(
      ([id, type, target]) =>
        `<Relationship Id="${id}" Type="${officeRelations}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;
}

function sheetXml({ rows, before = '', after = '', rowAttributes = {} }: Sheet): string {
  const xml = rows.map((cells, index) => {
    const row = index + 1;
    const attributes = rowAttributes[row] ? ` ${rowAttributes[row]}` : '';
    return `<row r="${row}"${attributes}>${cells.map((cell, column) => cellXml(cell, `${columnLetters(column)}${row}`)).join('')}</row>`;
  });
  return `<worksheet xmlns="${main}">${before}<sheetData>${xml.join('')}</sheetData>${after}</worksheet>`;
}

function cellXml(cell: Cell, place: string): string {
  if (cell === undefined) return '';
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === 'string')
    return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  return cell.xml.replace(/^<c/, `<c r="${place}"`);
}

/** A number of one of the formats of the workbook, the first of which is 1. */
export function styled(style: number, stored: string | number): Cell {
  return { xml: `<c s="${style}"><v>${stored}</v></c>` };
}

export function shared(index: number): Cell {
  return { xml: `<c t="s"><v>${index}</v></c>` };
}

function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

const odsNames = ['office', 'table', 'text', 'style', 'calcext', 'draw', 'dc']
  .map((prefix) => `xmlns:${prefix}="urn:${prefix}"`)
  .join(' ');

/** A spreadsheet of LibreOffice with these tables, each as XML. */
export function odsOf(tables: string, parts: Readonly<Record<string, string>> = {}, styles = ''): Buffer {
  return zipOf({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `${declaration}<office:document-content ${odsNames}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
    ...parts,
  });
}

/** A table of LibreOffice. Texts become cells with a text, others are XML. */
export function odsTable(name: string, rows: readonly (readonly Cell[])[]): string {
  const xml = rows.map((cells) => `<table:table-row>${cells.map(odsCell).join('')}</table:table-row>`);
  return `<table:table table:name="${escaped(name)}">${xml.join('')}</table:table>`;
}

function odsCell(cell: Cell): string {
  if (cell === undefined) return '<table:table-cell/>';
  if (typeof cell === 'object') return cell.xml;
  const type = typeof cell === 'number' ? `float" office:value="${cell}` : 'string';
  return `<table:table-cell office:value-type="${type}"><text:p>${escaped(String(cell))}</text:p></table:table-cell>`;
}

/** A cell of LibreOffice with a value and the text that it shows. */
export function odsValue(attributes: string, shown: string): Cell {
  return { xml: `<table:table-cell ${attributes}><text:p>${escaped(shown)}</text:p></table:table-cell>` };
}
