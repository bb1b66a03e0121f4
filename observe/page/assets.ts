import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Middleware } from 'koa';

/** Works in dist/ too: bundled code is as many levels below dist/ as this file is below the project. */
const folder = fileURLToPath(new URL('../../observe/page/assets/', import.meta.url));

const files: Readonly<Record<string, { readonly file: string; readonly type: string }>> = {
  '/': { file: 'page.html', type: 'text/html; charset=utf-8' },
  '/page.css': { file: 'page.css', type: 'text/css; charset=utf-8' },
  '/page.js': { file: 'page.js', type: 'text/javascript; charset=utf-8' },
  '/plot.js': { file: 'plot.js', type: 'text/javascript; charset=utf-8' },
  '/icon.svg': { file: 'icon.svg', type: 'image/svg+xml' },
};

export const sendAssets: Middleware = async (context, next) => {
  const found = Object.hasOwn(files, context.path) && files[context.path];
  if (found) {
    context.type = found.type;
    context.body = await readFile(`${folder}${found.file}`);
  } else {
    await next();
  }
};
