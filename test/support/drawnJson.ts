import type { Drawing } from './random.ts';

const names = [
  'bill_city',
  'term_of_credit',
  'user_note',
  'address_data',
  'nope',
  '',
  ' ',
  '1',
  '01',
  '4294967295',
  '-1',
  'ü',
  '😀',
  'a"b',
  'a\\b',
  'a\nb',
  'constructor',
  'toString',
  '__proto_',
  '___proto__',
  '__proto__x',
];
const scalars = [
  '0',
  '-0',
  '1',
  '-1',
  '1.5',
  '12.50',
  '1e2',
  '1E+2',
  '1e-2',
  '0e400',
  '1e-400',
  '1.7976931348623157e308',
  '9007199254740993',
  '1.00000000000000000001',
  `1${'0'.repeat(308)}`,
  '17976931348623158e292',
  '0.1e309',
  'true',
  'false',
  'null',
  '""',
  '"x"',
  '"ü😀"',
  '"\\u00e9"',
  '"\\ud83d\\ude00"',
  '"\\ud800"',
  '"\\"\\\\\\/\\b\\f\\n\\r\\t"',
  '"1e400"',
  '": 1e5"',
  '"__proto__"',
  '"\\u005f_proto__"',
  '"\\u0000"',
  '"a\u2028b"',
  '""',
  '{}',
  '[]',
];
/** Texts that make a body malformed, wherever they stand. */
const broken = [
  '1e309',
  '-1E400',
  '179769313486231580793e289',
  '9'.repeat(310),
  `1${'0'.repeat(250)}e99`,
  '01',
  '1.',
  '.5',
  '+1',
  '-',
  '1e',
  '1e+',
  'tru',
  'nul',
  'True',
  'NaN',
  '"\n"',
  '"\\x"',
  '"\\u12"',
  '"\\u12g4"',
  '"',
  "'x'",
  '[1,]',
  '[,]',
  '{"a"}',
  '{"a":}',
  '{"a":1,}',
  '{,}',
  '{a:1}',
  '{"__proto__":1}',
  '{"__pr\\u006Fto__":1}',
  '[1 2]',
  '/**/1',
  '\xA01',
  '\0',
  '\\u0031',
  '{"a":1]',
  '[1}',
  ':',
  ',',
  '1 1',
];

export function drawValue(draw: Drawing, depth: number): string {
  const kind = draw.below(depth > 0 ? 6 : 4);
  if (kind < 4) return draw.below(60) === 0 ? draw.one(broken) : draw.one(scalars);
  if (kind === 4) return `[${listOf(draw, () => drawValue(draw, depth - 1))}]`;
  return drawObject(draw, depth - 1);
}

export function drawObject(draw: Drawing, depth: number): string {
  return `{${listOf(draw, () => `${drawName(draw)}${space(draw)}:${drawValue(draw, depth)}`)}}`;
}

function listOf(draw: Drawing, item: () => string): string {
  return Array.from({ length: draw.below(4) }, () => `${space(draw)}${item()}${space(draw)}`).join(',');
}

function drawName(draw: Drawing): string {
  const name = JSON.stringify(draw.one(names));
  if (draw.below(4) > 0) return name;
  return name.replace(/[a-z_]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);
}

export const space = (draw: Drawing) => (draw.below(5) === 0 ? draw.one([' ', '\n', '\r\n\t', '  ']) : '');
