import { isAscii, isUtf8 } from 'node:buffer';
import { type Encoding, type StringDecoder, stringDecoder, textOf } from './encodings.ts';
import { otherMark } from './marks.ts';
import { decodeTwice, markTwice, maybeTwice } from './twice.ts';

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
 * Whole pieces are decoded at once as long as there is no such line.
 */
class LineDecoder implements StringDecoder {
  readonly #encoding: Encoding;
  readonly #main: StringDecoder;
  #rest: Buffer = Buffer.alloc(0);
  #isStarted = false;
  #isMarked = false;

  constructor(encoding: Encoding) {
    this.#encoding = encoding;
    this.#main = stringDecoder(encoding.main);
  }

  get isMarked(): boolean {
    return this.#isMarked;
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
    return this.#decoded(bytes);
  }

  #decoded(bytes: Buffer): string {
    const text = this.#encoding.main === 'utf-8' ? this.#utf8(bytes) : this.#withUtf8Lines(bytes);
    const isFirst = !this.#isStarted && text !== '';
    this.#isStarted ||= isFirst;
    return isFirst && text.startsWith('\uFEFF') ? text.slice(1) : text;
  }

  #utf8(bytes: Buffer): string {
    const { other, twice } = this.#encoding;
    if (!isUtf8(bytes) && other !== undefined)
      return byLines(bytes, (line) => (isUtf8(line) ? this.#utf8(line) : this.#other(line, other)));
    this.#isMarked ||= bytes.includes(lost) || !isUtf8(bytes);
    const text = textOf(bytes, 'utf-8');
    if (twice === undefined || !maybeTwice(text)) return text;
    if (twice === 'decode') return decodeTwice(text);
    const marked = markTwice(text);
    this.#isMarked ||= marked !== text;
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
    this.#isMarked = true;
    return text.replace(/[^\0-\x7F]+/g, `${otherMark}$&`);
  }
}

export function decoderOf(encoding: Encoding): StringDecoder & { readonly isMarked: boolean } {
  const isOfLines = encoding.main === 'utf-8' || encoding.other !== undefined;
  if (isOfLines) return new LineDecoder(encoding);
  const decoder = stringDecoder(encoding.main);
  return { write: (bytes) => decoder.write(bytes), end: () => decoder.end(), isMarked: false };
}

export async function* decoded(bytes: AsyncIterable<Buffer>, decoder: StringDecoder): AsyncGenerator<string> {
  for await (const chunk of bytes) yield decoder.write(chunk);
  yield decoder.end();
}

export function* linesOf(bytes: Buffer): Generator<Buffer> {
  const end = bytes.includes(lineFeed) ? lineFeed : carriageReturn;
  for (let from = 0; from < bytes.length; ) {
    const at = bytes.indexOf(end, from);
    const to = at === -1 ? bytes.length : at + 1;
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
  const isContinued = (index: number) => ((bytes[index] ?? 0) & 0xc0) === 0x80;
  let at = bytes.length - 1;
  while (at > bytes.length - 4 && isContinued(at)) at -= 1;
  return at;
}
