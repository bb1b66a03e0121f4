import { isAscii, isUtf8 } from 'node:buffer';
import { type Doubt, doubtOf, foreignEncoding, isStrange } from './foreignEncodings.ts';
import { answer, ImportError, list } from './importError.ts';
import type { StreamHead } from './storedBytes.ts';
import { decodeDoubleUtf8, markDoubleUtf8, mayBeDoubleUtf8, unmarked } from './textDamage.ts';
import { doubleUtf8Name, type Encoding, encodingOf, linesOf, textOf } from './textDecoder.ts';

const maxLines = 2000;

export interface Detected extends Encoding {
  readonly notices: readonly string[];
}

/**
 * Takes the encoding from the byte order mark, from `given`, or from the bytes. Throws ImportError when it is not certain.
 * A mark wins over `--encoding`, except that it says nothing of lines or text that are wrong in UTF-8.
 */
export function detectEncoding(name: string, streamHead: StreamHead, given: string | undefined): Detected {
  const marked = markedEncoding(streamHead.head);
  const chosen = given === undefined ? undefined : encodingOf(given);
  if (marked !== undefined && marked !== 'utf-8') return ofUtf16(name, streamHead.head, marked);
  if (chosen && (marked === undefined || chosen.main === marked)) return { ...chosen, notices: [] };
  const wide = marked === undefined ? detectUtf16(streamHead.head) : undefined;
  if (wide) return ofUtf16(name, streamHead.head, wide);
  return ofLines(name, sortedLines(streamHead), marked === 'utf-8');
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

/** Throws an ImportError for text that was encoded as UTF-8 twice: it is decoded only in files of UTF-8. */
function ofUtf16(name: string, head: Buffer, encoding: string): Detected {
  const text = textOf(head, encoding);
  const marked = mayBeDoubleUtf8(text) ? markDoubleUtf8(text) : text;
  if (marked === text) return { name: encoding, main: encoding, notices: [] };
  const word = unmarked(/[^\s;,|"]*\uFFFE[^\s;,|"]*/.exec(marked)?.[0].slice(0, 40) ?? '');
  throw new ImportError(
    `${name} has "${word}", which is "${decodeDoubleUtf8(word)}" encoded as UTF-8 twice: save the file as UTF-8, and add ${answer(`--encoding ${doubleUtf8Name}`)} to decode such text, or ${answer('--encoding utf-8')} to keep it`,
  );
}

interface Lines {
  readonly utf8: readonly Line[];
  readonly others: readonly Line[];
}

function sortedLines({ head, isWhole }: StreamHead): Lines {
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
  const { encoding, isCertain, doubt } = judgeEncoding(others);
  if (utf8.length === 0 && !isMarked && !isCertain) throw uncertainEncoding(name, other);
  if (!isMarked) refuseMixed(name, { utf8, others }, encoding);
  if (isMarked || utf8.length > others.length)
    return { ...ofUtf8(name, utf8), other: isCertain ? encoding : 'windows-1252' };
  const judged = `the encoding is ${encoding}, judged by its letters: `;
  const reason = doubt
    ? `"${doubt.word.slice(0, 40)}" would be "${doubt.otherWord.slice(0, 40)}" in ${doubt.otherEncoding}`
    : `line ${other.number} has "${wordIn(other, encoding)}"`;
  const isUsual = encoding === usual && doubt === undefined;
  const notices = isUsual ? [] : [`${judged}${reason}. Choose another one with --encoding`];
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
    `${name}: line ${text.number} is UTF-8, but line ${other.number} is ${encoding}: ${answer(`--encoding utf-8,${encoding}`)} reads each line as what it is`,
  );
}

/** Throws an ImportError when more than a third of the lines seem to be encoded as UTF-8 twice. */
function ofUtf8(name: string, lines: readonly Line[]): Detected {
  const twice = lines.flatMap(({ bytes, number }) => {
    const text = bytes.toString();
    const marked = mayBeDoubleUtf8(text) ? markDoubleUtf8(text) : text;
    return marked === text ? [] : [{ number, marked }];
  });
  const [first] = twice;
  if (first && twice.length * 3 > lines.length) {
    const run = /[^\s;,|"]*\uFFFE[^\s;,|"]*/.exec(first.marked)?.[0].slice(0, 40) ?? '';
    const word = unmarked(run);
    throw new ImportError(
      `${name}: line ${first.number} has "${word}", which is "${decodeDoubleUtf8(word)}" encoded as UTF-8 twice: ${answer(`--encoding ${doubleUtf8Name}`)} decodes such text, ${answer('--encoding utf-8')} keeps it`,
    );
  }
  return { ...encodingOf('utf-8'), doubleUtf8: 'mark', notices: [] };
}

/** Encodings in the order in which they are tried; of equal texts, the first one wins. cp858 is cp850 with €. */
const candidates = ['windows-1252', 'cp850', 'macintosh', 'iso-8859-15', 'cp858'] as const;

/** Encoding of a file without letters that tell, such as in `© 2026`. */
const usual = 'windows-1252';

