export class Malformed extends Error {}

export const char = {
  quote: 34,
  backslash: 92,
  comma: 44,
  colon: 58,
  minus: 45,
  plus: 43,
  point: 46,
  openObject: 123,
  closeObject: 125,
  openArray: 91,
  closeArray: 93,
  zero: 48,
  nine: 57,
  t: 116,
  f: 102,
  n: 110,
  u: 117,
} as const;
