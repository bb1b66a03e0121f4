import type { Middleware } from 'koa';
import { pageHeaders } from '../../shared/runtime/pageHeaders.ts';

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
