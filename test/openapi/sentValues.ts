import type { Field } from '../../shared/contract/resources/field.ts';
import { withCheckDigits } from '../support/leitwegId.ts';

interface Stated {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly maxLength?: number;
  readonly maxBytes?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Stated;
}

const texts = (...values: readonly string[]) => values.map((value) => JSON.stringify(value));

/** JSON that some field takes, or might take, for each field. */
export const awkwardValues: readonly string[] = [
  'null',
  'true',
  'false',
  '[]',
  '{}',
  '[1]',
  '["a"]',
  '[null]',
  '{"a":1}',
  '0',
  '-0',
  '1',
  '-1',
  '5',
  '1.0',
  '1e2',

  '1.5',
  '0.0001',
  '9007199254740991',
  '-9007199254740991',
  '9007199254740992',
  '99999999999999999999',
  '1e400'.slice(0, 4),
  ...texts(
    '',
    ' ',
    '\n',
    '\u0007',
    '\u3000',
    '0',
    '1',
    '-1',
    ' 5 ',
    '05',
    '5.0',
    '5.',
    '.5',
    '1e3',
    '+1',
    '٣',
    'NaN',
    'x',
  ),
  ...texts('a\0', '\ud800', 'e\u0301', '\u212aE', `x${'\u0323'.repeat(30)}`, `x${'\u0323'.repeat(31)}`),
  ...texts(`x${'\u0323'.repeat(20)}\u0007${'\u0323'.repeat(20)}`, 'a\r\nb', 'a\tb', '<b>', '__proto__'),
];

/** Values at the limits of a field, right and wrong; and its first text with a NUL. */
export function boundariesOf({ schema }: Field): readonly string[] {
  const limits = limitsOf(schema);
  const [text] = limits.filter((json) => json.startsWith('"'));
  const withNul = text === undefined ? [] : [`${text.slice(0, -1)}\\u0000"`];
  return [...limits, ...withNul, ...texts('\0', '\ud800')];
}

function limitsOf(stated: Stated): readonly string[] {
  if (stated.type === 'array') return listsOf(stated.items ?? {});
  if (stated.type === 'integer') return integersAround(stated.minimum ?? 0, stated.maximum ?? 0);
  if (stated.enum) return stated.enum.flatMap(aroundWord);
  const ofFormat = formats[stated.format ?? ''];
  if (ofFormat) return ofFormat;
  return stated.maxBytes ? notesAround(stated.maxBytes) : textsAround(stated.maxLength ?? 400);
}

function textsAround(length: number): readonly string[] {
  return [length - 1, length, length + 1].flatMap((count) =>
    texts(
      ...['x', '😀', '\u00e9', 'e\u0301', '\u1f80\u0300', '\u0958'].map((unit) => unit.repeat(count)),
      `${' '.repeat(20)}${'x'.repeat(count)}\n`,
      `${'x'.repeat(count - 1)}\u0007\u0007`,
      `x\u0007\u0007${'x'.repeat(count - 2)}`,
    ),
  );
}

function notesAround(bytes: number): readonly string[] {
  return [
    ...texts(
      'x'.repeat(bytes),
      'x'.repeat(bytes + 1),
      'é'.repeat((bytes - 1) / 2),
      'é'.repeat((bytes + 1) / 2),
    ),
    ...texts('e\u0301'.repeat((bytes - 1) / 2), `${'x'.repeat(bytes)}\r`, `${'\r\n'.repeat(10)}x`),
  ];
}

function integersAround(minimum: number, maximum: number): readonly string[] {
  const wholes = [
    minimum - 1,
    minimum,
    minimum + 1,
    0,
    9,
    10,
    99,
    100,
    999,
    1000,
    maximum - 1,
    maximum,
    maximum + 1,
  ];
  return wholes.flatMap((whole) => [
    `${whole}`,
    `${whole}.0`,
    `${whole}.5`,
    `${whole}e0`,
    ...texts(
      `${whole}`,
      ` ${whole}\t`,
      `${whole}.00`,
      `${whole}.01`,
      `00${whole}`,
      `-${whole}`,
      `${whole}e0`,
    ),
  ]);
}

function aroundWord(word: string): readonly string[] {
  return texts(word, ` ${word}\n`, `\u0007${word}`, word.toUpperCase(), `${word}x`, word.slice(1));
}

