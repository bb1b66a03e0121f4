import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'acorn';
import { ancestor } from 'acorn-walk';

// Hooks of Node's module loader. Each function of the product reports that it is entered, by calling `globalThis.entered`.

const product = /^(gateway|workers|shared)\/.*\.ts$/;

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  const file = url.startsWith('file:') ? path.relative('.', fileURLToPath(url.split('?')[0])) : '';
  if (!product.test(file) || !loaded.source) return loaded;
  return { ...loaded, source: instrumented(new TextDecoder().decode(bytesOf(loaded.source)), file) };
}

/** @param {import('node:module').ModuleSource} source */
function bytesOf(source) {
  return typeof source === 'string' ? new TextEncoder().encode(source) : source;
}

/** @param {string} source @param {string} file */
function instrumented(source, file) {
  /** @type {{ at: number, code: string }[]} */
  const insertions = [];
  /** @param {any} node @param {any} _state @param {any[]} ancestors */
  const note = ({ body, id, start }, _state, ancestors) => {
    const { key, id: variable } = ancestors.at(-2) ?? {};
    const name = (id ?? key ?? variable)?.name ?? '';
    // esbuild's own helper, which tsx adds to files with named closures.
    if (name === '__name') return;
    const call = `globalThis.entered?.(${JSON.stringify(`${file}#${name}@${start}`)})`;
    if (body.type === 'BlockStatement') insertions.push({ at: body.start + 1, code: `${call};` });
    else insertions.push({ at: body.start, code: `(${call},` }, { at: body.end, code: ')' });
  };
  ancestor(parse(source, { ecmaVersion: 'latest', sourceType: 'module' }), {
    FunctionDeclaration: note,
    FunctionExpression: note,
    ArrowFunctionExpression: note,
  });
  return insertions
    .toSorted((a, b) => b.at - a.at)
    .reduce((text, { at, code }) => text.slice(0, at) + code + text.slice(at), source);
}
