export class Malformed extends Error {}

export const char = {
  ...{ quote: 0x22, backslash: 0x5c, comma: 0x2c, colon: 0x3a, minus: 0x2d, plus: 0x2b, point: 0x2e },
  ...{ openObject: 0x7b, closeObject: 0x7d, openArray: 0x5b, closeArray: 0x5d },
  ...{ zero: 0x30, nine: 0x39, t: 0x74, f: 0x66, n: 0x6e, u: 0x75 },
} as const;

export function unexpected(bytes: Buffer, index: number): Malformed {
  const byte = bytes[index];
  if (byte === undefined) return new Malformed('it ends unexpectedly');
  const isVisible = byte > 0x20 && byte < 0x7f;
  const what = isVisible ? String.fromCharCode(byte) : `byte 0x${byte.toString(16).padStart(2, '0')}`;
  return new Malformed(`unexpected ${what} at position ${index}`);
}
