import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import type { RowFault } from './sourceRow.ts';

/** Marks text of a line that is not in the encoding of the file. Both marks are noncharacters of Unicode: no text has them. */
export const otherEncodingMark = '\uFFFF';
/** Marks text that was encoded as UTF-8 twice. */
const doubleUtf8Mark = '\uFFFE';

const marks = /[\uFFFE\uFFFF]/g;
const damage = /[\uFFFD-\uFFFF]/;

export function unmarked(text: string): string {
  return text.replace(marks, '');
}

/** True if a text has marks, or characters that were lost before. */
export function isDamaged(text: string): boolean {
  return damage.test(text);
}

/** `otherLine` is the reason for lines of another encoding, `doubleUtf8` that for text that was encoded twice. */
export function faultOf(text: string, otherLine: string, doubleUtf8 = doubleUtf8Message): RowFault {
  const message = text.includes(otherEncodingMark)
    ? otherLine
    : text.includes(doubleUtf8Mark)
      ? doubleUtf8
      : lostCharacter;
  return { code: 'row_encoding', message };
}

const doubleUtf8Message =
  'text of the row was encoded as UTF-8 twice, like "MÃ¼ller": --encoding utf-8-twice decodes it, --encoding utf-8 keeps it';
const lostCharacter =
  'the row has the character U+FFFD, which replaces a letter that another program could not read: correct the row, then clear its refused_code';

/** Encodings as which UTF-8 is read by mistake. Most files need none of their tables. */
const misread = ['windows-1252', 'macintosh', 'cp850'];
let tables: readonly ReadonlyMap<string, number>[] | undefined;

const foreign = /[^\0-\x7F]+/g;
/** Latin letters, punctuation and signs. Text that was encoded only once, such as `„MENÜ“`, does not decode to these. */
const possible = /^[\xA0-\u024F\u2000-\u22FF]+$/;
/** Letters of Western Europe, quotes, dashes, € and ™. Other results may be a coincidence: `É®` is also a letter of Latin Extended. */
const likely = /^[\xA0-\xFF\u2010-\u203F€™]+$/;

/** Beginnings of characters that were encoded twice: text without them was not. */
const starts = ['Ã', 'Â', 'â€', 'â‚', 'â„', '√', '├', '┬'];

/** Fast check, of which only false is certain. */
export function mayBeDoubleUtf8(text: string): boolean {
  return starts.some((start) => text.includes(start));
}

/** Puts a mark before text that was certainly encoded twice, such as `MÃ¼ller`. */
export function markDoubleUtf8(text: string): string {
  return text.replace(foreign, (run) => (likely.test(undoneOnce(run) ?? '') ? doubleUtf8Mark + run : run));
}

export function decodeDoubleUtf8(text: string): string {
  return text.replace(foreign, (run) => {
    const decoded = undoneOnce(run);
    return decoded === undefined ? run : decodeDoubleUtf8(decoded);
  });
}

/** Undoes one encoding; returns undefined if the text was encoded only once. */
function undoneOnce(run: string): string | undefined {
  tables ??= misread.map(bytesByCharacter);
  const texts = tables.flatMap((bytes) => {
    const found = Array.from(run, (character) => bytes.get(character));
    const utf8 = found.includes(undefined) ? undefined : Buffer.from(found as number[]);
    return utf8 && isUtf8(utf8) ? [utf8.toString()] : [];
  });
  return texts.find((text) => likely.test(text)) ?? texts.find((text) => possible.test(text));
}

/** Bytes that Windows-1252 does not use are read as the control characters of Latin-1. */
function bytesByCharacter(encoding: string): ReadonlyMap<string, number> {
  const bytes = Array.from({ length: 128 }, (_, index) => 128 + index);
  const latin1 = bytes.map((byte) => [String.fromCharCode(byte), byte] as const);
  const own = bytes.map((byte) => [iconv.decode(Buffer.from([byte]), encoding), byte] as const);
  return new Map([...(encoding === 'windows-1252' ? latin1 : []), ...own]);
}
