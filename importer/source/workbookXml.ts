import { TextDecoder } from 'node:util';
import sax from 'sax';
import { ImportError } from './importError.ts';

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
/** The most characters of one tag. */
const maxTagLength = 1024 * 1024;

/** Parses a part of a workbook, and yields after each piece of it what `take` returns. Throws as `readXml` does. */
export async function* parseXml<Result>(
  name: string,
  bytes: AsyncIterable<Buffer>,
  reader: XmlReader,
  take: () => Result,
): AsyncGenerator<Result> {
  const parser = new XmlParser(name, reader);
  for await (const piece of bytes) {
    parser.write(piece);
    yield take();
  }
  parser.end();
  yield take();
}

/**
 * Parses a part of a workbook. Throws ImportError for one that is not well-formed, and for one with a document type: no
 * spreadsheet writes it, and its entities can grow without a limit.
 */
export async function readXml(name: string, bytes: AsyncIterable<Buffer>, reader: XmlReader): Promise<void> {
  const parser = new XmlParser(name, reader);
  for await (const piece of bytes) parser.write(piece);
  parser.end();
}

class XmlParser {
  readonly #name: string;
  readonly #reader: XmlReader;
  readonly #parser = sax.parser(true, parserOptions);
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #depth = 0;
  #tagLength = 0;

  constructor(name: string, reader: XmlReader) {
    this.#name = name;
    this.#reader = reader;
    this.#parser.position = 0;
    const text = (piece: string) => {
      this.#tagLength = 0;
      reader.text(piece);
    };
    Object.assign(this.#parser, {
      onerror: ({ message }: Error) => {
        throw damagedPart(name, message.split('\n', 1)[0] ?? '');
      },
      ondoctype: () => {
        throw new ImportError(
          `${name} has a document type (DTD), which no spreadsheet writes: save it again`,
        );
      },
      onopentag: ({ name: tag, attributes }: sax.Tag) => this.#open(tag, attributes),
      ontext: text,
      oncdata: text,
      onclosetag: (tag: string) => {
        this.#depth -= 1;
        reader.close(localName(tag));
      },
    });
  }

  write(piece: Buffer): void {
    const text = this.#decoded(piece);
    this.#tagLength += text.length;
    if (this.#tagLength > maxTagLength) throw damagedPart(this.#name, 'a tag is too long');
    // The parser limits its buffers by its position, which it does not count itself: that would make it slower.
    this.#parser.position += text.length;
    this.#parser.write(text);
  }

  end(): void {
    this.#parser.close();
  }

  #open(tag: string, attributes: Readonly<Record<string, string>>): void {
    this.#tagLength = 0;
    this.#depth += 1;
    if (this.#depth > maxDepth) throw damagedPart(this.#name, 'its elements are nested too deeply');
    this.#reader.open(localName(tag), attributes);
  }

  #decoded(piece: Buffer): string {
    try {
      return this.#decoder.decode(piece, { stream: true });
    } catch {
      throw damagedPart(this.#name, 'it is not UTF-8');
    }
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
