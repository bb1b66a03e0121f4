import type { Middleware } from 'koa';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { boardHeaders } from './access.ts';

const boardPath = '/queues';

/** Loads bull-board at the first request for it, so that nobody else pays for it. */
export function sendBoard(redis: RedisClient): Middleware {
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
