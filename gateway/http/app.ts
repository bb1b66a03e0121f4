import { Router } from '@koa/router';
import Koa from 'koa';
import type { Emit } from '../../shared/process/log.ts';
import type { Apps } from '../apps/apps.ts';
import type { RateLimits } from '../apps/rateLimits.ts';
import type { RefusalDelay } from '../apps/refusalDelay.ts';
import type { BatchLimiter } from '../batch/batchLimiter.ts';
import { runBatch } from '../batch/runBatch.ts';
import type { CallClient } from '../calls/callClient.ts';
import { answerErrors } from './answerErrors.ts';
import { authenticate } from './authenticate.ts';
import type { BodyRooms } from './bodyRooms.ts';
import { confirmSignature } from './confirmSignature.ts';
import type { Connections } from './connections.ts';
import { discardUnread } from './discardUnread.ts';
import { dispatch } from './dispatch.ts';
import type { Health } from './health.ts';
import { limitRate } from './limitRate.ts';
import { leaveRoom, readBody } from './readBody.ts';
import { readHead } from './readHead.ts';
import { refuse } from './refusals.ts';
import { requireOperation } from './requireOperation.ts';
import { shedLoad } from './shedLoad.ts';
import type { SignatureV2 } from './signatureV2.ts';
import { inTurn, type Step } from './steps.ts';
import { validateInput } from './validateInput.ts';

interface Parts {
  readonly callClient: CallClient;
  readonly batchLimiter: BatchLimiter;
  readonly apps: Apps;
  readonly signatureV2: SignatureV2;
  readonly refusalDelay: RefusalDelay;
  readonly bodyRooms: BodyRooms;
  readonly connections: Connections;
  readonly rateLimits: RateLimits;
  readonly health: Health;
  readonly emit: Emit;
}

/** The HTTP side: the path of a request. */
export function httpApp(parts: Parts): Koa {
  const { health, emit } = parts;
  const router = new Router({ sensitive: true, strict: true });
  router.post('/api/v1', operationCall(parts));
  router.all('/api/v1', verbNotAllowed);
  router.get('/healthz', (ctx) => health.alive(ctx));
  router.get('/readyz', (ctx) => health.ready(ctx));

  const app = new Koa();
  app.use(discardUnread());
  app.use(answerErrors(emit));
  app.use(requireHost);
  app.use(router.routes());
  app.use((ctx) => refuse(ctx, 'not_found'));
  app.on('error', () => {}); // a connection that broke while it was answered; everything else is in answerErrors
  return app;
}

/** The path of a call, in the order of its checks. A read may run while its nonce is taken; `confirm` waits for that. */
function operationCall(parts: Parts): (ctx: Koa.Context) => Promise<void> {
  const { callClient, batchLimiter, apps, connections, rateLimits } = parts;
  const steps: readonly Step[] = [
    refuseQuery,
    readHead,
    shedLoad(callClient, apps, connections),
    readBody(parts),
    authenticate(parts),
    limitRate(rateLimits),
    leaveRoom,
    runBatch(callClient, batchLimiter),
    requireOperation,
    validateInput,
    dispatch(callClient),
  ];
  const confirm = confirmSignature(parts);
  return async (ctx) => {
    try {
      await inTurn(ctx, steps);
      await confirm(ctx);
    } finally {
      leaveRoom(ctx);
    }
  };
}

/** HTTP/1.1 demands the header (RFC 9112, section 3.2). */
async function requireHost(ctx: Koa.Context, next: Koa.Next): Promise<void> {
  if (ctx.headers.host === undefined && ctx.req.httpVersion === '1.1')
    return refuse(ctx, 'request_malformed');
  return next();
}

/** Signatures cover no query, so there is none. */
function refuseQuery(ctx: Koa.Context): void {
  if (ctx.url.includes('?')) refuse(ctx, 'not_found');
}

function verbNotAllowed(ctx: Koa.Context): void {
  if (ctx.url.includes('?')) return refuse(ctx, 'not_found');
  ctx.set('Allow', 'POST');
  refuse(ctx, 'verb_not_allowed');
}
