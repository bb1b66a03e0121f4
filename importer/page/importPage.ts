import { fileURLToPath } from 'node:url';
import Koa, { type Middleware } from 'koa';
import { isSame } from '../../shared/contract/keys/hmac.ts';
import { requireLocalHost, requireToken } from '../../shared/runtime/page/localAccess.ts';
import {
  type LocalPage,
  type LocalPageOptions,
  listenLocally,
} from '../../shared/runtime/page/localServer.ts';
import { sendPageFiles } from '../../shared/runtime/page/pageFiles.ts';
import { setPageHeaders } from '../../shared/runtime/page/pageHeaders.ts';
import { repeat } from '../../shared/runtime/process/repeat.ts';
import { ImportSession, type SessionOptions } from './importSession.ts';
import { pageRoutes } from './pageRoutes.ts';
import { Uploads } from './uploads.ts';

export interface ImportPageOptions extends LocalPageOptions, SessionOptions {
  readonly dataFolder: string;
  /** Limit of an upload. */
  readonly maxBytes?: number;
  /** Interval in which old uploads are removed. */
  readonly removeMs?: number;
}

/** Serves the import page on the loopback address. Rejects with an `OperatorError` if the port can't be used. */
export async function startImportPage(options: ImportPageOptions): Promise<LocalPage> {
  const { port, token, dataFolder, maxBytes, history, removeMs = 3_600_000 } = options;
  const uploads = new Uploads(dataFolder, maxBytes);
  const session = new ImportSession(options);
  await uploads.removeOld();
  const app = new Koa();
  app.use(setHeaders).use(requireLocalHost).use(requireToken(token)).use(requireOwnPage(token));
  app.use(sendPageFiles(root, 'importer/page/assets', assets)).use(pageRoutes({ session, uploads, history }));
  const page = await listenLocally(app, port, { page: 'import page', setting: 'IMPORT_PORT' });
  const stopRemoving = repeat(removeMs, () => uploads.removeOld(session.choices.upload));
  return {
    port: page.port,
    stop: async () => {
      stopRemoving();
      await session.close();
      await page.stop();
    },
  };
}

const setHeaders = setPageHeaders({ 'require-trusted-types-for': "'script'", 'trusted-types': "'none'" });

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
const root = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../dist/' : '../../', import.meta.url),
);
const assets = ['page.css', 'page.js'];
