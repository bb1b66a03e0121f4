import { TextDecoder } from 'node:util';
import sax from 'sax';
import { ImportError } from '../importError.ts';

/** Receives the elements of an XML part in their order. Names have no prefix, except for `draw:`. */
export interface XmlReader {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  close(name: string): void;
}

/** Their types lack `strictEntities`: entities of HTML are not known in XML. */
const parserOptions = { position: false, strictEntities: true } as sax.SAXOptions;

/** No part of a workbook is nested as deeply. */
const maxDepth = 100;
/** Pieces of a stream (64 KiB each) in which one tag may be. */
const maxPieces = 16;

/**
 * Parses a part of a workbook, and yields after each piece of it. Throws ImportError for a part that is not well-formed, and
 * for one with a document type: no spreadsheet writes it, and its entities can grow without a limit.
 */
export async function* parseXml(name: string, bytes: AsyncIterable<Buffer>, reader: XmlReader) {
  const parser = sax.parser(true, parserOptions);
  let depth = 0;
  let piecesOfTag = 0;
  parser.onerror = ({ message }) => {
    throw damagedPart(name, message.split('\n', 1)[0] ?? '');
  };
  parser.ondoctype = () => {
    throw new ImportError(`${name} has a document type (DTD), which no spreadsheet writes: save it again`);
  };
  parser.onopentag = ({ name: tag, attributes }) => {
    piecesOfTag = 0;
    depth += 1;
    if (depth > maxDepth) throw damagedPart(name, 'its elements are nested too deeply');
    reader.open(localName(tag), attributes as Record<string, string>);
  };
  parser.ontext = (text) => {
    piecesOfTag = 0;
    reader.text(text);
  };
  parser.oncdata = parser.ontext;
  parser.onclosetag = (tag) => {
    depth -= 1;
    reader.close(localName(tag));
  };
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const piece of bytes) {
    piecesOfTag += 1;
    if (piecesOfTag > maxPieces) throw damagedPart(name, 'a tag is too long');
    parser.write(decodedPiece(name, decoder, piece));
    yield;
  }
  parser.close();
  yield;
}

/** Parses a part that is small enough to be read at once. */
export async function readXml(name: string, bytes: AsyncIterable<Buffer>, reader: XmlReader): Promise<void> {
  for await (const _ of parseXml(name, bytes, reader));
}

function decodedPiece(name: string, decoder: TextDecoder, piece: Buffer): string {
  try {
    return decoder.decode(piece, { stream: true });
  } catch {
    throw damagedPart(name, 'it is not UTF-8');
  }
}

export function damagedPart(name: string, why: string): ImportError {
  return new ImportError(`${name} is damaged (${why}): open it in a spreadsheet, and save it again`);
}

const localNames = new Map<string, string>();
const maxNames = 1_000;

/** Files may use any prefix for a namespace: `x:row` is `row`. */
function localName(tag: string): string {
  if (!tag.includes(':') || tag.startsWith('draw:')) return tag;
  const known = localNames.get(tag);
  if (known !== undefined) return known;
  const local = tag.slice(tag.indexOf(':') + 1);
  if (localNames.size < maxNames) localNames.set(tag, local);
  return local;
}

/** The most characters of a cell; Excel allows 32,767. */
const maxTextLength = 1024 * 1024;

/** Collects the pieces of a text, up to the longest that a cell may have. */
export class TextCollector {
  readonly #name: string;
  #text = '';

  constructor(name: string) {
    this.#name = name;
  }

  add(text: string): void {
    this.#text += text;
    if (this.#text.length > maxTextLength)
      throw new ImportError(
        `${this.#name} has a text of more than 1 MiB: shorten it, or save the sheet as "CSV UTF-8"`,
      );
  }

  get isEmpty(): boolean {
    return this.#text === '';
  }

  take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }
}
