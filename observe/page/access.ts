import type { Middleware } from 'koa';
import { pageHeaders } from '../../shared/runtime/page/pageHeaders.ts';

/** Rejects requests that could change something before any other check. The page changes nothing. */
export const requireReading: Middleware = async (context, next) => {
  if (context.method === 'GET' || context.method === 'HEAD') {
    await next();
  } else {
    context.status = 405;
    context.set('Allow', 'GET, HEAD');
    context.body = 'This page is read only.\n';
  }
};

const ofPage = pageHeaders({ 'img-src': "'self' data:" });

/**
 * Headers for bull-board only: its HTML has a `<base>` with our own address, and its scripts set the style of its menu.
 */
export const boardHeaders = pageHeaders({
  'img-src': "'self' data:",
  'base-uri': "'self'",
  'style-src': "'self' 'unsafe-inline'",
});

/** Refusals get these headers, too. */
export const setHeaders: Middleware = async (context, next) => {
  context.set({ ...ofPage, 'Cache-Control': 'no-store' });
  await next();
};
