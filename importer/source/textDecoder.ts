import { isAscii, isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { composed } from './composed.ts';
import { ImportError } from './importError.ts';
import { decodeDoubleUtf8, markDoubleUtf8, mayBeDoubleUtf8, otherEncodingMark } from './textDamage.ts';

export interface Encoding {
  readonly name: string;
  /** Encoding of the text: a name that `stringDecoder` knows. */
  readonly main: string;
  /** Encoding of those lines that are not of `main`: one of the two is UTF-8. Without it, all lines are of `main`. */
  readonly other?: string;
  /** Marks lines of the other encoding, so that their rows are refused. */
  readonly marksOther?: boolean;
  /** Marks text that was encoded as UTF-8 twice, or decodes it once more. */
  readonly doubleUtf8?: 'mark' | 'decode';
}

/** Name for a file whose text was encoded as UTF-8, read as another encoding, and encoded again. */
export const doubleUtf8Name = 'utf-8-twice';

/** Lines that are not UTF-8 are read as Windows-1252, but their rows are refused. */
const utf8: Encoding = { name: 'utf-8', main: 'utf-8', other: 'windows-1252', marksOther: true };

/** Throws ImportError for an unknown encoding. */
export function encodingOf(given: string): Encoding {
  if (given.toLowerCase() === doubleUtf8Name) return { ...utf8, name: doubleUtf8Name, doubleUtf8: 'decode' };
  const [first = '', second, ...more] = given.split(',');
  const main = canonical(first.trim(), given);
  if (second === undefined) return main === 'utf-8' ? utf8 : { name: main, main };
  const other = canonical(second.trim(), given);
  const isMixed = more.length === 0 && main === 'utf-8' && !other.startsWith('utf-');
  if (!isMixed) throw unknown(given);
  return { name: `${main},${other}`, main, other };
}

function canonical(label: string, given: string): string {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    const name = label.toLowerCase();
    if (!notTexts.test(name) && iconv.encodingExists(name)) return name;
    throw unknown(given);
  }
}

/** Names that iconv-lite knows, but that are not encodings of files. */
const notTexts = /^(?:base-?64|hex|binary|_|utf-?7)/;

function unknown(given: string): ImportError {
  return new ImportError(
    `--encoding ${given} is unknown; supported: utf-8, windows-1252, cp850, macintosh, iso-8859-15, utf-16le and others, utf-8,windows-1252 for lines of both, ${doubleUtf8Name} for text like "MÃ¼ller"`,
  );
}

/** Decodes bytes that arrive in pieces. Invalid bytes become U+FFFD. */
export interface StringDecoder {
  write(bytes: Buffer): string;
  end(): string;
}

/** Some releases of Node decode Windows-1252 as Latin-1 (nodejs/node#56542), most of them only what is not streamed. */
const isLatin1 = new TextDecoder('windows-1252').decode(Buffer.from([0x92]), { stream: true }) !== '’';

const utf8Decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Removes a byte order mark. iconv-lite decodes what the WHATWG Encoding Standard lacks, such as cp850; it is slower than Node. */
function stringDecoder(encoding: string): StringDecoder {
  const decoder = encoding === 'windows-1252' && isLatin1 ? undefined : webDecoder(encoding);
  if (decoder)
    return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
  const other = iconv.getDecoder(encoding);
  return { write: (bytes) => other.write(bytes), end: () => other.end() ?? '' };
}

/** Decodes complete bytes; keeps a byte order mark in UTF-8. */
export function textOf(bytes: Buffer, encoding: string): string {
  if (encoding === 'utf-8') return utf8Decoder.decode(bytes);
  const decoder = stringDecoder(encoding);
  return decoder.write(bytes) + decoder.end();
}

