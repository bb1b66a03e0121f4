import { readdirSync, readFileSync } from 'node:fs';
import { type Expected, readExpected } from './expected.ts';

/** A file as a program exports it, with what a careful person expects of its import. */
export interface Case {
  /** Family of programs: the name of its document. */
  readonly family: string;
  readonly name: string;
  /** Name of the variant, if it is one. */
  readonly variant?: string;
  /** Resource and options, as words of the command line. */
  readonly words: readonly string[];
  readonly text: string;
  readonly encoding: string;
  /** Content of a file that is not text; undefined for one with `text`. */
  readonly bytes?: Uint8Array;
  /** End of the file's name. */
  readonly extension: string;
  /** Parts of the file that variants leave as they are; `all` for no variants. */
  readonly keep: readonly string[];
  readonly expected: Expected;
}

const folder = new URL('cases/', import.meta.url);

/** Reads all cases. Throws an Error with the case that can't be read. README.md describes the documents. */
export function readCases(): readonly Case[] {
  const documents = readdirSync(folder).filter((name) => name.endsWith('.cases'));
  return documents.toSorted().flatMap((document) => {
    const [, ...sections] = readFileSync(new URL(document, folder), 'utf8').split(/^## /m);
    const family = document.slice(0, -'.cases'.length);
    return sections.map((section) => readCase(family, section));
  });
}

function readCase(family: string, section: string): Case {
  const [name = ''] = section.split('\n', 1);
  const blocks = new Map<string, string>();
  const around = section.replace(/^```(\S+)\n([^]*?)^```$/gm, (_, kind: string, block: string) => {
    blocks.set(kind, block);
    return '';
  });
  const setting = (key: string) => new RegExp(`^${key}: (.*)$`, 'm').exec(around)?.[1];
  const list = (key: string) => setting(key)?.split('; ') ?? [];
  const [, command = ''] = /^`(.+)`$/m.exec(around) ?? [];
  const [kind = '', text = ''] = [...blocks].find(([found]) => found !== 'expect') ?? [];
  if (command === '' || kind === '') throw new Error(`${family}: ${name}: no command or no file`);
  const [extension = '', style] = kind.split('+');
  const ask = setting('ask') === undefined ? undefined : list('ask');
  const expect = blocks.get('expect');
  if (ask === undefined && expect === undefined) throw new Error(`${family}: ${name}: no expectation`);
  return {
    family,
    name,
    words: wordsOf(command),
    text: style === 'escaped' ? unescaped(text) : text,
    encoding: setting('encoding') ?? 'utf-8',
    extension,
    keep: list('keep'),
    expected: { ask, rows: expect === undefined ? undefined : readExpected(expect) },
  };
}

/** Splits a command line; quotes keep blanks, as in a shell. */
function wordsOf(command: string): readonly string[] {
  return (command.match(/(?:"[^"]*"|[^\s"])+/g) ?? []).map((word) => word.replaceAll('"', ''));
}

/** Replaces `\uXXXX`, and `\` at the end of a line, which joins it with the next one. */
function unescaped(text: string): string {
  return text
    .replaceAll('\\\n', '')
    .replace(/\\u([\dA-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
