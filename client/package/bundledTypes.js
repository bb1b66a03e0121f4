import { readFileSync } from 'node:fs';
import path from 'node:path';

const imports = /^import\b[^;]*;\n/gm;
const reexports = /^export (?:type )?(?:\{[^}]*\}|\*) from '([^']+)';\n/gm;
const sources = /\bfrom '(\.[^']+)'/g;

/**
 * Returns the declarations of a file and of all that it imports as one file. Names that the file does not export stay
 * unexported. It expects text as the compiler writes it, with every name declared once.
 */
export function bundledTypes(entry) {
  const texts = new Map();
  read(entry, texts);
  const index = texts.get(entry);
  const exported = new Set(namesIn(index, entry, texts));
  const files = [...texts.keys()]
    .filter((file) => file !== entry)
    .toSorted((a, b) => placeOf(a) - placeOf(b));
  const bodies = files.map((file) => bodyOf(texts.get(file), exported));
  return [...bodies.filter((body) => body !== ''), 'export {};\n'].join('\n');
}

/** Modules that readers look for come first. */
const first = ['counterfoil', 'clientOptions', 'operations', 'contract', 'refusalTypes', 'errors'];

function placeOf(file) {
  const index = first.indexOf(path.basename(file, '.d.ts'));
  return index === -1 ? first.length : index;
}

function read(file, texts) {
  if (texts.has(file)) return;
  const text = readFileSync(file, 'utf8');
  texts.set(file, text);
  for (const [, source] of text.matchAll(sources)) read(fileOf(source, file), texts);
}

function fileOf(source, importer) {
  return path.resolve(path.dirname(importer), source.replace(/\.[jt]s$/, '.d.ts'));
}

/** Returns the names that the entry exports: those in braces, and all of a file behind an asterisk. */
function namesIn(index, entry, texts) {
  return [...index.matchAll(reexports)].flatMap(([statement, source]) => {
    const [, braces] = /\{([^}]*)\}/.exec(statement) ?? [];
    if (braces !== undefined) return braces.split(',').map((name) => name.replace('type ', '').trim());
    return declaredIn(texts.get(fileOf(source, entry)));
  });
}

const declaration = /^export (?:declare )?(?:abstract )?(?:const|class|function|interface|type) (\w+)/gm;

function declaredIn(text) {
  return [...text.matchAll(declaration)].map(([, name]) => name);
}

function bodyOf(text, exported) {
  return text
    .replaceAll(imports, '')
    .replaceAll(reexports, '')
    .replaceAll(/^export \{\};\n/gm, '')
    .replaceAll(declaration, (statement, name) =>
      exported.has(name) ? statement : statement.replace('export ', ''),
    )
    .replaceAll(/^(?=(?:class|function|const) )/gm, 'declare ')
    .trim()
    .replace(/$/, '\n');
}