/** A line that is not ASCII. */
interface Line {
  readonly number: number;
  readonly bytes: Buffer;
}

/**
 * Judges by its letters which single-byte encoding a text has: first German and French, then other languages. It replaces chardet, which does not know
 * cp850 and macintosh, and jschardet 4, which mistakes them in files of some lines. The result is certain when no other
 * encoding is nearly as likely.
 */
function judgeEncoding(lines: readonly Line[]): Judged {
  const bytes = Buffer.concat(lines.map((line) => line.bytes));
  const western = judgeWestern(bytes);
  if (western.isCertain && !isStrange(textOf(bytes, western.encoding)))
    return { ...western, doubt: western.encoding === usual ? doubtOf(bytes) : undefined };
  const encoding = foreignEncoding(bytes);
  return { encoding: encoding ?? western.encoding, isCertain: encoding !== undefined };
}

interface Judged {
  readonly encoding: string;
  readonly isCertain: boolean;
  /** Word that another encoding reads as well. */
  readonly doubt?: Doubt | undefined;
}

function judgeWestern(bytes: Buffer): Judged {
  const judged = candidates.map((encoding) => {
    const text = textOf(bytes, encoding);
    const points = Array.from(text.matchAll(/[^\0-\x7F]/g), ({ index }) => likelihoodAt(text, index));
    const isPlausible = points.filter((point) => point < 0).length <= points.length / 10;
    const score = points.reduce((sum, point) => sum + point, encoding === usual ? 1 : 0);
    return { encoding, text, isPlausible, score };
  });
  const [best, ...others] = judged.toSorted((one, other) => other.score - one.score);
  if (!best) return { encoding: usual, isCertain: false };
  const second = others.find(({ text }) => text !== best.text);
  return { encoding: best.encoding, isCertain: best.isPlausible && best.score - (second?.score ?? 0) >= 1 };
}

/**
 * Points for a character between its neighbours: the first pattern that matches counts. It sees the character before, the
 * character itself and the two after it. `ß` stands among capitals, too, so it does not count as a small letter.
 */
const likelihoods: readonly (readonly [RegExp, number])[] = [
  [/^[\dnN.][ºª]/, 2],
  [/^[aeiouyäöü]ß/i, 2],
  [/^.ß/, -1],
  [/^.\p{Ll}\p{Lu}/u, -1],
  [/^\P{L}à\P{L}/u, 1],
  [/^\P{L}\p{Ll}\P{L}/u, -0.5],
  [/^.ão/, 2],
  [/^.ç(?![aouâôûäöüáóúãõeiıéíê])\p{L}/iu, -1],
  [/^[aeiouyäöüAEIOUYÄÖÜ]á|^.á[aeiouyäöüAEIOUYÄÖÜ]/, 0.5],
  [/^(?!ß)\p{Ll}\p{Lu}|^\p{L}\p{Lu}(?!ß)\p{Ll}/u, -2],
  [/^.\p{Lu}\p{Lu}(?!ß)\p{Ll}/u, -1],
  [/^\P{L}\p{Lu}\P{L}/u, -0.5],
  [/^.[ìòùúõãÍÓÁÑ]/, 1],
  [/^.[äöüéèàçêâîôûëïñáíóåøæœ]/i, 2],
  [/^.[\p{Ll}\p{Lu}]/u, -0.5],
  [/^\p{L}[€°²³§µ½¼¾©®™£–—…•·×\xA0\xAD]\p{L}/u, -2],
  [/^.[€°²³§µ½¼¾©®™£–—…•·×\xA0\xAD]/, 1],
  [/^\p{L}’\p{L}/u, 1],
  [/^\p{L}[„“”‚‘’«»¡¿]\p{L}/u, -2],
  [/^.[¡¿]/, 0.5],
  [/^\p{L}[‚„]/u, -2],
  [/^\p{L}[„“”‚‘’«»]|^.[„“”‚‘’«»]\p{L}/u, 2],
  [/^.[„“”‚‘’«»]/, -0.5],
  [/^.[\x80-\x9F\uFFFD]/, -4],
];

function likelihoodAt(text: string, index: number): number {
  const window = `${index === 0 ? ' ' : ''}${text.slice(Math.max(index - 1, 0), index + 3)}  `.replace(
    /[\r\n]/g,
    ' ',
  );
  return likelihoods.find(([pattern]) => pattern.test(window))?.[1] ?? -1.5;
}

const shownEncodings = ['windows-1252', 'cp850', 'macintosh', 'windows-1250', 'windows-1254', 'windows-1251'];

function uncertainEncoding(name: string, line: Line): ImportError {
  const examples = shownEncodings.map((encoding) => `"${wordIn(line, encoding)}" in ${encoding}`);
  return new ImportError(
    `${name}: the encoding is not certain: line ${line.number} has ${list(examples, 'or')}: choose one with ${answer('--encoding')}`,
  );
}

function wordIn({ bytes }: Line, encoding: string): string {
  return /[^\s;,|"]*[^\0-\x7F][^\s;,|"]*/.exec(textOf(bytes, encoding))?.[0].slice(0, 40) ?? '';
}