function webDecoder(encoding: string) {
  try {
    return new TextDecoder(encoding);
  } catch {
    return undefined;
  }
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
/** Bytes of the pieces in which lines without an end are decoded. */
const maxRestBytes = 256 * 1024;
/** First bytes of the UTF-8 characters in German and French texts. Other encodings use them for rare characters. */
const utf8Starts = [
  Buffer.from([0xc2]),
  Buffer.from([0xc3]),
  Buffer.from([0xe2, 0x80]),
  Buffer.from([0xe2, 0x82]),
];
const lost = Buffer.from('\uFFFD');

/**
 * Decodes a text that arrives in pieces, line by line, so that one line of another encoding does not garble the others.
 * Whole pieces are decoded at once as long as there is no such line. `isMarked` tells whether some text was marked as damaged.
 */
export class LineDecoder implements StringDecoder {
  readonly #encoding: Encoding;
  readonly #main: StringDecoder;
  #rest: Buffer = Buffer.alloc(0);
  #isStarted = false;
  isMarked = false;

  constructor(encoding: Encoding) {
    this.#encoding = encoding;
    this.#main = stringDecoder(encoding.main);
  }

  write(chunk: Buffer): string {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const end = endOfLines(bytes);
    this.#rest = bytes.subarray(end);
    return end === 0 ? '' : this.#decoded(bytes.subarray(0, end));
  }

  end(): string {
    const bytes = this.#rest;
    this.#rest = Buffer.alloc(0);
    return this.#decoded(bytes) + this.#main.end();
  }

  #decoded(bytes: Buffer): string {
    const text = composed(this.#encoding.main === 'utf-8' ? this.#utf8(bytes) : this.#withUtf8Lines(bytes));
    if (this.#encoding.main !== 'utf-8') this.isMarked ||= text.includes('\uFFFD');
    const isFirst = !this.#isStarted && text !== '';
    this.#isStarted ||= isFirst;
    return isFirst && text.startsWith('\uFEFF') ? text.slice(1) : text;
  }

  #utf8(bytes: Buffer): string {
    const { other, doubleUtf8 } = this.#encoding;
    if (!isUtf8(bytes) && other !== undefined)
      return byLines(bytes, (line) => (isUtf8(line) ? this.#utf8(line) : this.#other(line, other)));
    this.isMarked ||= bytes.includes(lost) || !isUtf8(bytes);
    const text = textOf(bytes, 'utf-8');
    if (doubleUtf8 === undefined || !mayBeDoubleUtf8(text)) return text;
    if (doubleUtf8 === 'decode') return decodeDoubleUtf8(text);
    const marked = markDoubleUtf8(text);
    this.isMarked ||= marked !== text;
    return marked;
  }

  #withUtf8Lines(bytes: Buffer): string {
    const { main, other } = this.#encoding;
    if (other === undefined || !utf8Starts.some((start) => bytes.includes(start)))
      return this.#main.write(bytes);
    return byLines(bytes, (line) =>
      isUtf8(line) && !isAscii(line) ? this.#other(line, other) : textOf(line, main),
    );
  }

  #other(line: Buffer, encoding: string): string {
    const text = textOf(line, encoding);
    if (!this.#encoding.marksOther) return text;
    this.isMarked = true;
    return text.replace(/[^\0-\x7F]+/g, `${otherEncodingMark}$&`);
  }
}

export async function* decoded(bytes: AsyncIterable<Buffer>, decoder: StringDecoder): AsyncGenerator<string> {
  for await (const chunk of bytes) yield decoder.write(chunk);
  yield decoder.end();
}

export function* linesOf(bytes: Buffer): Generator<Buffer> {
  const end = bytes.includes(lineFeed) ? lineFeed : carriageReturn;
  for (let from = 0; from < bytes.length; ) {
    const index = bytes.indexOf(end, from);
    const to = index === -1 ? bytes.length : index + 1;
    yield bytes.subarray(from, to);
    from = to;
  }
}

function byLines(bytes: Buffer, decode: (line: Buffer) => string): string {
  let text = '';
  for (const line of linesOf(bytes)) text += decode(line);
  return text;
}

/** Returns where the last line ends; in a line that is too long, where a character ends. */
function endOfLines(bytes: Buffer): number {
  const end = Math.max(bytes.lastIndexOf(lineFeed), bytes.lastIndexOf(carriageReturn)) + 1;
  if (end > 0 || bytes.length < maxRestBytes) return end;
  let index = bytes.length - 1;
  // Bytes inside a character begin with the bits 10.
  while (index > bytes.length - 4 && ((bytes[index] ?? 0) & 0xc0) === 0x80) index -= 1;
  return index;
}
