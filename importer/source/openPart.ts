import { csvPart } from './csvPart.ts';
import { detectDialect } from './dialect.ts';
import { decoded, detectEncoding, markedEncoding } from './encoding.ts';
import { refuseForeignBytes, refuseForeignText } from './foreignKinds.ts';
import { jsonLinesPart } from './jsonLinesPart.ts';
import { checkedEncoding, type Options } from './options.ts';
import type { Part } from './part.ts';
import { peek } from './peek.ts';

/** Files up to this size are read whole before their encoding is decided. */
const headBytes = 1024 * 1024;

/** Recognises a text and reads its header. Throws ImportError when it has none. */
export async function openPart(name: string, bytes: AsyncIterable<Buffer>, options: Options): Promise<Part> {
  const peeked = await peek(bytes, headBytes);
  refuseForeignBytes(name, peeked.head);
  const given = options.encoding && checkedEncoding(options.encoding);
  const encoding = markedEncoding(peeked) ?? given ?? detectEncoding(peeked);
  const head = new TextDecoder(encoding).decode(peeked.head);
  refuseForeignText(name, head);
  const dialect = detectDialect(head, name, options);
  const part = { name, text: decoded(peeked.all, encoding), encoding, dialect };
  return dialect.format === 'jsonl' ? jsonLinesPart(part) : csvPart(part);
}
