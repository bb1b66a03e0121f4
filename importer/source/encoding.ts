import { isAscii, isUtf8 } from 'node:buffer';
import { type Encoding, encodingOf, utf8Twice } from './encodings.ts';
import { ImportError } from './importError.ts';
import { judgeEncoding, type Line, uncertainEncoding, wordIn } from './legacyEncoding.ts';
import { linesOf } from './lineDecoder.ts';
import { unmarked } from './marks.ts';
import type { Peeked } from './peek.ts';
import { decodeTwice, markTwice, maybeTwice } from './twice.ts';

const maxLines = 2000;

export interface Detected extends Encoding {
  readonly notices: readonly string[];
}

/**
 * Takes the encoding from the byte order mark, from `given`, or from the bytes. Throws ImportError when it is not certain.
 * A mark wins over `--encoding`, except that it says nothing of lines or text that are wrong in UTF-8.
 */
export function detectEncoding(name: string, peeked: Peeked, given: string | undefined): Detected {
  const marked = markedEncoding(peeked.head);
  const chosen = given === undefined ? undefined : encodingOf(given);
  if (marked !== undefined && marked !== 'utf-8') return { name: marked, main: marked, notices: [] };
  if (chosen && (marked === undefined || chosen.main === marked)) return { ...chosen, notices: [] };
  const wide = marked === undefined ? detectUtf16(peeked.head) : undefined;
  if (wide) return { name: wide, main: wide, notices: [] };
  return ofLines(name, sortedLines(peeked), marked === 'utf-8');
}

function markedEncoding(head: Buffer): string | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 'utf-8' : undefined;
}

/** ASCII characters in UTF-16 have a zero in every second byte. */
function detectUtf16(head: Buffer): string | undefined {
  const sample = head.subarray(0, 1024);
  const zeros = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > sample.length / 4 && even === 0) return 'utf-16le';
  return even > sample.length / 4 && odd === 0 ? 'utf-16be' : undefined;
}

interface Lines {
  readonly utf8: readonly Line[];
  readonly others: readonly Line[];
}

function sortedLines({ head, isWhole }: Peeked): Lines {
  const all = Array.from(linesOf(head), (bytes, index) => ({ bytes, number: index + 1 }));
  // The head may end in the middle of a character.
  const lines = (isWhole || all.length < 2 ? all : all.slice(0, -1)).filter(({ bytes }) => !isAscii(bytes));
  const isText = ({ bytes }: Line) => isUtf8(bytes) || (!isWhole && lines.length === 1 && isCutUtf8(bytes));
  return {
    utf8: lines.filter(isText).slice(0, maxLines),
    others: lines.filter((line) => !isText(line)).slice(0, maxLines),
  };
}

function isCutUtf8(bytes: Buffer): boolean {
  return [1, 2, 3].some((cut) => isUtf8(bytes.subarray(0, bytes.length - cut)));
}

/** Judges by the lines that are not ASCII; some lines of another encoding do not decide. */
function ofLines(name: string, { utf8, others }: Lines, isMarked: boolean): Detected {
  const [other] = others;
  if (!other) return ofUtf8(name, utf8);
  const { encoding, isCertain } = judgeEncoding(others);
  if (utf8.length === 0 && !isMarked && !isCertain) throw uncertainEncoding(name, other);
  if (!isMarked) refuseMixed(name, { utf8, others }, encoding);
  if (isMarked || utf8.length > others.length)
    return { ...ofUtf8(name, utf8), other: isCertain ? encoding : 'windows-1252' };
  const notice = `the encoding is ${encoding}, judged by its letters: line ${other.number} has "${wordIn(other, encoding)}". Choose another one with --encoding`;
  const notices = encoding === 'windows-1252' ? [] : [notice];
  return {
    name: encoding,
    main: encoding,
    notices,
    other: 'utf-8',
    marksOther: true,
  };
}

/** Throws an ImportError when neither encoding has most of the lines: many rows would be refused. */
function refuseMixed(name: string, { utf8, others }: Lines, encoding: string): void {
  const [text] = utf8;
  const [other] = others;
  const [fewer = 0, more = 0] = [utf8.length, others.length].toSorted((one, another) => one - another);
  if (!text || !other || fewer * 2 <= more) return;
  throw new ImportError(
    `${name}: line ${text.number} is UTF-8, but line ${other.number} is ${encoding}: --encoding utf-8,${encoding} reads each line as what it is`,
  );
}

/** Throws an ImportError when more than a third of the lines seem to be encoded as UTF-8 twice. */
function ofUtf8(name: string, lines: readonly Line[]): Detected {
  const twice = lines.flatMap(({ bytes, number }) => {
    const text = bytes.toString();
    const marked = maybeTwice(text) ? markTwice(text) : text;
    return marked === text ? [] : [{ number, marked }];
  });
  const [first] = twice;
  if (first && twice.length * 3 > lines.length) {
    const run = /[^\s;,|"]*\uFFFE[^\s;,|"]*/.exec(first.marked)?.[0].slice(0, 40) ?? '';
    const word = unmarked(run);
    throw new ImportError(
      `${name}: line ${first.number} has "${word}", which is "${decodeTwice(word)}" encoded as UTF-8 twice: --encoding ${utf8Twice} decodes such text, --encoding utf-8 keeps it`,
    );
  }
  return { ...encodingOf('utf-8'), twice: 'mark', notices: [] };
}
