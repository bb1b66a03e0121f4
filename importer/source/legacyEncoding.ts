import { textOf } from './encodings.ts';
import { ImportError } from './importError.ts';
import { list } from './words.ts';

/** Encodings in the order in which they are tried; of equal texts, the first one wins. cp858 is cp850 with €. */
const candidates = ['windows-1252', 'cp850', 'macintosh', 'iso-8859-15', 'cp858'] as const;

/** Encoding of a file without letters that tell, such as in `© 2026`. */
const usual = 'windows-1252';

/** A line that is not ASCII. */
export interface Line {
  readonly number: number;
  readonly bytes: Buffer;
}

/** `isCertain` means that no other encoding is nearly as likely. */
export interface Judged {
  readonly encoding: string;
  readonly isCertain: boolean;
}

/**
 * Judges by its letters which single-byte encoding a German or French text has. It replaces chardet, which does not know
 * cp850 and macintosh, and jschardet 4, which mistakes them in files of some lines.
 */
export function judgeEncoding(lines: readonly Line[]): Judged {
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

export function uncertainEncoding(name: string, line: Line): ImportError {
  const examples = ['windows-1252', 'cp850', 'macintosh', 'windows-1250'].map(
    (encoding) => `"${wordIn(line, encoding)}" in ${encoding}`,
  );
  return new ImportError(
    `${name}: the encoding is not certain: line ${line.number} has ${list(examples, 'or')}: choose one with --encoding`,
  );
}

export function wordIn({ bytes }: Line, encoding: string): string {
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
