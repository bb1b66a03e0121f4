import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { twiceMark } from './marks.ts';

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
export function maybeTwice(text: string): boolean {
  return starts.some((start) => text.includes(start));
}

/** Puts a mark before text that was certainly encoded twice, such as `MÃ¼ller`. */
export function markTwice(text: string): string {
  return text.replace(foreign, (run) => (likely.test(once(run) ?? '') ? twiceMark + run : run));
}

/** Decodes text that was encoded twice; other text stays as it is. */
export function decodeTwice(text: string): string {
  return text.replace(foreign, (run) => {
    const decoded = once(run);
    return decoded === undefined ? run : decodeTwice(decoded);
  });
}

/** Undoes one encoding; returns undefined if the text was encoded only once. */
function once(run: string): string | undefined {
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
