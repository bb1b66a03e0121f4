import iconv from 'iconv-lite';
import { ImportError } from './importError.ts';

export interface Encoding {
  readonly name: string;
  /** Encoding of the text: a name that `stringDecoder` knows. */
  readonly main: string;
  /** Encoding of those lines that are not of `main`: one of the two is UTF-8. Without it, all lines are of `main`. */
  readonly other?: string;
  /** Marks lines of the other encoding, so that their rows are refused. */
  readonly marksOther?: boolean;
  /** Marks text that was encoded as UTF-8 twice, or decodes it once more. */
  readonly twice?: 'mark' | 'decode';
}

/** Name for a file whose text was encoded as UTF-8, read as another encoding, and encoded again. */
export const utf8Twice = 'utf-8-twice';

/** Lines that are not UTF-8 are read as Windows-1252, but their rows are refused. */
const utf8: Encoding = { name: 'utf-8', main: 'utf-8', other: 'windows-1252', marksOther: true };

/** Throws ImportError for an unknown encoding. */
export function encodingOf(given: string): Encoding {
  if (given.toLowerCase() === utf8Twice) return { ...utf8, name: utf8Twice, twice: 'decode' };
  const [first = '', second, ...more] = given.split(',');
  const main = canonical(first.trim(), given);
  if (second === undefined) return main === 'utf-8' ? utf8 : { name: main, main };
  const other = canonical(second.trim(), given);
  const isMixed = more.length === 0 && main === 'utf-8' && !other.startsWith('utf-');
  if (!isMixed) throw unknown(given);
  return { name: `${main},${other}`, main, other };
}

function canonical(label: string, given: string): string {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    const name = label.toLowerCase();
    if (!notTexts.test(name) && iconv.encodingExists(name)) return name;
    throw unknown(given);
  }
}

/** Names that iconv-lite knows, but that are no encodings of files. */
const notTexts = /^(?:base-?64|hex|binary|_|utf-?7)/;

function unknown(given: string): ImportError {
  return new ImportError(
    `--encoding ${given} is unknown; supported: utf-8, windows-1252, cp850, macintosh, iso-8859-15, utf-16le and others, utf-8,windows-1252 for lines of both, ${utf8Twice} for text like "MÃ¼ller"`,
  );
}

/** Decodes bytes that arrive in pieces. Invalid bytes become U+FFFD. */
export interface StringDecoder {
  write(bytes: Buffer): string;
  end(): string;
}

/** Some releases of Node decode Windows-1252 as Latin-1 (nodejs/node#56542), most of them only what is not streamed. */
const isLatin1 = new TextDecoder('windows-1252').decode(Buffer.from([0x92]), { stream: true }) !== '’';

const utf8Decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Removes a byte order mark. iconv-lite decodes what the WHATWG Encoding Standard lacks, such as cp850; it is slower than Node. */
export function stringDecoder(encoding: string): StringDecoder {
  const decoder = encoding === 'windows-1252' && isLatin1 ? undefined : webDecoder(encoding);
  if (decoder)
    return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
  const other = iconv.getDecoder(encoding);
  return { write: (bytes) => other.write(bytes), end: () => other.end() ?? '' };
}

/** Decodes complete bytes; keeps a byte order mark in UTF-8. */
export function textOf(bytes: Buffer, encoding: string): string {
  if (encoding === 'utf-8') return utf8Decoder.decode(bytes);
  const decoder = stringDecoder(encoding);
  return decoder.write(bytes) + decoder.end();
}

function webDecoder(encoding: string) {
  try {
    return new TextDecoder(encoding);
  } catch {
    return undefined;
  }
}
