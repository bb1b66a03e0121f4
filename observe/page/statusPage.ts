import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import Koa, { type Middleware } from 'koa';
import { OperatorError } from '../../shared/runtime/process/explain.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { Sampler } from '../report/sampler.ts';
import type { DatabaseMeter } from '../status/databaseReading.ts';
import { pageHost } from '../status/pageAddress.ts';
import { boardHeaders, requireLocalHost, requireReading, requireToken, setHeaders } from './access.ts';
import { stateOf } from './pageState.ts';

export interface PageOptions {
  readonly redis: RedisClient;
  readonly database?: DatabaseMeter | undefined;
  /** The system chooses a port if it is 0. */
  readonly port: number;
  /** Returns the token of the address. Nobody is let in while it is undefined. */
  readonly token: () => string | undefined;
}

export interface StatusPage {
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * Serves the status page on the loopback address. Does not close the connection to Redis. Rejects with an `OperatorError` if
 * the port can't be used.
 */
export async function startStatusPage({ redis, database, port, token }: PageOptions): Promise<StatusPage> {
  const sampler = new Sampler(redis, database);
  const app = new Koa();
  // The browser or Redis has closed the connection; the answer says so.
  app.on('error', () => {});
  app.use(setHeaders).use(requireLocalHost).use(requireReading).use(requireToken(token));
  app.use(sendAssets);
  app.use(async (context, next) => {
    if (context.path === '/state.json') context.body = stateOf(sampler);
    else await next();
  });
  app.use(sendBoard(redis));
  const server = createServer(app.callback()).listen(port, pageHost);
  const stop = async () => {
    sampler.stop();
    server.close();
    server.closeAllConnections();
  };
  await once(server, 'listening').catch(async (error: NodeJS.ErrnoException) => {
    await stop();
    throw new OperatorError(problemWith(error, port));
  });
  return { port: (server.address() as AddressInfo).port, stop };
}

function problemWith({ code }: NodeJS.ErrnoException, port: number): string {
  if (code === 'EADDRINUSE')
    return `port ${port} is in use: set STATUS_PORT to a free port, or to 0 for any free one`;
  if (code === 'EACCES')
    return `this user has no permission to use port ${port}: set STATUS_PORT to 1024 or higher, or to 0`;
  return `cannot serve the status page on port ${port} (${code}): check STATUS_PORT`;
}

/** Works in dist/ too: bundled code is as many levels below dist/ as this file is below the project. */
const folder = fileURLToPath(new URL('../../observe/page/assets/', import.meta.url));

const files: Readonly<Record<string, { readonly file: string; readonly type: string }>> = {
  '/': { file: 'page.html', type: 'text/html; charset=utf-8' },
  '/page.css': { file: 'page.css', type: 'text/css; charset=utf-8' },
  '/page.js': { file: 'page.js', type: 'text/javascript; charset=utf-8' },
  '/icon.svg': { file: 'icon.svg', type: 'image/svg+xml' },
};

const sendAssets: Middleware = async (context, next) => {
  const found = Object.hasOwn(files, context.path) && files[context.path];
  if (found) {
    context.type = found.type;
    context.body = await readFile(`${folder}${found.file}`);
  } else {
    await next();
  }
};

const boardPath = '/queues';

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
