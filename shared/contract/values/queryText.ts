/** Longest word of the index, in UTF-16 units. A longer word is cut there, on both sides of a comparison. */
const maxWordUnits = 32;

/** Letters that Unicode does not decompose, in the spelling without them. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
};
const special = new RegExp(`[${Object.keys(letters).join('')}]`, 'g');

/**
 * Returns the words of a text as searches compare them: in lower case, without marks, and with one spelling of umlauts, so that
 * müller, mueller and muller are the same. The price is that Manuel is the same as Manul. Words may repeat. The words of the
 * beginning of a text are those of the text, the last one cut.
 */
export function queryWords(text: string): readonly string[] {
  const [plain, word] = isAscii.test(text) ? [text.toLowerCase(), asciiWord] : [withoutMarks(text), anyWord];
  return (plain.replaceAll(/([aou])e+/g, '$1').match(word) ?? []).map(cut);
}

/** Most texts are ASCII: they have no marks, and take half the time. */
const isAscii = /^[ -~]*$/;
const asciiWord = /[a-z\d]+/g;
const anyWord = /[\p{L}\p{N}]+/gu;

function withoutMarks(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(special, (letter) => letters[letter] as string);
}

function cut(word: string): string {
  return word.length <= maxWordUnits ? word : word.slice(0, maxWordUnits).toWellFormed();
}

/** Begins a phone number among the words of a record, so that no other number is taken for one. */
const phoneMark = '#';
const minPhoneDigits = 5;

/** International prefixes by ITU-T E.164: one digit, two, or three. */
const countryCode = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[2-9]\d\d)/;

/**
 * Returns a phone number, or its beginning, as searches compare it: the digits behind the code of the country and the leading
 * zeros. Returns undefined if the text is not a phone number alone.
 */
export function phoneWord(text: string): string | undefined {
  if (!/^[\d\s+()./\p{Pd}]+$/u.test(text)) return undefined;
  const isInternational = /^\s*(?:\+|00)/.test(text);
  const digits = text.replaceAll(/\(0\)|\D/g, '').replace(/^0+/, '');
  const national = isInternational ? digits.replace(countryCode, '').replace(/^0+/, '') : digits;
  return digits.length < minPhoneDigits || national === '' ? undefined : cut(phoneMark + national);
}

/** Returns the phone numbers in a text, such as `Tel. 030 12345, 0171 55667`, as `phoneWord` does. */
export function phoneWords(text: string): readonly string[] {
  const parts = text.match(phonePart) ?? [];
  return parts.flatMap((part) => part.split(nextPhone)).flatMap((number) => phoneWord(number) ?? []);
}

const phonePart = /[+(]*\d[\d\s+()./\p{Pd}]*/gu;
/** Separates a number of at least five digits from another one: in `030/12345`, the slash does not. */
const nextPhone = /(?<=(?:\d\D*){5})\s*\/\s*(?=[+(]*(?:0|\+)\d)/;

const minTypoLetters = 4;
const maxTypoLetters = 20;

/**
 * Returns numbers that two words share if one has a typing error of the other: the hashes of the word and of the word without
 * any one of its letters. None for short words, long ones, and words with digits.
 */
export function typoHashes(word: string): readonly number[] {
  const characters = [...word];
  if (characters.length < minTypoLetters || characters.length > maxTypoLetters) return [];
  if (/[^\p{L}]/u.test(word)) return [];
  const shorter = characters.map((_, index) => characters.toSpliced(index, 1).join(''));
  return [...new Set([word, ...shorter].map(hash))];
}

/** FNV-1a over UTF-16 units, in 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}

/** True if one letter is missing, added or replaced, or two neighbours are exchanged. */
export function isOneTypo(one: string, other: string): boolean {
  const [a, b] = [[...one], [...other]];
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  if (a.length !== b.length) {
    const [short, long] = a.length < b.length ? [a, b] : [b, a];
    return isSame(short, start, long, start + 1);
  }
  if (isSame(a, start + 1, b, start + 1)) return true;
  return a[start] === b[start + 1] && a[start + 1] === b[start] && isSame(a, start + 2, b, start + 2);
}

function isSame(one: readonly string[], from: number, other: readonly string[], otherFrom: number): boolean {
  return one.slice(from).join('') === other.slice(otherFrom).join('');
}
