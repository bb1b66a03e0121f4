import { ImportError } from './importError.ts';

export interface Options {
  readonly format?: Format;
  /** Name such as `windows-1252`, `cp850` or `utf-8,windows-1252`. */
  readonly encoding?: string;
  /** One character, or a name such as `tab`. */
  readonly delimiter?: string;
  /** Line of the header, counted from 1. */
  readonly headerLine?: number;
  /** Names the columns by their number, since there is no header. */
  readonly noHeader?: boolean;
  /** Regular expression for lines above the header. */
  readonly ignoreLines?: string;
}

export type Format = 'csv' | 'tsv' | 'jsonl';

const named: Readonly<Record<string, string>> = {
  tab: '\t',
  '\\t': '\t',
  comma: ',',
  semicolon: ';',
  pipe: '|',
};

const names = Object.keys(named).filter((name) => /^\w+$/.test(name));

export function delimiterName(character: string): string {
  return names.find((name) => named[name] === character) ?? character;
}

/** Throws ImportError when the delimiter is not one character. */
export function givenDelimiter({ format, delimiter }: Options): string | undefined {
  if (delimiter === undefined) return format === 'tsv' ? '\t' : undefined;
  const character = named[delimiter] ?? delimiter;
  if (character.length === 1 && !/["\r\n]/.test(character)) return character;
  throw new ImportError(
    `unknown delimiter ${JSON.stringify(delimiter)}; supported: one character, or ${names.join(', ')}`,
  );
}
