import { Router } from '@koa/router';
import Koa from 'koa';
import type { Tracer } from '../../shared/runtime/traces/tracer.ts';
import type { RateLimit, RateLimits, Usage } from '../apps/rateLimits.ts';
import { Unavailable } from '../calls/unavailable.ts';
import type { WaitingReaders } from '../changes/waitingReaders.ts';
import type { KeyGuard } from '../keys/keyGuard.ts';
import { type CallRoute, healthPath, healthPaths, readyPath } from '../requests/routes.ts';
import { answerBatch, type BatchDependencies } from './answerBatch.ts';
import { answerCall } from './answerCall.ts';
import { answerChanges } from './answerChanges.ts';
import { AnswerCompressor, minCompressedBytes } from './answerCompressor.ts';
import { answerErrors } from './answerErrors.ts';
import { answerWebhook } from './answerWebhook.ts';
import { type AuthenticateDependencies, authenticate } from './authenticate.ts';
import type { Connections } from './connections.ts';
import type { Exchange, HttpContext } from './exchange.ts';
import type { Health } from './health.ts';
import { confirmSignature } from './pendingNonceCheck.ts';
import { type BodyDependencies, readBody } from './readBody.ts';
import { readCall } from './readCall.ts';
import { sendDocs } from './sendDocs.ts';
import type { Simulator } from './simulator.ts';

interface AppDependencies extends BodyDependencies, AuthenticateDependencies, BatchDependencies {
  readonly connections: Connections;
  readonly rateLimits: RateLimits;
  readonly simulator: Simulator;
  readonly health: Health;
  readonly servesDocs: boolean;
  readonly waitingReaders: WaitingReaders;
  readonly keys: KeyGuard;
  readonly tracer?: Tracer | undefined;
}

type AnswerCall = (...call: [...Parameters<typeof answerCall>, AppDependencies]) => Promise<void>;

/** Answers to requests that make one call, by their kind. */
const callAnswers: Readonly<Record<CallRoute['kind'], AnswerCall>> = {
  call: answerCall,
  changes: answerChanges,
  webhook: answerWebhook,
};

/** Shared by all gateways of the process, and so are its threads. */
const compressor = new AnswerCompressor();

export function httpApp(dependencies: AppDependencies): Koa<Exchange> {
  const { health, emit, tracer, callClient } = dependencies;
  const router = new Router<Exchange>({ sensitive: true, strict: true });
  router.get(healthPath, (ctx) => health.alive(ctx));
  router.get(readyPath, (ctx) => health.ready(ctx));

  const app = new Koa<Exchange>();
  app.use(answerErrors(emit, tracer, callClient.deadlineMs));
  app.use(checkTarget(dependencies));
  if (dependencies.servesDocs) app.use(sendDocs());
  app.use(router.routes());
  app.use(({ state }) => state.reject('not_found'));
  app.on('error', () => {}); // a connection that broke while it was answered; answerErrors handles everything else
  return app;
}

/** Rejects requests whose connection, host, query or verb is wrong, and answers those to operations. */
const checkTarget =
  (dependencies: AppDependencies) =>
  (ctx: HttpContext, next: Koa.Next): Promise<void> | void => {
    const { state: exchange, method: verb, headers, req } = ctx;
    if (dependencies.connections.excess.has(req.socket) && !healthPaths.includes(exchange.path)) {
      ctx.set('Connection', 'close');
      return exchange.rejectUnanswered(new Unavailable('connections'));
    }
    // HTTP/1.1 demands the header (RFC 9112, section 3.2).
    if (headers.host === undefined && req.httpVersion === '1.1') return exchange.reject('request_malformed');
    // A target with another scheme than HTTP.
    if (/^[^/]+:\/\//.test(exchange.path)) return exchange.reject('request_malformed');
    if (!exchange.isOperation) return next();
    // Queries are rejected, since signatures do not cover them.
    if (ctx.url.includes('?')) return exchange.reject('not_found');
    if (verb === 'POST') return answerOperation(exchange, dependencies);
    ctx.set('Allow', 'POST');
    exchange.reject('verb_not_allowed');
  };

/** Path of a request to an operation, in the order of its checks. A step that answers returns nothing: the path ends. */
async function answerOperation(exchange: Exchange, dependencies: AppDependencies): Promise<void> {
  const { accounts, callClient, simulator, tracer } = dependencies;
  const { route } = exchange;
  const received = await readBody(exchange, dependencies);
  if (!received) return;
  const signed = await authenticate(exchange, received, dependencies);
  if (!signed) return;
  const { body } = received;
  const { app, nonceCheck } = signed;
  if (tracer) exchange.beginSpans(tracer);

  if (route.resource) accounts.add(app);
  if (app.limits.length > 0 && !(await limitRate(exchange, app.limits, dependencies))) return;
  if ('x-svc-simulate' in exchange.ctx.headers && !(await simulator.simulate(exchange, app)))
    return nonceCheck && confirmSignature(exchange, nonceCheck, dependencies);
  if (route.kind === 'unknown') return exchange.reject(route.code);
  if (route.kind === 'batch') await answerBatch(exchange, app, body, dependencies);
  else {
    const queue = callClient.queues.interactive[route.resource];
    const room = queue.acquire(app.account, body.length);
    if (room instanceof Unavailable) exchange.rejectUnanswered(room);
    else {
      // The bytes of the body count for the account from here on.
      exchange.hold(room);
      const request = await readCall(exchange, route.operation, app, body);
      if (request) await callAnswers[route.kind](exchange, request, signed, queue, dependencies);
    }
    if (nonceCheck) await confirmSignature(exchange, nonceCheck, dependencies);
  }
  accounts.add(app, 0, exchange.answerBytes);
  // Last, since a read may still be rejected when its answer is there.
  if (exchange.answerBytes >= minCompressedBytes) await compressor.compress(exchange.ctx);
}

/**
 * Admits what the limits of the app and its account allow. It comes after the signature, so that nobody else can use them up,
 * and before everything else, so that wrong requests count too.
 */
async function limitRate(
  exchange: Exchange,
  limits: readonly RateLimit[],
  { rateLimits }: { readonly rateLimits: RateLimits },
): Promise<true | undefined> {
  const usage = await rateLimits.count(limits);
  // Usage is unknown while Redis is away, which the queue reports to clients.
  if (!usage) return true;
  setRateHeaders(exchange, usage);
  if (usage.remaining >= 0) return true;
  return exchange.rejectOverRate(`${usage.of}_rate`);
}

/** Separate headers of draft-ietf-httpapi-ratelimit-headers-06. */
function setRateHeaders({ ctx }: Exchange, { requestsPerSecond, remaining, resetSeconds }: Usage): void {
  ctx.set('RateLimit-Limit', `${requestsPerSecond}`);
  ctx.set('RateLimit-Remaining', `${Math.max(remaining, 0)}`);
  ctx.set('RateLimit-Reset', `${resetSeconds}`);
  if (remaining < 0) ctx.set('Retry-After', `${resetSeconds}`);
}