/** Returns lists of texts, or of names. */
function listsOf({ enum: names, maxLength = 0 }: Stated): readonly string[] {
  const list = (length: number, value: string) => `[${Array.from({ length }, () => value).join(',')}]`;
  if (names)
    return [
      '[]',
      list(100, JSON.stringify(names[0])),
      list(101, JSON.stringify(names[0])),
      '["no_such_field"]',
      '[1]',
      ...names.map((name) => `[${JSON.stringify(name)}]`),
      `[${JSON.stringify(` ${names[0]}`)}]`,
    ];
  return [
    ...['""', '1', '1.5', 'null', 'true', '[]', '{}', '"\\u0000"', '"\\ud800"', '" "'].map(
      (value) => `["a",${value}]`,
    ),
    list(1_000, '"a"'),
    list(1_001, '"a"'),
    '{"0":"a"}',
    '"a"',
    ...textsAround(maxLength).map((value) => `[${value}]`),
  ];
}

const lastDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].flatMap((day, index) => {
  const month = String(index + 1).padStart(2, '0');
  return [`2024-${month}-${day} 00:00:00`, `2024-${month}-${day + 1} 00:00:00`, `2024-${month}-00 00:00:00`];
});

const times = [
  ...lastDays,

  '2026-01-31 23:59:59',
  '1900-01-01 00:00:00',
  '1899-12-31 23:59:59',
  '9998-12-31 23:59:59',
  '9999-01-01 00:00:00',

  '2026-00-01 00:00:00',
  '2026-13-01 00:00:00',
  '2026-04-30 00:00:00',
  '2026-04-31 00:00:00',
  '2026-01-32 00:00:00',

  '2024-02-29 00:00:00',
  '2026-02-29 00:00:00',
  '1900-02-29 00:00:00',
  '2000-02-29 00:00:00',
  '2026-02-30 00:00:00',

  '2026-01-01 24:00:00',
  '2026-01-01 23:60:00',
  '2026-01-01 23:59:60',
  '2026-01-01T00:00:00',
  '2026-1-1 0:0:0',

  '2026-01-01',
  '2026-01-01 00:00',
  ' 2026-01-01 00:00:00\n',
  '２026-01-01 00:00:00',
  '+2026-01-01 00:00:00',
];

const amounts = [
  '99999999999.9999',
  '-99999999999.9999',
  '100000000000',
  '-100000000000',
  '12.3456',
  '12.34567',
  '0.00001',
  '100',
  '100.0001',
  '99.9999',
  '-0.0001',
  '-0',
  '0.30000000000000004',
  '12.50000',
  '1e2',
  '1e-4',
  '1e-5',
  '1e11',
  '1e10',
];

const leitwegIds = [
  '04011000-1234512345-06',
  '991-33333TEST-33',
  '992-90009-96',
  '04011000-1234512345-07',
  '1-96',
  '04011000',
  '-06',
  withCheckDigits('12'),
  withCheckDigits('123456789012'),
  withCheckDigits('1234567890123'),
  withCheckDigits(`04011000-${'a'.repeat(30)}`),
  withCheckDigits(`04011000-${'a'.repeat(31)}`),
  ' 992-90009-96\n',
];

const formats: Readonly<Record<string, readonly string[]>> = {
  'utc-date-time': texts(...times),
  'leitweg-id': texts(...leitwegIds),
  country: texts(
    'de',
    'DE',
    'De',
    'dE',
    'xk',
    'uk',
    'zz',
    'd',
    'deu',
    ' de ',
    'd\u0007e',
    'ﬁ',
    'İT',
    '\u0007cH',
  ),
  decimal: amountValues(),
  percentage: amountValues(),
};

function amountValues(): readonly string[] {
  const asText = amounts.flatMap((amount) => [
    amount,
    ` ${amount}\n`,
    `000${amount}`,
    `${amount}000`,
    `${amount}\u0007`,
  ]);
  // Numbers that no double holds: only amounts are read to their last digit by a sentence of the document.
  const exact = [
    '12.345600000000000000001',
    '1e-400',
    '12.50000000000000000000000',
    '100.00000000000000000001',
  ];
  return [...amounts, ...exact, ...texts(...asText)];
}
