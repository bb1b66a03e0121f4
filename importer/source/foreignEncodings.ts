import { textOf } from './textDecoder.ts';

interface Candidate {
  readonly encoding: string;
  /** Small letters of its languages that are not ASCII. */
  readonly letters: string;
  /** Letters that no Western language has where this encoding has them. */
  readonly telling: string;
}

const polish = 'ąćęłńóśźż';
const czech = 'áčďéěíňóřšťúůýž';
const hungarian = 'áéíóöőúüű';
const german = 'äöüßé';
const centralEuropean = { letters: polish + czech + hungarian + german, telling: 'ąćęłńśźżčďěňřťůőű' };
const turkish = { letters: 'çğıöşüâîû', telling: 'ğış' };
const baltic = { letters: `ąčęėįšųūžāēģīķļņ${german}`, telling: 'ąčęėįšųūžāēģīķļņ' };
const cyrillic = {
  letters: 'абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґ',
  telling: 'абвгдежзийклмнопрстуфхцчшщъыьэюя',
};
const greek = { letters: 'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋ', telling: 'αβγδεζηθικλμνξοπρσςτυφχψω' };

/** Encodings by preference: of several that read a text equally well, the first one counts. */
const candidates: readonly Candidate[] = [
  { encoding: 'windows-1250', ...centralEuropean },
  { encoding: 'iso-8859-2', ...centralEuropean },
  { encoding: 'cp852', ...centralEuropean },
  { encoding: 'windows-1254', ...turkish },
  { encoding: 'windows-1257', ...baltic },
  { encoding: 'windows-1251', ...cyrillic },
  { encoding: 'koi8-r', ...cyrillic },
  { encoding: 'cp866', ...cyrillic },
  { encoding: 'windows-1253', ...greek },
];

const minTelling = 3;
const minShare = 0.97;
const wordWithSigns = /[^\s;,|"]*[^\0-\x7F][^\s;,|"]*/g;
/** Share by which the best encoding must be better than the next one that reads another text. */
const minLead = 0.02;
/** Spaces, signs and quotes of texts in any language, which stand beside words, not in them. */
const neutral = /(?<!\p{L})[\xA0§©®°²³µ·×€™–—…•‘’‚“”„«»№]|[\xA0§©®°²³×€™–—…•‘’‚“”„«»№](?!\p{L})/gu;
const word = /[\p{L}\p{M}]*[^\0-\x7F][\p{L}\p{M}]*/gu;
const mixedScripts =
  /[a-z].*[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}].*[a-z]/iu;
const fineCase = /^\p{Lu}?[\p{Ll}\p{M}]*$|^[\p{Lu}ß]*$/u;

/**
 * Finds the encoding of a text of Central or Eastern Europe, Turkey or Greece, by the letters of its languages. Returns undefined
 * when it is not clear.
 */
export function foreignEncoding(bytes: Buffer): string | undefined {
  const judged = candidates
    .map((candidate) => {
      const text = textOf(bytes, candidate.encoding);
      return { ...judge(text, candidate), text, encoding: candidate.encoding };
    })
    .toSorted((one, other) => other.share - one.share);
  const [best, ...others] = judged;
  if (!best || best.share < minShare || best.telling < minTelling) return undefined;
  const next = others.find(({ text }) => text !== best.text);
  return next !== undefined && next.share > best.share - minLead ? undefined : best.encoding;
}

/** Returns the share of the characters that are letters of the languages, in words whose case fits. */
function judge(text: string, { letters, telling }: Candidate) {
  const known = new Set(letters);
  const special = new Set(telling);
  const all = text.replace(neutral, '').match(/[^\0-\x7F]/g)?.length ?? 0;
  let fitting = 0;
  let tellingCount = 0;
  for (const [found] of text.matchAll(word)) {
    if (!fineCase.test(found) || mixedScripts.test(found)) continue;
    for (const character of found) {
      const small = character === 'İ' ? 'ı' : character.toLowerCase();
      if (character <= '\x7F' || !known.has(small)) continue;
      fitting += 1;
      if (special.has(small)) tellingCount += 1;
    }
  }
  return { share: all === 0 ? 0 : fitting / all, telling: tellingCount };
}

/** Words that a Western encoding reads in letters of the north, or with signs in them, and a foreign one in its own letters. */
export interface Doubt {
  readonly word: string;
  readonly otherWord: string;
  readonly otherEncoding: string;
}

/** Letters that most languages of Europe with such letters have, in the same places of several encodings. */
const shared = /[\0-\x7Fäöüßéáíóúýçâîôşđ’]/iu;
/** Letters of the north, and signs beside letters: the letters of other languages in their encodings. */
const doubtful = /[øåæ]|û|[^aeiouy]ë|[aeou]ò$|£\p{L}|\p{L}[¹³¼¾]|[¹³¼¾]\p{L}/iu;

/**
 * Finds a word that speaks for Windows-1252 only if its language has such letters: another encoding reads all words of the text
 * in letters, too. Returns undefined if a word has letters of French, Italian or Dutch.
 */
export function doubtOf(bytes: Buffer): Doubt | undefined {
  const text = textOf(bytes, 'windows-1252');
  const words = Array.from(text.matchAll(wordWithSigns), ({ 0: found, index }) => ({ found, index }));
  const first = words.find(({ found }) => doubtful.test(found));
  if (!first || words.some(({ found }) => !doubtful.test(found) && isWestern(found))) return undefined;
  for (const candidate of candidates) {
    const other = textOf(bytes, candidate.encoding);
    const { share, telling } = judge(other, candidate);
    const otherWord = other.slice(first.index, first.index + first.found.length);
    if (share >= minShare && telling > 0 && otherWord !== first.found)
      return { word: first.found, otherWord, otherEncoding: candidate.encoding };
  }
  return undefined;
}

function isWestern(found: string): boolean {
  return Array.from(found).some((letter) => /\p{L}/u.test(letter) && !shared.test(letter));
}

/** Share of words that are strange in a Western encoding; some of them do not decide. */
const maxStrange = 0.1;

/** True if a text has letters where no Western language has them: it is likely to be in another encoding. */
export function isStrange(text: string): boolean {
  let strange = 0;
  let all = 0;
  for (const [found] of text.matchAll(word)) {
    all += 1;
    if (isStrangeWord(found)) strange += 1;
  }
  return strange > all * maxStrange;
}

const westernWord = /^[äöüßéèàçâêîôûëïñáíóúåøæœùìòãõ\0-\x7F’]*$/i;

/** Letters of Iceland are strange, too: they are those of Turkey in another encoding. */
function isStrangeWord(found: string): boolean {
  if (/[ðþýÐÞÝ]/.test(found)) return true;
  if (new Set(/[^\0-\x7F]{4,}/.exec(found)?.[0]).size > 2) return true;
  if (/[aiouyáéíóú]ø|ø[áéíóúý]/iu.test(found)) return true;
  if (/[ìù]\p{L}|ñ(?![aeiouáéíóú])\p{L}|ã(?![oesi])\p{L}|õ(?!e)/iu.test(found)) return true;
  const letters = found.replace(/\P{L}/gu, '');
  // `Nº` and `3ª` are Spanish or Portuguese; inside of words, these letters are others of Romania.
  return !westernWord.test(letters) && !/^[Nn]?[ºª]$/.test(letters);
}
