import { Router } from '@koa/router';
import Koa from 'koa';
import type { Emit } from '../../shared/runtime/process/log.ts';
import type { Tracer } from '../../shared/runtime/traces/tracer.ts';
import type { AccountTally } from '../apps/accountTally.ts';
import type { Apps } from '../apps/apps.ts';
import type { RateLimits } from '../apps/rateLimits.ts';
import type { RefusalDelay } from '../apps/refusalDelay.ts';
import type { BatchLimiter } from '../batch/batchLimiter.ts';
import type { CallClient } from '../calls/callClient.ts';
import type { WaitingReaders } from '../changes/waitingReaders.ts';
import type { DocsFile } from '../docs/docsFiles.ts';
import { answerBatch } from './answerBatch.ts';
import { answerChanges } from './answerChanges.ts';
import { AnswerCompressor, minCompressedBytes } from './answerCompressor.ts';
import { answerErrors } from './answerErrors.ts';
import { authenticate } from './authenticate.ts';
import type { BodyRooms } from './bodyRooms.ts';
import { confirmSignature } from './confirmSignature.ts';
import type { Connections } from './connections.ts';
import { dispatch } from './dispatch.ts';
import type { Exchange, HttpContext } from './exchange.ts';
import type { Health } from './health.ts';
import { limitRate } from './limitRate.ts';
import { readBody } from './readBody.ts';
import { readCall } from './readCall.ts';
import { readHead, shedLoad } from './readHead.ts';
import { sendDocs } from './sendDocs.ts';
import type { SignatureV2 } from './signatureV2.ts';

interface Parts {
  readonly callClient: CallClient;
  readonly batchLimiter: BatchLimiter;
  readonly apps: Apps;
  readonly signatureV2: SignatureV2;
  readonly refusalDelay: RefusalDelay;
  readonly bodyRooms: BodyRooms;
  readonly connections: Connections;
  readonly rateLimits: RateLimits;
  readonly accounts: AccountTally;
  readonly health: Health;
  readonly docs: ReadonlyMap<string, DocsFile>;
  readonly waitingReaders: WaitingReaders;
  readonly emit: Emit;
  readonly tracer?: Tracer | undefined;
}

interface OperationParts extends Parts {
  readonly compressor: AnswerCompressor;
}

export function httpApp(parts: Parts): Koa<Exchange> {
  const { health, emit, tracer } = parts;
  const router = new Router<Exchange>({ sensitive: true, strict: true });
  router.get('/healthz', (ctx) => health.alive(ctx));
  router.get('/readyz', (ctx) => health.ready(ctx));

  const app = new Koa<Exchange>();
  app.use(answerErrors(emit, tracer));
  app.use(requireHost);
  app.use(answerOperations({ ...parts, compressor: new AnswerCompressor() }));
  app.use(sendDocs(parts));
  app.use(router.routes());
  app.use(({ state }) => state.refuse('not_found'));
  app.on('error', () => {}); // a connection that broke while it was answered; answerErrors handles everything else
  return app;
}

const answerOperations =
  (parts: OperationParts) =>
  ({ state: exchange, method }: HttpContext, next: Koa.Next): Promise<void> | void => {
    if (!exchange.isOperation) return next();
    return method === 'POST' ? answerOperation(exchange, parts) : verbNotAllowed(exchange);
  };

/** Path of a request to an operation, in the order of its checks. A step that answers returns nothing: the path ends. */
async function answerOperation(exchange: Exchange, parts: OperationParts): Promise<void> {
  if (hasQuery(exchange)) return exchange.refuse('not_found');
  const head = readHead(exchange, parts);
  if (!shedLoad(exchange, head, parts)) return;
  const body = await readBody(exchange, head, parts);
  if (!body) return;
  const signed = await authenticate(exchange, head, body, parts);
  if (!signed) return;
  if (parts.tracer) exchange.beginSpans(parts.tracer);
  if ('operation' in exchange.route) parts.accounts.add(signed.app);
  const { limits } = signed.app;
  if (limits.length > 0 && !(await limitRate(exchange, limits, parts))) return;
  // Its bytes count for the account from here on.
  exchange.leaveBodyRoom();

  const { route } = exchange;
  if (route.kind === 'unknown') return exchange.refuse(route.code);
  if (route.kind === 'batch') {
    await answerBatch(exchange, signed.app, body, parts);
    return compressLarge(exchange, parts);
  }

  const request = await readCall(exchange, route.operation, signed.app, body);
  if (request && route.kind === 'changes') await answerChanges(exchange, request, signed, parts);
  else if (request) await dispatch(exchange, request, signed, parts);
  if (signed.openSignature) await confirmSignature(exchange, signed.openSignature, parts);
  return compressLarge(exchange, parts);
}

/** Runs last, since a read may still be refused when its answer is there. */
function compressLarge({ answerBytes, ctx }: Exchange, { compressor }: OperationParts): Promise<void> | void {
  if (answerBytes >= minCompressedBytes) return compressor.compress(ctx);
}

/** HTTP/1.1 demands the header (RFC 9112, section 3.2). */
async function requireHost({ state: exchange, headers, req }: HttpContext, next: Koa.Next): Promise<void> {
  if (headers.host === undefined && req.httpVersion === '1.1') return exchange.refuse('request_malformed');
  return next();
}

function verbNotAllowed(exchange: Exchange): void {
  if (hasQuery(exchange)) return exchange.refuse('not_found');
  exchange.ctx.set('Allow', 'POST');
  exchange.refuse('verb_not_allowed');
}

/** Queries are refused, since signatures do not cover them. */
function hasQuery({ ctx }: Exchange): boolean {
  return ctx.url.includes('?');
}
