import type { Next } from 'koa';
import { pageHeaders } from '../../shared/runtime/pageHeaders.ts';
import type { DocsFile } from '../docs/docsFiles.ts';
import { acceptsGzip } from './answerCompressor.ts';
import type { HttpContext } from './exchange.ts';

const headers = {
  ...pageHeaders({ 'require-trusted-types-for': "'script'", 'trusted-types': "'none'" }),
  // Browsers ask each time, since a new version of the service has another page. This costs an answer without a body.
  'Cache-Control': 'no-cache',
  Vary: 'Accept-Encoding',
};

/** Answers requests for the documentation; others go on. The files were read and compressed at the start. */
export const sendDocs =
  (docs: ReadonlyMap<string, DocsFile>) =>
  (ctx: HttpContext, next: Next): Promise<void> | void => {
    const file = docs.get(ctx.path);
    if (!file || ctx.url.includes('?')) return next();
    if (ctx.method === 'GET' || ctx.method === 'HEAD') return send(ctx, file);
    ctx.set('Allow', 'GET, HEAD');
    ctx.state.reject('verb_not_allowed');
  };

function send(ctx: HttpContext, { type, bytes, compressed, etag }: DocsFile): void {
  ctx.set({ ...headers, ETag: etag });
  ctx.status = 200;
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  const isCompressed = acceptsGzip(ctx);
  if (isCompressed) ctx.set('Content-Encoding', 'gzip');
  ctx.set('Content-Type', type);
  ctx.body = isCompressed ? compressed : bytes;
}
