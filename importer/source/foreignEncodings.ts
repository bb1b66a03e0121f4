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
  if (/[ìù]\p{L}|ñ(?![aeiouáéíóú])\p{L}|ã(?![oesi])\p{L}|õ(?!e)/iu.test(found)) return true;
  const letters = found.replace(/\P{L}/gu, '');
  // `Nº` and `3ª` are Spanish or Portuguese; inside of words, these letters are others of Romania.
  return !westernWord.test(letters) && !/^[Nn]?[ºª]$/.test(letters);
}
