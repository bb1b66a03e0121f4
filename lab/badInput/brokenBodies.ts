import type { Drawing } from '../../test/support/random.ts';

const bytesBetween = (before: string, bytes: readonly number[], after: string) =>
  Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);

/** Bytes that are not UTF-8: wrong ones, overlong forms, surrogates, cut off, beyond Unicode. */
const wrongBytes = [
  [0xff],
  [0xfe, 0xff],
  [0xc0, 0xaf],
  [0xed, 0xa0, 0x80],
  [0xc3],
  [0xf4, 0x90, 0x80, 0x80],
  [0xe2, 0x82],
];

/** Texts that are no JSON values, or values that are refused everywhere. */
const wrongValues = [
  'NaN',
  'Infinity',
  '-Infinity',
  'undefined',
  '01',
  '+1',
  '.5',
  '1.',
  '0x10',
  "'x'",
  '1_000',
  '"\\x41"',
  '"\\u12"',
  '""',
  '"a\nb"',
  '"\0"',
  '"',
  '[1,]',
  '{"a"}',
  '{a:1}',
  '/**/1',
  'True',
  '[1 2]',
  '{"a":1,}',
  '\xA01',
  '',
  '1e400',
  '-1e400',
  '[{"a":1E+0400}]',
  '9'.repeat(310),
  `-1${'0'.repeat(300)}e99`,
  '['.repeat(1e4),
  '{"a":'.repeat(5e3),
  '{"__proto__":1}',
  '[{"a":{"__proto__":{}}}]',
  '{"\\u005f_proto__":null}',
  '{"__proto__":{"bill_city":"x"}}',
];

/** A body that is refused as `body_malformed` (docs/api.md#codes), made from the members of a correct one. */
export function brokenBody(draw: Drawing, members: string): string | Buffer {
  const body = `{${members}}`;
  const others = members === '' ? '' : `,${members}`;
  // A later member of the same name would replace it.
  const before = members === '' ? '' : `${members},`;
  return draw.one<() => string | Buffer>([
    () => body.slice(0, draw.below(body.length)),
    () => body + draw.one(['x', '{}', '\0', ',', '}', '\u00a0', ';--']),
    () =>
      draw.one([
        `[${body}]`,
        '[]',
        '"x"',
        '1',
        '-0',
        'null',
        'true',
        '',
        ' ',
        '\r\n',
        '{',
        '{]',
        '<x/>',
        'a=1',
      ]),
    () => `{${before}"address_data":${draw.one(wrongValues)}}`,
    () => `{"__proto__":${draw.one(['{}', 'null', '"x"'])}${others}}`,
    () => bytesBetween('{"address_data":"', draw.one(wrongBytes), `"${others}}`),
    () => bytesBetween('{"', draw.one(wrongBytes), `":1${others}}`),
    () => `\ufeff${body}`,
    () => Buffer.from(draw.one(['', '\ufeff']) + body, 'utf16le'),
  ])();
}

/** A body with some bytes changed, removed, added or repeated. Nobody can predict its answer. */
export function mutated(draw: Drawing, body: string): Buffer {
  let bytes = [...Buffer.from(body || ' ')];
  for (let left = 1 + draw.below(4); left > 0; left -= 1) {
    const index = draw.below(bytes.length + 1);
    bytes = draw.one<() => number[]>([
      () => bytes.with(Math.min(index, bytes.length - 1), draw.below(256)),
      () => bytes.toSpliced(index, 1 + draw.below(3)),
      () => bytes.toSpliced(index, 0, draw.below(256)),
      () =>
        bytes.toSpliced(
          index,
          0,
          ...Buffer.from(draw.one(['"', '\\', '{', '[', ',', ':', 'e9', '\\u', '-', '\n'])),
        ),
      () => bytes.toSpliced(index, 0, ...bytes.slice(index, index + draw.below(40))),
    ])();
    if (bytes.length === 0) bytes = [0];
  }
  return Buffer.from(bytes);
}
