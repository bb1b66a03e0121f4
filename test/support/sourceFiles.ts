import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Every TypeScript file below a folder, by its path from the top. */
export function sourceFiles(folder: string): string[] {
  const below = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return below.filter((file) => file.endsWith('.ts')).map((file) => path.posix.join(folder, file));
}

export function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8').trimEnd().split('\n');
}

/** True if the file is written by `npm run docs`. */
export function isGenerated(file: string): boolean {
  return linesOf(file)[0]?.startsWith('// Written by `npm run docs`') ?? false;
}

/**
 * Forms of imports: static ones, with or without names, also of types; `export … from`; `import('…')` and
 * `require('…')`.
 */
const importForms = [
  /\b(?:import|export)\b[^'";]*\bfrom\s*(['"])(.+?)\1/g,
  /\bimport\s*(['"])(.+?)\1/g,
  /\b(?:import|require)\(\s*(['"`])(.+?)\1/g,
];

/** Returns the imports of a text, as they stand there. */
export function importsIn(text: string): string[] {
  return importForms.flatMap((form) => [...text.matchAll(form)].map(([, , imported = '']) => imported));
}

/** Returns the imports of a file: files by their path from the top, packages by their name. */
export function importsOf(file: string): string[] {
  const imported = importsIn(readFileSync(file, 'utf8'));
  return imported.map((name) =>
    name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : packageOf(name),
  );
}

/** Every way from a file to what it imports, directly or through other files: each goal once, on a shortest way. */
export function waysFrom(file: string): string[][] {
  const ways = new Map([[file, [file]]]);
  for (const [importer, way] of ways) {
    if (!importer.endsWith('.ts')) continue;
    for (const next of importsOf(importer)) if (!ways.has(next)) ways.set(next, [...way, next]);
  }
  return [...ways.values()].slice(1);
}

function packageOf(name: string): string {
  const parts = name.split('/');
  return name.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] as string);
}
