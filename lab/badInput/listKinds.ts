import type { Kind, SoughtValue } from './kind.ts';
import { rightText } from './texts.ts';

const text = (value: string) => JSON.stringify(value);
const listOf = (length: number, value: string) => `[${Array.from({ length }, () => value).join(',')}]`;

/** Values that no record has, and values that no field could store: they are accepted, and find nothing. */
const strangers: readonly SoughtValue[] = [
  ...['%', '_', "' OR '1'='1", '__proto__', 'x'.repeat(255), '😀'.repeat(255)].map(same),
  ...[' ', '\r\n', '\u0007', '\u3000', `x${'\u0323'.repeat(31)}`].map((sent) => ({ sent, stored: '' })),
];

function same(sent: string): SoughtValue {
  return { sent, stored: sent };
}

/** The list of values of a search: values of records come from `soughtList`. */
export const soughtValues: Kind = {
  right: (draw) => {
    const some = Array.from({ length: 1 + draw.below(3) }, () =>
      draw.below(2) === 0 ? draw.one(strangers) : rightText(draw, textRules),
    );
    return { json: jsonOf(some), stored: some };
  },
  wrong: (draw) =>
    draw.one([
      'null',
      '{}',
      '{"0":"a","length":1}',
      '"a"',
      '1',
      'true',
      '[]',
      '[""]',
      '[null]',
      '[[]]',
      '[["a"]]',
      '["a",null]',
      '["a",""]',
      '[true]',
      '[1.5]',
      '[1e16]',
      '[9007199254740993]',
      '[{"a":1}]',
      '["\\u0000"]',
      '["a\\ud800"]',
      listOf(1001, '"a"'),
      listOf(2e4, '1'),
      '['.repeat(500) + ']'.repeat(500),
      `["${'x'.repeat(256)}"]`,
      `["${'😀'.repeat(256)}"]`,
      `["${'x'.repeat(1e4)}"]`,
      `["a","${' '.repeat(256)}"]`,
    ]),
};

/** Rules of texts that are short enough for a search, however they are sent. */
const textRules = { form: 'line', limit: 100, size: (sent: string) => [...sent].length } as const;

/** The JSON of a list, with some digits as numbers: they mean the same. */
export function jsonOf(values: readonly SoughtValue[]): string {
  const elements = values.map(({ sent }, index) =>
    index % 2 === 0 && /^(?:0|[1-9]\d{0,14})$/.test(sent) ? sent : text(sent),
  );
  return `[${elements.join(',')}]`;
}

/** The names of fields that an answer should have. */
export const fieldNames: Kind = {
  right: (draw, { items }) => {
    const words = items?.enum ?? [];
    const some = Array.from({ length: draw.below(8) }, () => draw.one(words));
    const names = draw.one([some, [...words], [...some, ...some]]);
    return { json: text(names as never), stored: names };
  },
  wrong: (draw, { items }) => {
    const word = draw.one(items?.enum ?? []);
    return draw.one([
      'null',
      '""',
      '"x"',
      '1',
      'true',
      '{}',
      '[null]',
      '[1]',
      '[""]',
      '[[]]',
      '["nope"]',
      '["*"]',
      '["__proto__"]',
      '["constructor"]',
      '["toString"]',
      '["account_id"]',
      '["revision"]',
      '["version"]',
      `["${word} "]`,
      `["${word.toUpperCase()}"]`,
      `"${word}"`,
      `{"0":"${word}","length":1}`,
      listOf(101, `"${word}"`),
      `["${word}","${word}; --"]`,
      `["customers.${word}"]`,
    ]);
  },
};
