import { ImportError } from './importError.ts';
import {
  builtInFormat,
  loadNumberFormats,
  type NumberReader,
  numberReader,
  plainReader,
} from './numberFormat.ts';
import { SharedTexts } from './sharedTexts.ts';
import type { SheetEntry, SheetFacts, Workbook } from './workbook.ts';
import type { Parts } from './workbookParts.ts';
import { damagedPart, parseXml, readXml, TextCollector, type XmlReader } from './workbookXml.ts';
import { isTrue, unescaped, XlsxSheet } from './xlsxSheet.ts';

type Attributes = Readonly<Record<string, string>>;

/** Opens a workbook of Excel (ECMA-376, transitional or strict). Its texts and styles are read once, with the first sheet. */
export async function openXlsx(parts: Parts): Promise<Workbook> {
  const main = (await relations(parts, '')).find(({ type }) => type === 'officeDocument');
  const path = main?.target ?? 'xl/workbook.xml';
  if (path.endsWith('.bin'))
    throw new ImportError(`${parts.name} is a binary workbook (.xlsb): save it as .xlsx`);
  const related = await relations(parts, path);
  const { sheets, is1904, computesOnLoad } = await readWorkbook(parts, path);
  const entries = sheets.flatMap(({ id, ...sheet }) => {
    const found = related.find((relation) => relation.id === id && relation.type === 'worksheet');
    return found ? [{ ...sheet, part: found.target }] : [];
  });
  const partOf = (type: string) => related.find((relation) => relation.type === type)?.target;
  let loaded: Promise<[SharedTexts, readonly NumberReader[]]> | undefined;
  const load = () =>
    Promise.all([readTexts(parts, partOf('sharedStrings')), readStyles(parts, partOf('styles'), is1904)]);
  return {
    format: 'xlsx',
    sheets: entries,
    async *rows(sheet: SheetEntry, facts: SheetFacts) {
      loaded ??= load();
      const [texts, styles] = await loaded;
      const { part = '' } = entries.find((entry) => entry === sheet) ?? {};
      const name = `${parts.name}, sheet "${sheet.name}"`;
      const reader = new XlsxSheet({ name, texts, styles, computesOnLoad, facts });
      yield* parseXml(name, await parts.open(part), reader, () => reader.take());
    },
  };
}

interface Relation {
  readonly id: string;
  /** Last word of its type, which is the same in transitional and strict files. */
  readonly type: string;
  readonly target: string;
}

/** Reads which parts belong to a part; '' is the whole file. Targets are relative to the part, or begin with a slash. */
async function relations(parts: Parts, part: string): Promise<readonly Relation[]> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const path = `${folder}_rels/${part.slice(folder.length)}.rels`;
  const found: Relation[] = [];
  if (!parts.has(path)) return found;
  await readXml(`${parts.name} (${path})`, await parts.open(path), {
    ...ignoring,
    open: (name, { Id = '', Type = '', Target = '', TargetMode }) => {
      if (name !== 'Relationship' || TargetMode === 'External') return;
      const target = new URL(Target.replaceAll('\\', '/'), `file:///${folder}`).pathname.slice(1);
      limited(parts.name, found);
      found.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), target: decodeURI(target) });
    },
  });
  return found;
}

const ignoring: XmlReader = { open: () => {}, text: () => {}, close: () => {} };

const maxEntries = 65_536;

/** Styles, formats, sheets: Excel allows 65,490 styles, and fewer of the others. */
function limited(name: string, list: readonly unknown[]): void {
  if (list.length >= maxEntries) throw damagedPart(name, 'it has more styles or sheets than Excel allows');
}

async function readWorkbook(parts: Parts, path: string) {
  const sheets: { name: string; isHidden: boolean; id: string }[] = [];
  let is1904 = false;
  let computesOnLoad = false;
  await readXml(`${parts.name} (${path})`, await parts.open(path), {
    ...ignoring,
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = isTrue(attributes.date1904);
      if (name === 'calcPr') computesOnLoad = isTrue(attributes.fullCalcOnLoad);
      if (name !== 'sheet') return;
      limited(parts.name, sheets);
      const isHidden = (attributes.state ?? 'visible') !== 'visible';
      sheets.push({ name: unescaped(attributes.name ?? ''), isHidden, id: relationId(attributes) });
    },
  });
  return { sheets, is1904, computesOnLoad };
}

function relationId(attributes: Attributes): string {
  return Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '';
}

/** Reads the shared texts without what says how they are pronounced. Files of other programs may have none. */
async function readTexts(parts: Parts, part: string | undefined): Promise<SharedTexts> {
  const texts = new SharedTexts(parts.name);
  if (part === undefined || !parts.has(part)) return texts;
  const text = new TextCollector(parts.name);
  let isReading = false;
  let isPhonetic = false;
  await readXml(`${parts.name} (${part})`, await parts.open(part), {
    open: (name) => {
      if (name === 't') isReading = !isPhonetic;
      else if (name === 'rPh') isPhonetic = true;
    },
    text: (piece) => {
      if (isReading) text.add(piece);
    },
    close: (name) => {
      if (name === 't') isReading = false;
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 'si') texts.add(unescaped(text.take()));
    },
  });
  return texts;
}

/** Formats of money that each country shows with its own currency. */
const localMoney = new Set([5, 6, 7, 8, 41, 42, 43, 44]);
const firstOwnFormat = 164;

async function readStyles(parts: Parts, part: string | undefined, is1904: boolean) {
  await loadNumberFormats();
  const styles: NumberReader[] = [];
  if (part === undefined || !parts.has(part)) return styles;
  const codes = new Map<number, string>();
  const readers = new Map<number, NumberReader>();
  let isCellStyles = false;
  const readerOf = (id: number) => {
    const known = readers.get(id) ?? numberReader(codes.get(id) ?? builtIn(id), is1904);
    readers.set(id, known);
    return known;
  };
  await readXml(`${parts.name} (${part})`, await parts.open(part), {
    ...ignoring,
    open: (name, { numFmtId = '0', formatCode = '' }) => {
      if (name === 'numFmt' && codes.size < maxEntries) codes.set(Number(numFmtId), formatCode);
      else if (name === 'cellXfs') isCellStyles = true;
      else if (name === 'xf' && isCellStyles) {
        limited(parts.name, styles);
        styles.push(numFmtId === '0' ? plainReader : readerOf(Number(numFmtId)));
      }
    },
    close: (name) => {
      if (name === 'cellXfs') isCellStyles = false;
    },
  });
  return styles;
}

function builtIn(id: number): string {
  if (localMoney.has(id)) return '#,##0.00';
  return (id < firstOwnFormat ? builtInFormat(id) : undefined) ?? 'General';
}
