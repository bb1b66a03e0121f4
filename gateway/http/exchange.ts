import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Context, ParameterizedContext } from 'koa';
import { type HttpRejection, httpRejections } from '../../shared/contract/httpRejections.ts';
import { operationPath } from '../../shared/contract/keys/signedText.ts';
import { newId } from '../../shared/contract/values/idents.ts';
import { readTraceparent, type TraceContext } from '../../shared/runtime/traces/traceContext.ts';
import type { Tracer } from '../../shared/runtime/traces/tracer.ts';
import type { Answer, Unanswered } from '../../shared/wire/envelope.ts';
import type { App } from '../apps/app.ts';
import type { BatchCounts } from '../batch/batch.run.ts';
import { Unavailable } from '../calls/unavailable.ts';
import { httpRefusal } from '../requests/refusals.ts';
import { mismatched, operationIn, type Route, routeOf, sentPath } from '../requests/routes.ts';
import type { RefusalReason } from './refusalReasons.ts';
import { RequestSpans } from './requestSpans.ts';

export type HttpContext = ParameterizedContext<Exchange>;

/** A request and its answer. Steps pass their results to each other; the exchange has only what all of them use. */
export class Exchange {
  readonly ctx: Context;
  /** `X-Request-Id`. Also the id of the call, so that one search finds both sides of a request in the logs. */
  readonly requestId = newId();
  readonly method: string;
  readonly route: Route;
  readonly isOperation: boolean;
  /** Bytes of an operation's answer before it is compressed. */
  answerBytes = 0;
  /** Fields for the log. */
  app: App | undefined;
  bodyBytes = 0;
  /** Hash of the `Idempotency-Key`, and the longest wait of a call for its set. */
  key: string | undefined;
  queueMs: number | undefined;
  batch: BatchCounts | undefined;
  reason: RefusalReason | undefined;
  /** Trace that the calls carry: that of `traceparent`, or of the request's spans if traces are exported. */
  trace: TraceContext | undefined;
  spans: RequestSpans | undefined;
  /** Start of the request in milliseconds of the tracer's clock; undefined if no traces are exported. */
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
  refuse(code: Exclude<HttpRejection, 'unavailable' | 'rate_limited'>, why?: string): undefined {
    this.#refuse(code, why);
  }

  limit(reason: 'app_rate' | 'account_rate'): undefined {
    this.#refuse('rate_limited');
    this.reason = reason;
  }

  fail(call: Unanswered): undefined {
    // A worker may answer `unavailable` too.
    const unavailable = call instanceof Unavailable ? call : undefined;
    if (call.code === 'unavailable') this.ctx.set('Retry-After', `${unavailable?.retryAfter ?? 1}`);
    this.#refuse(call.code);
    this.reason = unavailable?.reason;
  }

  #refuse(code: HttpRejection, why?: string): void {
    this.reason = undefined;
    this.ctx.set('X-Svc-Error', code);
    this.#write(httpRejections[code].status, httpRefusal(shown(this.method), code, why).envelope);
  }

  /** Answers with the reply of an operation. `bytes` is given if the answer may be large. */
  answer(reply: Answer, bytes = 0): undefined {
    if (reply.kind === 'refused') this.ctx.set('X-Svc-Error', reply.code);
    if (reply.replayed) this.ctx.set('Idempotency-Replayed', 'true');
    this.#write(200, reply.envelope);
    this.answerBytes = bytes;
  }

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
    const path = this.route.kind === 'unknown' ? operationPath : this.ctx.path;
    const requested = { verb: this.ctx.method, path, startedAt: this.tracedFrom };
    this.spans = new RequestSpans(tracer, requested, this.trace);
    this.trace = this.spans.context;
  }

  waited(waitMs: number): void {
    this.queueMs = Math.max(this.queueMs ?? 0, waitMs);
  }

  holdBodyRoom(leave: () => void): void {
    this.#leaveBodyRoom = leave;
  }

  /** Releases the room that the body took while it was received, if any. Safe to call twice. */
  leaveBodyRoom(): void {
    this.#leaveBodyRoom?.();
  }
}

/** Operation that a request names, in its path or else in its header; empty if it names none. */
export function methodOf(request: IncomingMessage): string {
  return operationIn(sentPath(request.url ?? '')) || headerMethod(request);
}

function headerMethod({ headers }: IncomingMessage): string {
  return String(headers['x-svc-method'] ?? '');
}

/** Part that answers and logs repeat (docs/api.md#http). */
export function shown(method: string): string {
  return method.slice(0, 64);
}
