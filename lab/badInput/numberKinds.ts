import type { Drawing } from '../../test/support/random.ts';
import { choosing, type Kind, type RightValue } from './kind.ts';

const numberless = [
  '""',
  '" "',
  '"12abc"',
  '"abc"',
  '"1e0"',
  '"0x1"',
  '"1,5"',
  '"+1"',
  '"NaN"',
  '"Infinity"',
  '"٣"',
];
const injected = ['"1; DROP TABLE articles"', '"1 OR 1=1"', '"1\\u0000"', '"1 2"', '"--1"', 'null', '["1"]'];
const amounts = choosing(
  { json: '-0', stored: 0 },
  { json: '12e2', stored: 1200 },
  { json: '125e-1', stored: 12.5 },
  { json: '"12.50"', stored: 12.5 },
  { json: '"12.500000"', stored: 12.5 },
  { json: '12.50000000000000000000000', stored: 12.5 },
  { json: '" 19 "', stored: 19 },
  { json: '-3.25', stored: -3.25 },
  { json: '99999999999.9999', stored: 99999999999.9999 },
  { json: '"-99999999999.9999"', stored: -99999999999.9999 },
);
const notAmounts = [
  '123456789012',
  '-123456789012',
  '0.12345',
  '"0.12345"',
  '12345678901.12345',
  '1e21',
  '1e-5',
  '1e-400',
  '12.345600000000000000001',
  '".5"',
  '"5."',
  `"${'9'.repeat(400)}"`,
  `"0.${'0'.repeat(400)}1"`,
  `1${'0'.repeat(200)}`,
  ...numberless,
  ...injected,
];

/** An amount with at most `digits` digits before the point. */
function drawAmount(draw: Drawing, digits: number): RightValue {
  const whole = draw.below(10 ** digits);
  const amount = draw.below(2) === 0 ? `${whole}` : `${whole}.${draw.below(10_000)}`;
  return { json: draw.one([amount, `"${amount}"`]), stored: Number(amount) };
}

export const integer: Kind = {
  right: (draw, { minimum = 0, maximum = 0 }) => {
    const whole = draw.one([minimum, maximum, minimum + draw.below(maximum - minimum)]);
    const forms = [
      `${whole}`,
      `"${whole}"`,
      `" ${whole}\\t"`,
      `${whole}.0`,
      `${whole}e0`,
      `${whole}.${'0'.repeat(30)}`,
    ];
    return { json: draw.one(whole === 0 ? [...forms, '-0', '-0.0', '0e400'] : forms), stored: whole };
  },
  wrong: (draw, { minimum = 0, maximum = 0 }) =>
    draw.one([
      `${minimum - 1}`,
      `"${minimum - 1}"`,
      `${maximum + 1}`,
      `"${maximum + 1}"`,
      '1.5',
      '"1.5"',
      '1e-9',
      '1e-400',
      '1.00000000000000000001',
      '99999999999999999999',
      '"99999999999999999999"',
      '9007199254740993',
      ...numberless,
      ...injected,
    ]),
};

export const decimal: Kind = {
  right: (draw) => (draw.below(2) === 0 ? draw.one(amounts) : drawAmount(draw, 11)),
  wrong: (draw) => draw.one(notAmounts),
};

export const percentage: Kind = {
  right: (draw) =>
    draw.below(2) === 0
      ? drawAmount(draw, 2)
      : draw.one(
          choosing({ json: '100', stored: 100 }, { json: '"0"', stored: 0 }, { json: '1e2', stored: 100 }),
        ),
  wrong: (draw) =>
    draw.one(
      draw.below(2) === 0 ? notAmounts : ['100.0001', '-0.0001', '-1', '101', '"-5"', '"100.5"', '1e3'],
    ),
};
