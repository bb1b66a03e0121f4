import { isUtf8 } from 'node:buffer';
import type { Peeked } from './peek.ts';

/** The encoding that a byte order mark gives, if there is one. It wins over `--encoding`. */
export function markedEncoding({ head }: Peeked): string | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 'utf-8' : undefined;
}

/** Detects the encoding of a text without a mark: German files are UTF-8, Windows-1252 or Excel's UTF-16. */
export function detectEncoding({ head, isWhole }: Peeked): string {
  return detectUtf16(head) ?? (isUtf8Text(head, isWhole) ? 'utf-8' : 'windows-1252');
}

/** ASCII characters in UTF-16 have a zero in every second byte. */
function detectUtf16(head: Buffer): string | undefined {
  const sample = head.subarray(0, 1024);
  const zeros = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > sample.length / 4 && even === 0) return 'utf-16le';
  return even > sample.length / 4 && odd === 0 ? 'utf-16be' : undefined;
}

/** The head may end in the middle of a character. */
function isUtf8Text(head: Buffer, isWhole: boolean): boolean {
  const cuts = isWhole ? [0] : [0, 1, 2, 3];
  return cuts.some((cut) => isUtf8(head.subarray(0, head.length - cut)));
}

/** Decodes the bytes, without a byte order mark. Invalid bytes become U+FFFD. */
export async function* decoded(bytes: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}
