import { fileURLToPath } from 'node:url';
import Koa, { type Middleware } from 'koa';
import { requireLocalHost, requireToken } from '../../shared/runtime/page/localAccess.ts';
import {
  type LocalPage,
  type LocalPageOptions,
  listenLocally,
} from '../../shared/runtime/page/localServer.ts';
import { sendPageFiles } from '../../shared/runtime/page/pageFiles.ts';
import { pageHeaders, setPageHeaders } from '../../shared/runtime/page/pageHeaders.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { Sampler } from '../report/sampler.ts';
import type { DatabaseMeter } from '../status/databaseReading.ts';
import { stateOf } from './pageState.ts';

export interface PageOptions extends LocalPageOptions {
  readonly redis: RedisClient;
  readonly database?: DatabaseMeter | undefined;
}

/**
 * Serves the status page on the loopback address. Does not close the connection to Redis. Rejects with an `OperatorError` if
 * the port can't be used.
 */
export async function startStatusPage({ redis, database, port, token }: PageOptions): Promise<LocalPage> {
  const sampler = new Sampler(redis, database);
  const app = new Koa();
  app.use(setHeaders).use(requireLocalHost).use(requireReading).use(requireToken(token));
  app.use(sendPageFiles(root, 'observe/page/assets', assets));
  app.use(async (context, next) => {
    if (context.path === '/state.json') context.body = stateOf(sampler);
    else await next();
  });
  app.use(sendBoard(redis));
  try {
    const page = await listenLocally(app, port, { page: 'status page', setting: 'STATUS_PORT' });
    return {
      port: page.port,
      stop: async () => {
        sampler.stop();
        await page.stop();
      },
    };
  } catch (error) {
    sampler.stop();
    throw error;
  }
}

const setHeaders = setPageHeaders({ 'img-src': "'self' data:" });

/** Rejects requests that could change something before any other check. The page changes nothing. */
const requireReading: Middleware = async (context, next) => {
  if (context.method === 'GET' || context.method === 'HEAD') {
    await next();
  } else {
    context.status = 405;
    context.set('Allow', 'GET, HEAD');
    context.body = 'This page is read only.\n';
  }
};

/** Works in dist/ too: bundled code is as many levels below dist/ as this file is below the project. */
const root = fileURLToPath(new URL('../../', import.meta.url));
const assets = ['page.css', 'page.js', 'plot.js'];

const boardPath = '/queues';

/** Headers for bull-board only: its HTML has a `<base>` with our own address, and its scripts set the style of its menu. */
const boardHeaders = pageHeaders({
  'img-src': "'self' data:",
  'base-uri': "'self'",
  'style-src': "'self' 'unsafe-inline'",
});

/** Loads bull-board at the first request for it, so that nobody else pays for it. */
function sendBoard(redis: RedisClient): Middleware {
  let loading: Promise<Middleware> | undefined;
  return async (context, next) => {
    const { path } = context;
    const { pagePath } = context.state;
    if (path !== boardPath && !path.startsWith(`${boardPath}/`)) {
      await next();
      return;
    }
    if (path === boardPath) {
      context.redirect(`${pagePath}${boardPath}/`);
      return;
    }
    context.set(boardHeaders);
    loading ??= load(redis).catch((error: unknown) => {
      loading = undefined; // the next request tries again
      throw error;
    });
    const board = await loading;
    context.path = path.slice(boardPath.length);
    context.state.basePath = `${pagePath}${boardPath}`;
    await board(context, next);
  };
}

async function load(redis: RedisClient): Promise<Middleware> {
  const { bullBoard } = await import('./bullBoard.ts');
  return (await bullBoard(redis)).routes() as Middleware;
}
