import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Folders that are not part of the repository, or are large and hold no document. */
const skipped = new Set(['node_modules', 'dist', 'secrets']);

/** Every file of the repository whose name ends so, by its path from the top. */
export function filesEnding(...ends: readonly string[]): string[] {
  const entries = readdirSync('.', { withFileTypes: true }).filter(({ name }) => !skipped.has(name));
  const files = entries.flatMap((entry) => {
    if (!entry.isDirectory()) return [entry.name];
    if (entry.name.startsWith('.')) return [];
    return readdirSync(entry.name, { recursive: true, encoding: 'utf8' }).map((file) =>
      path.posix.join(entry.name, file),
    );
  });
  return files.filter((file) => ends.some((end) => file.endsWith(end))).toSorted();
}

/** Every Markdown document. Templates are read as the page that they make. */
export const documents = filesEnding('.md').filter((file) => !file.startsWith('docs/generate/'));

/** A block of code between fences. */
export interface Block {
  readonly document: string;
  readonly line: number;
  /** The heading above it. */
  readonly heading: string;
  readonly language: string;
  readonly text: string;
}

const fence = /^( *)```(\S*)$/;

/** The blocks of code in a document. */
export function blocksOf(document: string): readonly Block[] {
  const blocks: Block[] = [];
  let heading = '';
  let open: { indent: number; language: string; line: number; lines: string[] } | undefined;
  for (const [index, line] of readFileSync(document, 'utf8').split('\n').entries()) {
    const [isFence, indent = '', language = ''] = fence.exec(line) ?? [];
    if (open && isFence) {
      blocks.push({ document, heading, ...open, text: `${open.lines.join('\n')}\n` });
      open = undefined;
    } else if (open) open.lines.push(line.slice(open.indent));
    else if (isFence) open = { indent: indent.length, language, line: index + 1, lines: [] };
    else heading = /^#+ (.*)$/.exec(line)?.[1] ?? heading;
  }
  if (open) throw new Error(`${document}:${open.line}: the block of code does not end`);
  return blocks;
}

/** A document without its blocks of code. */
export function proseOf(document: string): string {
  return readFileSync(document, 'utf8').replaceAll(/^ *```[^]*?^ *```$/gm, '');
}

/** Returns the texts between backquotes in the prose of a document. */
export function inlineCodeOf(document: string): string[] {
  return [...proseOf(document).matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replaceAll('\n', ' '));
}

/** Returns the names that `#…` may have in a document: its headings, as GitHub writes them, and explicit anchors. */
export function anchorsOf(document: string): ReadonlySet<string> {
  const prose = proseOf(document);
  const seen = new Map<string, number>();
  const headings = [...prose.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => {
    const slug = slugOf(heading);
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
  const explicit = [...prose.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, id = '']) => id);
  return new Set([...headings, ...explicit]);
}

function slugOf(heading: string): string {
  const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/<[^>]*>/g, '');
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}
