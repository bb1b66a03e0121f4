import { csvPart } from './csvPart.ts';
import type { RowFault } from './csvReader.ts';
import { type Dialect, detectDialect } from './dialect.ts';
import { decoded, detectEncoding, markedEncoding } from './encoding.ts';
import { refuseForeignBytes, refuseForeignText } from './foreignKinds.ts';
import { jsonLinesPart } from './jsonLinesPart.ts';
import { checkedEncoding, type Format, type Options } from './options.ts';
import { peek } from './peek.ts';

export type { RowFault } from './csvReader.ts';

/** How a file is written, given or found out. */
export interface Description {
  readonly format: Format;
  readonly encoding: string;
  readonly delimiter?: string;
  readonly compression?: 'gzip' | 'zip';
}

/** One record of a file. */
export interface SourceRow {
  /** Where it begins, counted from 1. */
  readonly line: number;
  /** Of the columns, in their order; of a row with a fault, what there is. */
  readonly values: readonly string[];
  readonly fault?: RowFault;
  /** In an archive: the file that has the row. */
  readonly file?: string;
}

/** A text with records: a file, or one of those in an archive. */
export interface Part {
  readonly name: string;
  readonly description: Description;
  readonly columns: readonly string[];
  readonly notices: readonly string[];
  rows(): AsyncIterable<readonly SourceRow[]>;
}

/** A text, its name for messages and how it is written. */
export interface PartText {
  readonly name: string;
  readonly text: AsyncGenerator<string>;
  readonly encoding: string;
  readonly dialect: Dialect;
}

/** Files up to this size are looked at whole before their encoding is decided. */
const headBytes = 1024 * 1024;

/** Recognises a text and reads its header. Throws ImportError when there is none. */
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
