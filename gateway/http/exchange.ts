import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Context, ParameterizedContext } from 'koa';
import type { Answer, Unanswered } from '../../shared/calls/envelope.ts';
import { type HttpRefusal, httpRefusals } from '../../shared/httpRefusals.ts';
import { readTraceparent, type TraceContext } from '../../shared/traces/traceContext.ts';
import type { Tracer } from '../../shared/traces/tracer.ts';
import { newId } from '../../shared/values/idents.ts';
import type { App } from '../apps/app.ts';
import type { BatchCounts } from '../batch/batch.run.ts';
import { Unavailable } from '../calls/unavailable.ts';
import { httpRefusal } from '../requests/refusals.ts';
import { mismatched, type Route, routeOf } from '../requests/routes.ts';
import { operationIn, operationPath, sentPath } from './paths.ts';
import type { RefusalReason } from './refusalReasons.ts';
import { RequestSpans } from './requestSpans.ts';

/** Koa's context of a request, whose state is the exchange. */
export type HttpContext = ParameterizedContext<Exchange>;

/** A request and its answer. The steps of a request give each other what they find out; here is what all of them use. */
export class Exchange {
  readonly ctx: Context;
  /** `X-Request-Id`; also the id of the call, so that one search finds both sides of a request in the logs. */
  readonly requestId = newId();
  /** The operation, as the path or `X-Svc-Method` names it. */
  readonly method: string;
  readonly route: Route;
  /** Whether the path is one at which operations are called. */
  readonly isOperation: boolean;
  /** Of the answer of an operation, before it is compressed. */
  answerBytes = 0;
  /** For the log: the app that signed the request, the size of its body, what a batch did, and why a call was not accepted. */
  app: App | undefined;
  bodyBytes = 0;
  /** The hash of the `Idempotency-Key`, and the longest time that a call waited for its set, in milliseconds. */
  key: string | undefined;
  queueMs: number | undefined;
  batch: BatchCounts | undefined;
  reason: RefusalReason | undefined;
  /** What its calls carry: the trace of its `traceparent`, or of its spans if traces are exported. */
  trace: TraceContext | undefined;
  spans: RequestSpans | undefined;
  /** When the request began, by the tracer's clock in milliseconds; undefined if no traces are exported. */
  tracedFrom: number | undefined;
  #leaveBodyRoom: (() => void) | undefined;

  constructor(ctx: Context) {
    this.ctx = ctx;
    const inPath = operationIn(sentPath(ctx.url));
    const inHeader = headerMethod(ctx.req);
    this.isOperation = inPath !== undefined;
    this.method = inPath || inHeader;
    this.route = inHeader && inHeader !== this.method ? mismatched : routeOf(this.method);
    this.trace = readTraceparent(ctx.headers.traceparent, ctx.headers.tracestate);
    ctx.set('X-Request-Id', this.requestId);
  }

  /** Answers that no operation was run, or that its outcome is unknown. */
  refuse(code: Exclude<HttpRefusal, 'unavailable' | 'rate_limited'>, why?: string): undefined {
    this.#refuse(code, why);
  }

  /** Answers that a rate limit was exceeded. */
  limit(reason: 'app_rate' | 'account_rate'): undefined {
    this.#refuse('rate_limited');
    this.reason = reason;
  }

  /** Answers that a call was not accepted or not answered. */
  fail(call: Unanswered): undefined {
    // A worker may answer `unavailable` too.
    const unavailable = call instanceof Unavailable ? call : undefined;
    if (call.code === 'unavailable') this.ctx.set('Retry-After', `${unavailable?.retryAfter ?? 1}`);
    this.#refuse(call.code);
    this.reason = unavailable?.reason;
  }

  #refuse(code: HttpRefusal, why?: string): void {
    this.reason = undefined;
    this.ctx.set('X-Svc-Error', code);
    this.#write(httpRefusals[code].status, httpRefusal(shown(this.method), code, why).envelope);
  }

  /** Answers what an operation answered; `bytes` tells the size of what may be large. */
  answer(reply: Answer, bytes = 0): undefined {
    if (reply.kind === 'refused') this.ctx.set('X-Svc-Error', reply.code);
    if (reply.replayed) this.ctx.set('Idempotency-Replayed', 'true');
    this.#write(200, reply.envelope);
    this.answerBytes = bytes;
  }

  /** Answers with an envelope of so many bytes, in pieces. */
  answerInPieces(envelope: Iterable<string>, bytes: number): void {
    this.#write(200, Readable.from(envelope));
    this.ctx.length = bytes;
    this.answerBytes = bytes;
  }

  #write(status: number, envelope: string | Readable): void {
    const { ctx } = this;
    this.answerBytes = 0;
    ctx.status = status;
    ctx.set('Content-Type', 'application/json; charset=utf-8');
    ctx.body = envelope;
  }

  /** Begins the spans of a signed request. Unsigned requests have none: they could ask for traces at the service's cost. */
  beginSpans(tracer: Tracer): void {
    const path = this.route.kind === 'nowhere' ? operationPath : this.ctx.path;
    const requested = { verb: this.ctx.method, path, startedAt: this.tracedFrom };
    this.spans = new RequestSpans(tracer, requested, this.trace);
    this.trace = this.spans.context;
  }

  /** A call of the request waited for its set. */
  waited(waitMs: number): void {
    this.queueMs = Math.max(this.queueMs ?? 0, waitMs);
  }

  /** Has room for the body that is given back with `leaveBodyRoom`. */
  holdBodyRoom(leave: () => void): void {
    this.#leaveBodyRoom = leave;
  }

  /** Gives back the room that the body took while it was received, if any; safe to call twice. */
  leaveBodyRoom(): void {
    this.#leaveBodyRoom?.();
  }
}

/** The operation that a request names, in its path or else in its header; empty when it names none. */
export function methodOf(request: IncomingMessage): string {
  return operationIn(sentPath(request.url ?? '')) || headerMethod(request);
}

/** `X-Svc-Method` as it was sent; empty when it is missing. */
function headerMethod({ headers }: IncomingMessage): string {
  return String(headers['x-svc-method'] ?? '');
}

/** As much of it as answers and logs repeat (docs/api.md#http). */
export function shown(method: string): string {
  return method.slice(0, 64);
}
