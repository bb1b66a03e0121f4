import { ImportError } from '../importError.ts';

/** What the user says of a file; what is not said is found out. */
export interface Options {
  readonly format?: Format;
  /** A name of the Encoding Standard, such as `windows-1252`. */
  readonly encoding?: string;
  /** One character, or `tab`. */
  readonly delimiter?: string;
}

export type Format = 'csv' | 'tsv' | 'jsonl';

const named: Readonly<Record<string, string>> = {
  tab: '\t',
  '\\t': '\t',
  comma: ',',
  semicolon: ';',
  pipe: '|',
};

/** What a delimiter is called, where it has a name. */
export function delimiterName(character: string): string {
  return Object.keys(named).find((name) => named[name] === character) ?? character;
}

/** The character between values that the user asks for, if so. */
export function givenDelimiter({ format, delimiter }: Options): string | undefined {
  if (delimiter === undefined) return format === 'tsv' ? '\t' : undefined;
  const character = named[delimiter] ?? delimiter;
  if (character.length === 1 && !/["\r\n]/.test(character)) return character;
  throw new ImportError(`the delimiter must be one character, or tab, not ${JSON.stringify(delimiter)}`);
}

/** Refuses an encoding that nothing here can read. */
export function checkedEncoding(encoding: string): string {
  try {
    return new TextDecoder(encoding).encoding;
  } catch {
    throw new ImportError(
      `the encoding ${encoding} is not known: utf-8, windows-1252, utf-16le and utf-16be are`,
    );
  }
}
