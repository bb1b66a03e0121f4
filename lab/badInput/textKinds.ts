import { withCheckDigits } from '../../test/support/leitwegId.ts';
import { choosing, type Kind, type Schema } from './kind.ts';
import { rightText, type TextRules, wrongText } from './texts.ts';

const text = (value: string) => JSON.stringify(value);
const rulesOf = (schema: Schema): TextRules =>
  schema.maxBytes
    ? { form: 'note', limit: schema.maxBytes, size: (sent) => Buffer.byteLength(sent) }
    : { form: 'line', limit: schema.maxLength ?? 0, size: (sent) => [...sent].length };

/** JSON integers that a string field accepts. */
const integers = choosing(
  { json: '10115', stored: '10115' },
  { json: '0', stored: '0' },
  { json: '-0', stored: '0' },
  { json: '-7', stored: '-7' },
  { json: '12.0', stored: '12' },
  { json: '1e3', stored: '1000' },
  { json: '9007199254740991', stored: '9007199254740991' },
);

export const string: Kind = {
  right: (draw, schema) => {
    if (draw.below(8) === 0) return draw.one(integers);
    const { sent, stored } = rightText(draw, rulesOf(schema));
    return { json: text(sent), stored };
  },
  wrong: (draw, schema) =>
    draw.below(3) === 0
      ? draw.one(['null', '1.5', '-0.1', '9007199254740993', '1e16', '123456789012345678901234567890'])
      : text(wrongText(draw, rulesOf(schema))),
};

export const ident: Kind = {
  right: (draw) => {
    const unknown = draw.one([
      'cus_unknown',
      '%',
      "' OR '1'='1",
      ' ',
      '😀',
      '0',
      '__proto__',
      'x'.repeat(64),
    ]);
    return draw.one([
      { json: text(unknown), stored: unknown },
      { json: '1', stored: '1' },
    ]);
  },
  wrong: (draw) => draw.one(['1.5', '1e16', ...['\0', 'a\ud800', 'x'.repeat(65), '😀'.repeat(65)].map(text)]),
};

const countries = choosing(
  ...['de', 'fr', 'us', ''].map((code) => ({ json: text(code), stored: code })),
  { json: '"AT"', stored: 'at' },
  { json: '" Gb\\r\\n"', stored: 'gb' },
  { json: '"\\u0007cH"', stored: 'ch' },
  { json: text('\u212aE'), stored: 'ke' }, // the sign for Kelvin, which is the letter when it is normalized
);
const noCountries = [
  'xx',
  'd',
  'deu',
  'uk',
  'd e',
  'dé',
  "d'",
  '__proto__',
  'de\0',
  '\ud800',
  'ﬁ',
  'İT',
  'x'.repeat(300),
];

export const country: Kind = {
  right: (draw) => draw.one(countries),
  wrong: (draw) => draw.one(['null', '49', '1.5', ...noCountries.map(text)]),
};

const authorities = ['04011000-1234512345-06', '991-33333TEST-33', '992-90009-96', '09564000-NUE0001-49', ''];
const noAuthorities = [
  '04011000-1234512345-07',
  '04011000',
  '1-1-1',
  '991-33333TEST-33\0',
  '٠٤٠١١٠٠٠-06',
  "' OR 1=1",
  'x'.repeat(47),
];

export const leitwegId: Kind = {
  right: (draw) => {
    const drawn = withCheckDigits(`${10 + draw.below(10 ** 9)}-${draw.text([...'0123456789ABCXYZ'], 29)}0`);
    const id = draw.one([...authorities, drawn]);
    return { json: text(draw.one([id, ` ${id}\t`])), stored: id };
  },
  wrong: (draw) => {
    if (draw.below(4) === 0) return draw.one(['null', '1.5']);
    return { json: draw.one(['4711', ...noAuthorities.map(text)]), code: 'public_authority_id_invalid' };
  },
};

/** The last ones are properties of every object. */
const foreignWords = [
  '',
  'nope',
  'customer_ident',
  'article_ident',
  'validate',
  '__proto__',
  'toString',
  'constructor',
];

export const choice: Kind = {
  right: (draw, { enum: words = [] }) => {
    const word = draw.one(words);
    return { json: text(draw.one([word, ` ${word}\n`, `\u0007${word}`])), stored: word };
  },
  wrong: (draw, { enum: words = [] }) =>
    draw.one([
      'null',
      '1',
      ...[...foreignWords, draw.one(words).toUpperCase(), `${draw.one(words)}\0`]
        .filter((word) => !words.includes(word))
        .map(text),
    ]),
};

const times = ['2024-02-29 12:00:00', '1900-01-01 00:00:00', '9998-12-31 23:59:59', '1970-01-01 00:00:00'];
const noTimes = [
  'null',
  '1709200000',
  '"now()"',
  '""',
  '"2023-02-29 00:00:00"',
  '"2024-02-29"',
  '"2024-02-29T12:00:00"',
  '"2024-02-29 24:00:00"',
  '"2024-13-01 00:00:00"',
  '"0000-00-00 00:00:00"',
  '"2024-02-29 12:00:00Z"',
  '"2024-02-29 12:00:60"',
  '"2024-02-29 12:00:00\\u0000"',
  '"2024-02-29 12:00:00 OR 1=1"',
  '"10000-01-01 00:00:00"',
  '"1899-12-31 23:59:59"',
  '"9999-01-01 00:00:00"',
];

export const dateTime: Kind = {
  right: (draw) => {
    const time = draw.one(times);
    return { json: text(draw.one([time, ` ${time} `])), stored: time };
  },
  wrong: (draw) => draw.one(noTimes),
};
