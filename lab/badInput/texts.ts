import type { Drawing } from '../../test/support/random.ts';

/** A text as it is sent, and as it is stored. */
interface Text {
  readonly sent: string;
  readonly stored: string;
}

/** Rules of the texts that a field accepts. */
export interface TextRules {
  /** Form of a part that is stored. */
  readonly form: 'line' | 'note';
  readonly limit: number;
  /** The size of a text in the unit of the limit: characters, or bytes of UTF-8. */
  readonly size: (text: string) => number;
}

/** A part of texts, and what cleaning leaves of it (docs/api.md#fields): written by hand, not computed as the service does. */
interface Part {
  readonly sent: string;
  readonly line: string;
  readonly note: string;
}

const unchanged = (text: string): Part => ({ sent: text, line: text, note: text });
const changed = (sent: string, line: string, note = line): Part => ({ sent, line, note });

/** Texts that do harm where they are run, filled in or looked up instead of stored. */
const hostile = [
  "' OR '1'='1",
  "'; DROP TABLE customers; --",
  '" OR 1=1 #',
  "') UNION SELECT secret FROM apps --",
  "\\'",
  '/*!50000 x */',
  '`',
  '%',
  '_',
  '?',
  '??',
  ':id',
  ':id:',
  '$1',
  '$&',
  '\\',
  '\\u0000',
  '\\0',
  "''",
  '__proto__',
  'constructor',
  'toString',
  '{"__proto__":1}',
  '[object Object]',
  'NaN',
  'null',
  'undefined',
  '1e400',
  '12abc',
  '-0',
  '<script>alert(1)</script>',
  '{{7*7}}',
  `\${7*7}`,
  '<%= 7 %>',
  '../../etc/passwd',
  '&amp;',
  'a,b;c',
  '=1+1',
  '@',
  '<article_ident>',
  '<field>',
];

const parts: readonly Part[] = [
  ...hostile.map(unchanged),
  ...[
    'a',
    '0',
    'Ünï',
    '€',
    '😀',
    '👩\u200d👩\u200d👧',
    'ﬁ',
    'İ',
    'ß',
    'x\ufeffy',
    'x\u2028y',
    'x\u200by',
    'x\u00a0y',
  ].map(unchanged),
  ...['\u202e', '\ufffd', '\uffff', '\u{10ffff}', 'x  y'].map(unchanged),
  changed('o\u0308', 'ö'),
  changed('o\u0007\u0308', 'o \u0308', 'ö'),
  changed('\u212b', 'Å'),
  changed('\u2126', 'Ω'),
  changed('\u1100\u1161', '가'),
  changed('\u0958', '\u0915\u093c'),
  ...['\u0001', '\u0007', '\u001b', '\u007f', '\u0085', '\u009f', '\r'].map((control) =>
    changed(control, ' ', ''),
  ),
  changed('\t', ' ', '\t'),
  changed('\n', ' ', '\n'),
  changed('\r\n', ' ', '\n'),
];

/** Characters that are removed at both ends of a text. */
const blanks = ['', '', ' ', '\t', '\r\n ', '\u00a0', '\u3000', ' \u0007 '];

/** Characters of one to four bytes, and one that is two characters before it is normalized. */
const fillings = [
  ['x', 'x'],
  ['ü', 'ü'],
  ['€', '€'],
  ['😀', '😀'],
  ['o\u0308', 'ö'],
] as const;

/** A text that a field accepts, not empty. */
export function rightText(draw: Drawing, rules: TextRules): Text {
  const drawn = draw.below(10);
  const text =
    drawn === 0 ? fullText(draw, rules) : drawn < 3 ? harmText(draw, rules) : mixedText(draw, rules);
  return { sent: draw.one(blanks) + text.sent + draw.one(blanks), stored: text.stored };
}

/** A hostile text alone: a check may compare the whole value. */
function harmText(draw: Drawing, { limit, size }: TextRules): Text {
  const text = draw.one(hostile.filter((one) => size(one) <= limit));
  return { sent: text, stored: text };
}

/** Draws a text with an x at both ends, so that no blanks or combining marks are there. */
function mixedText(draw: Drawing, { form, limit, size }: TextRules): Text {
  let [sent, stored] = ['x', 'x'];
  for (let left = draw.below(8); left > 0; left -= 1) {
    const part = draw.one(parts);
    if (size(stored + part[form]) >= limit) break;
    [sent, stored] = [sent + part.sent, stored + keptOf(part, form, sent)];
  }
  return { sent: `${sent}x`, stored: `${stored}x` };
}

/** Control characters that follow each other become one blank. */
function keptOf(part: Part, form: TextRules['form'], before: string): string {
  const isOneRun = form === 'line' && /\p{Cc}$/u.test(before) && /^\p{Cc}/u.test(part.sent);
  return isOneRun ? '' : part[form];
}

function fullText(draw: Drawing, { limit, size }: TextRules): Text {
  const [sent, stored] = draw.one(fillings);
  const count = Math.floor(limit / size(stored));
  const rest = 'x'.repeat(limit - count * size(stored));
  return { sent: sent.repeat(count) + rest, stored: stored.repeat(count) + rest };
}

/** A text that every text field refuses. */
export function wrongText(draw: Drawing, rules: TextRules): string {
  const mark = draw.one(['\0', '\ud800', '\udfff', '\ude00\ud83d']);
  return draw.one([
    () => longText(draw, rules),
    () => `x${'\u0323'.repeat(31)}`,
    () => mark,
    () => `${mixedText(draw, rules).sent}${mark}`,
    () => `${mark}${longText(draw, rules)}`,
  ])();
}

/** One character more than fits; the last form is too long only after it is normalized. */
function longText(draw: Drawing, { limit, size }: TextRules): string {
  const [sent, stored] = draw.one([...fillings, ['\u0958', '\u0915\u093c'] as const]);
  return sent.repeat(Math.floor(limit / size(stored)) + 1);
}
