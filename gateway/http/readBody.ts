import type { Context, Next } from 'koa';
import readBytes from 'raw-body';
import { batchRun } from '../../shared/batch.ts';
import { refuse, requestedMethod } from './refusals.ts';
import type { RequestState } from './state.ts';

/** Bytes (contract.md, "HTTP"). */
const mostBytes = 1_048_576;

/** Reads the exact bytes, which are what is signed: bounded, and only of uncompressed JSON. */
export async function readBody(ctx: Context, next: Next): Promise<void> {
  const body = await readBytes(ctx.req, {
    limit: requestedMethod(ctx) === batchRun.name ? batchRun.mostBytes : mostBytes,
    length: ctx.get('Content-Length') || null,
  }).catch(kind);
  if (typeof body === 'string') return refuseBody(ctx, body);
  if (!isPlainJson(ctx)) return refuse(ctx, 'content_type_unsupported');
  (ctx.state as RequestState).body = body;
  return next();
}

/** What went wrong, in raw-body's words; errors of the connection have none. */
function kind(error: { type?: string }): string {
  return error.type ?? 'connection';
}

/** What is still to come of a body that was refused is thrown away, so that the client gets to read the answer. */
function refuseBody(ctx: Context, why: string): void {
  ctx.req.resume();
  if (why === 'entity.too.large') refuse(ctx, 'body_too_large');
  else refuse(ctx, 'body_malformed', 'it did not arrive whole');
}

function isPlainJson(ctx: Context): boolean {
  const encoding = ctx.get('Content-Encoding').toLowerCase();
  return (
    /^application\/json *(; *charset="?utf-8"? *)?$/i.test(ctx.get('Content-Type')) &&
    ['', 'identity'].includes(encoding)
  );
}
