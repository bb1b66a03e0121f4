import { isAscii, isUtf8 } from 'node:buffer';
import { ImportError } from './importError.ts';
import { list } from './quotedList.ts';
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
  if (marked !== undefined && marked !== 'utf-8') return { name: marked, main: marked, notices: [] };
  if (chosen && (marked === undefined || chosen.main === marked)) return { ...chosen, notices: [] };
  const wide = marked === undefined ? detectUtf16(streamHead.head) : undefined;
  if (wide) return { name: wide, main: wide, notices: [] };
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
    const marked = mayBeDoubleUtf8(text) ? markDoubleUtf8(text) : text;
    return marked === text ? [] : [{ number, marked }];
  });
  const [first] = twice;
  if (first && twice.length * 3 > lines.length) {
    const run = /[^\s;,|"]*\uFFFE[^\s;,|"]*/.exec(first.marked)?.[0].slice(0, 40) ?? '';
    const word = unmarked(run);
    throw new ImportError(
      `${name}: line ${first.number} has "${word}", which is "${decodeDoubleUtf8(word)}" encoded as UTF-8 twice: --encoding ${doubleUtf8Name} decodes such text, --encoding utf-8 keeps it`,
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

/** `isCertain` means that no other encoding is nearly as likely. */
interface Judged {
  readonly encoding: string;
  readonly isCertain: boolean;
}

/**
 * Judges by its letters which single-byte encoding a German or French text has. It replaces chardet, which does not know
 * cp850 and macintosh, and jschardet 4, which mistakes them in files of some lines.
 */
function judgeEncoding(lines: readonly Line[]): Judged {
  const bytes = Buffer.concat(lines.map((line) => line.bytes));
  const judged = candidates.map((encoding) => {
    const text = textOf(bytes, encoding);
    const { score, ...counts } = scoreOf(text);
    return { encoding, text, ...counts, score: score + (encoding === usual ? 1 : 0) };
  });
  const [best, ...others] = judged.toSorted((one, other) => other.score - one.score);
  if (!best) return { encoding: candidates[0], isCertain: false };
  const second = others.find(({ text }) => text !== best.text);
  const isCertain = best.bad <= best.characters / 10 && best.score - (second?.score ?? 0) >= 1;
  return { encoding: best.encoding, isCertain };
}

function uncertainEncoding(name: string, line: Line): ImportError {
  const examples = ['windows-1252', 'cp850', 'macintosh', 'windows-1250'].map(
    (encoding) => `"${wordIn(line, encoding)}" in ${encoding}`,
  );
  return new ImportError(
    `${name}: the encoding is not certain: line ${line.number} has ${list(examples, 'or')}: choose one with --encoding`,
  );
}

function wordIn({ bytes }: Line, encoding: string): string {
  return /[^\s;,|"]*[^\0-\x7F][^\s;,|"]*/.exec(textOf(bytes, encoding))?.[0].slice(0, 40) ?? '';
}

interface Score {
  readonly score: number;
  readonly characters: number;
  readonly bad: number;
}

const foreign = /[^\0-\x7F]/g;

function scoreOf(text: string): Score {
  let score = 0;
  let bad = 0;
  let characters = 0;
  for (const { 0: character, index } of text.matchAll(foreign)) {
    const points = likelihood(character, text[index - 1] ?? '', text[index + 1] ?? '', text[index + 2] ?? '');
    score += points;
    characters += 1;
    if (points < 0) bad += 1;
  }
  return { score, characters, bad };
}

/** Excludes `ß`, which stands among capitals, too. */
const small = /(?!ß)\p{Ll}/u;
const capital = /\p{Lu}/u;
const letter = /\p{L}/u;
const vowel = /[aeiouyäöü]/i;
/** Letters that are common in Western Europe. `rare` has those that are rare, or rare as capitals. */
const common = /[äöüßéèàçêâîôûëïñáóíåøæœ]/i;
const rare = /[ìòùúõãÍÓÁÑ]/;
const sign = /[€°²³§µ½¼¾©®™£–—…•·×\xA0\xAD]/;
const quote = /[„“”‚‘’«»¡¿]/;

/** Returns how likely a character is beside its neighbours, from -4 to 2. */
function likelihood(character: string, before: string, after: string, next: string): number {
  const isInWord = letter.test(before) && letter.test(after);
  if (character === 'ß') return vowel.test(before) ? 2 : -1;
  if (small.test(character)) return smallLetter(character, before, after);
  if (capital.test(character)) return capitalLetter(character, before, after, next);
  if (sign.test(character)) return isInWord ? -2 : 1;
  if (quote.test(character)) return quotePoints(character, before, after, isInWord);
  return /[\x80-\x9F\uFFFD]/.test(character) ? -4 : -1.5;
}

function smallLetter(character: string, before: string, after: string): number {
  if (capital.test(after)) return -1;
  if (!letter.test(before) && !letter.test(after)) return character === 'à' ? 1 : -0.5;
  if (character === 'ã' && after === 'o') return 2;
  const isOdd = character === 'á' && (vowel.test(before) || vowel.test(after));
  return isOdd ? 0.5 : weight(character);
}

function capitalLetter(character: string, before: string, after: string, next: string): number {
  if (small.test(before) || (letter.test(before) && small.test(after))) return -2;
  if (capital.test(after) && small.test(next)) return -1;
  return letter.test(before) || letter.test(after) ? weight(character) : -0.5;
}

/** A quote stands at one end of a word; `¡` and `¿` are rare. */
function quotePoints(character: string, before: string, after: string, isInWord: boolean): number {
  if (isInWord) return character === '’' ? 1 : -2;
  if (character === '¡' || character === '¿') return 0.5;
  return letter.test(before) || letter.test(after) ? 2 : -0.5;
}

function weight(character: string): number {
  if (rare.test(character)) return 1;
  return common.test(character) ? 2 : -0.5;
}
