import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Middleware } from 'koa';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Answers reads of `page.html` as `/`, of other files of the folder, and of those that all pages share. */
export function sendPageFiles(root: string, folder: string, names: readonly string[]): Middleware {
  const files = new Map([
    ['/', `${folder}/page.html`],
    ...['base.css', 'icon.svg'].map((name) => [`/${name}`, `shared/runtime/page/assets/${name}`] as const),
    ...names.map((name) => [`/${name}`, `${folder}/${name}`] as const),
  ]);
  return async (context, next) => {
    const file = context.method === 'POST' ? undefined : files.get(context.path);
    if (file === undefined) {
      await next();
      return;
    }
    context.type = types[path.extname(file)] ?? '';
    context.body = await readFile(path.join(root, file));
  };
}
