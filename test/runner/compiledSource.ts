import Module from 'node:module';
import { decodedMappings, TraceMap } from '@jridgewell/trace-mapping';
import type { Node } from 'acorn';

/** Columns and places of a line, by column: `[column, source, line of the source, its column]`. */
type Segments = number[][];

export interface ScriptMap {
  readonly version: 3;
  readonly sources: string[];
  readonly names: string[];
  readonly mappings: Segments[] | string;
}

/** Compiles a source as tsx does for `require`, which is how Mocha loads tests. Run under tsx. */
export function compiledSource(file: string): { readonly code: string; readonly map: ScriptMap } {
  const { _extensions, _nodeModulePaths } = Module as unknown as Loader;
  let code = '';
  const module = Object.assign(new Module(file), {
    filename: file,
    paths: _nodeModulePaths(file),
    _compile: (text: string) => {
      code = text;
    },
  });
  _extensions['.ts'](module, file);
  const inline = code.slice(code.lastIndexOf('base64,') + 'base64,'.length);
  return { code, map: JSON.parse(Buffer.from(inline, 'base64').toString()) };
}

/** Parts of Node's loader that its types leave out. */
interface Loader {
  readonly _extensions: Readonly<Record<'.ts', (module: Module, file: string) => void>>;
  readonly _nodeModulePaths: (file: string) => string[];
}

/** Beginnings of a statement, or of a part of one, that esbuild leaves out of its maps. */
const unmapped = /\(0, ?(?=import_)|__name\((?=[^)])|(?<=[;{}])\((?!0,)/g;

/**
 * Adds what esbuild leaves out of its maps: where a call of an imported function begins, which it compiles to
 * `(0, module.name)()`, a function that it wraps to keep its name, and a statement that begins with a parenthesis. Without it,
 * they belonged to the statement before.
 */
export function completeMap(code: string, map: ScriptMap): ScriptMap & { readonly mappings: Segments[] } {
  const mappings = decodedMappings(new TraceMap(map as never)).map((each) =>
    each.map((segment) => [...segment]),
  );
  for (const [index, text] of code.split('\n').entries()) {
    const segments: Segments = mappings[index] ?? [];
    for (const { index: column, 0: start } of text.matchAll(unmapped)) {
      const end = column + start.length;
      const place = segments.find(([mappedColumn = 0]) => mappedColumn >= end && mappedColumn < end + 40);
      if (!place || segments.some(([mappedColumn]) => mappedColumn === column)) continue;
      segments.splice(
        segments.findIndex(([mappedColumn = 0]) => mappedColumn > column),
        0,
        [column, ...place.slice(1, 4)],
      );
    }
  }
  return { ...map, mappings };
}

type Helper = boolean | 'ignore-this-and-nested-nodes';

/** True if esbuild added a statement: exports, imports, names of functions, and the variable of a class. */
export function isHelper(node: object, { mappings }: { readonly mappings: Segments[] }): Helper {
  const { id, init, expression, loc } = node as Parts;
  const first = mappings[(loc?.start.line ?? 0) - 1]?.[0]?.[0] ?? Number.POSITIVE_INFINITY;
  if ((loc?.start.column ?? 0) < first) return true;
  const isAdded =
    /^(?:__\w+|import_\w+|\w+_exports)$/.test(id?.name ?? '') ||
    expression?.callee?.name?.startsWith('__') ||
    expression?.left?.object?.name === 'module' ||
    expression?.left?.value === 0;
  if (isAdded) return 'ignore-this-and-nested-nodes';
  return init?.type === 'ClassExpression';
}

/** Parts of a declared variable, and of a statement that is a call, an assignment or `0 && …`. */
interface Parts extends Node {
  readonly id?: { readonly name?: string };
  readonly init?: { readonly type: string } | null;
  readonly expression?: {
    readonly callee?: { readonly name?: string };
    readonly left?: { readonly value?: unknown; readonly object?: { readonly name?: string } };
  };
}
