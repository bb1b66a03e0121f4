import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import Koa, { type Middleware } from 'koa';
import { isSame } from '../../shared/contract/keys/hmac.ts';
import { requireLocalHost, requireToken } from '../../shared/runtime/page/localAccess.ts';
import {
  type LocalPage,
  type LocalPageOptions,
  listenLocally,
} from '../../shared/runtime/page/localServer.ts';
import { pageHeaders } from '../../shared/runtime/page/pageHeaders.ts';
import { ImportSession, type SessionOptions } from './importSession.ts';
import { pageRoutes } from './pageRoutes.ts';
import { Uploads } from './uploads.ts';

export interface ImportPageOptions extends LocalPageOptions, SessionOptions {
  readonly dataFolder: string;
  /** Limit of an upload. */
  readonly maxBytes?: number;
}

/** Serves the import page on the loopback address. Rejects with an `OperatorError` if the port can't be used. */
export async function startImportPage(options: ImportPageOptions): Promise<LocalPage> {
  const { port, token, dataFolder, maxBytes, history } = options;
  const uploads = new Uploads(dataFolder, maxBytes);
  await uploads.removeOld();
  const session = new ImportSession(options);
  const app = new Koa();
  app.use(setHeaders).use(requireLocalHost).use(requireToken(token)).use(requireOwnPage(token));
  app.use(sendAssets).use(pageRoutes({ session, uploads, history }));
  const page = await listenLocally(app, port, { page: 'import page', setting: 'IMPORT_PORT' });
  return {
    port: page.port,
    stop: async () => {
      await session.close();
      await page.stop();
    },
  };
}

const headers = {
  ...pageHeaders({ 'require-trusted-types-for': "'script'", 'trusted-types': "'none'" }),
  'Cache-Control': 'no-store',
};

/** Refusals get these headers, too. */
const setHeaders: Middleware = async (context, next) => {
  context.set(headers);
  await next();
};

/** Sent by the page's own script with each request that changes something. Another site can't set it. */
const tokenHeader = 'X-Counterfoil-Page';

/** Rejects requests that could change something unless the page itself sent them. */
function requireOwnPage(token: () => string | undefined): Middleware {
  return async (context, next) => {
    const { method } = context;
    if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') {
      context.status = 405;
      context.set('Allow', 'GET, HEAD, POST');
    } else if (method === 'POST' && !isOwn(context.get('Origin'), context.host)) {
      context.status = 403;
      context.body = 'Requests must come from the page itself.\n';
    } else if (method === 'POST' && !isSame(context.get(tokenHeader), token() ?? '')) {
      context.status = 403;
      context.body = `The header ${tokenHeader} must be the token of the page.\n`;
    } else {
      await next();
    }
  };
}

function isOwn(origin: string, host: string): boolean {
  return origin.toLowerCase() === `http://${host.toLowerCase()}`;
}

/** The script is compiled by cli/bundle.js, so all files are served from dist/, also when this file is not compiled. */
const folder = fileURLToPath(
  new URL(
    `${import.meta.url.endsWith('.ts') ? '../../dist' : '../..'}/importer/page/assets/`,
    import.meta.url,
  ),
);

const files: Readonly<Record<string, { readonly file: string; readonly type: string }>> = {
  '/': { file: 'page.html', type: 'text/html; charset=utf-8' },
  '/page.css': { file: 'page.css', type: 'text/css; charset=utf-8' },
  '/page.js': { file: 'page.js', type: 'text/javascript; charset=utf-8' },
  '/icon.svg': { file: 'icon.svg', type: 'image/svg+xml' },
};

const sendAssets: Middleware = async (context, next) => {
  const found = Object.hasOwn(files, context.path) && files[context.path];
  if (found && context.method !== 'POST') {
    context.type = found.type;
    context.body = await readFile(`${folder}${found.file}`);
  } else {
    await next();
  }
};
