import type { RowFault } from './row.ts';

/** Marks text of a line that is not in the encoding of the file. Both marks are noncharacters of Unicode: no text has them. */
export const otherMark = '\uFFFF';
/** Marks text that was encoded as UTF-8 twice. */
export const twiceMark = '\uFFFE';

const marks = /[\uFFFE\uFFFF]/g;
const damage = /[\uFFFD-\uFFFF]/;

export function unmarked(text: string): string {
  return text.replace(marks, '');
}

/** Whether a text has marks, or characters that were lost before. */
export function isDamaged(text: string): boolean {
  return damage.test(text);
}

/** `otherLine` is the reason for lines of another encoding. */
export function faultOf(text: string, otherLine: string): RowFault {
  const message = text.includes(otherMark)
    ? otherLine
    : text.includes(twiceMark)
      ? encodedTwice
      : lostCharacter;
  return { code: 'row_encoding', message };
}

const encodedTwice =
  'text of the row was encoded as UTF-8 twice, like "MÃ¼ller": --encoding utf-8-twice decodes it, --encoding utf-8 keeps it';
const lostCharacter =
  'the row has the character U+FFFD, which replaces a letter that another program could not read: correct the row, then clear its refused_code';
