import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Next } from 'koa';
import { pageHeaders } from '../../shared/runtime/page/pageHeaders.ts';
import { acceptsGzip } from './answerCompressor.ts';
import { exampleFiles, exampleLanguages, exampleUrl } from './exampleFiles.ts';
import type { HttpContext } from './exchange.ts';

interface DocsFile {
  readonly type: string;
  readonly bytes: Buffer;
  readonly compressed: Buffer;
  readonly etag: string;
}

const html = 'text/html; charset=utf-8';
const css = 'text/css; charset=utf-8';
const script = 'text/javascript; charset=utf-8';
const json = 'application/json; charset=utf-8';
const plain = 'text/plain; charset=utf-8';

/** Keyed by URL path. Files are at the same places in the project and in dist/. */
const files: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/docs': ['gateway/docs/assets/page.html', html],
  '/docs/page.css': ['gateway/docs/assets/page.css', css],
  '/docs/page.js': ['gateway/docs/assets/page.js', script],
  '/docs/copy.js': ['gateway/docs/assets/copy.js', script],
  '/docs/elements.js': ['gateway/docs/assets/elements.js', script],
  '/docs/exampleRecords.js': ['gateway/docs/assets/exampleRecords.js', script],
  '/docs/resend.js': ['gateway/docs/assets/resend.js', script],
  '/docs/search.js': ['gateway/docs/assets/search.js', script],
  '/docs/searchIndex.js': ['gateway/docs/assets/searchIndex.js', script],
  '/docs/tabs.js': ['gateway/docs/assets/tabs.js', script],
  '/docs/tryIt.js': ['gateway/docs/assets/tryIt.js', script],
  '/docs/signedCall.js': ['gateway/docs/assets/signedCall.js', script],
  '/docs/signing.js': ['gateway/docs/assets/signing.js', script],
  '/docs/icon.svg': ['gateway/docs/assets/icon.svg', 'image/svg+xml'],
  ...Object.fromEntries(
    exampleLanguages.map((name) => [`/${exampleUrl(name)}`, [exampleFiles[name], plain]]),
  ),
  '/docs/signature-vectors.json': ['examples/signature-vectors.json', json],
  '/openapi.json': ['docs/openapi.json', json],
  '/openapi-3.0.json': ['docs/openapi-3.0.json', json],
};

const headers = {
  ...pageHeaders({ 'require-trusted-types-for': "'script'", 'trusted-types': "'none'" }),
  // Browsers ask each time, since a new version of the service has another page. This costs an answer without a body.
  'Cache-Control': 'no-cache',
  Vary: 'Accept-Encoding',
};

/** Answers requests for the documentation, and passes others on. The files are read and compressed once, at the start. */
export function sendDocs() {
  const docs = new Map(Object.entries(files).map(([path, [file, type]]) => [path, readDocsFile(file, type)]));
  return (ctx: HttpContext, next: Next): Promise<void> | void => {
    const file = docs.get(ctx.state.path);
    if (!file || ctx.url.includes('?')) return next();
    if (ctx.method === 'GET' || ctx.method === 'HEAD') return send(ctx, file);
    ctx.set('Allow', 'GET, HEAD');
    ctx.state.reject('verb_not_allowed');
  };
}

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

/** The bundle in dist/ is as deep as this file in the project. */
function readDocsFile(file: string, type: string): DocsFile {
  const bytes = readFileSync(new URL(`../../${file}`, import.meta.url));
  const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`;
  return { type, bytes, compressed: gzipSync(bytes, { level: 9 }), etag };
}
