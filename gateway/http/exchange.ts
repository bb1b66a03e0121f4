import { Readable } from 'node:stream';
import type { Context, ParameterizedContext } from 'koa';
import { type HttpRejection, httpRejections } from '../../shared/contract/httpRejections.ts';
import { operationPath } from '../../shared/contract/keys/signedText.ts';
import { newId } from '../../shared/contract/values/idents.ts';
import type { RejectionReason } from '../../shared/runtime/process/events.ts';
import { readTraceparent, type TraceContext } from '../../shared/runtime/traces/traceContext.ts';
import type { Tracer } from '../../shared/runtime/traces/tracer.ts';
import type { Answer, Unanswered } from '../../shared/wire/envelope.ts';
import type { App } from '../apps/app.ts';
import type { BatchCounts } from '../batch/batch.run.ts';
import type { FairBudget, Release } from '../calls/fairBudget.ts';
import { outcomeUnknown } from '../calls/pendingCalls.ts';
import { Unavailable } from '../calls/unavailable.ts';
import { httpRejection, maxShownMethod } from '../requests/refusalReplies.ts';
import { type Route, resolveRoute, withoutOrigin } from '../requests/routes.ts';
import { RequestSpans } from './requestSpans.ts';

export type HttpContext = ParameterizedContext<Exchange>;

/** Few smaller answers accumulate: Node reads no more requests from a client that leaves answers unread. */
const uncountedBytes = 16_384;

type AnswerBudget = Pick<FairBudget<number>, 'fits' | 'acquire'>;

/** A request and its answer. Steps pass their results to each other; the exchange has only what all of them use. */
export class Exchange {
  readonly ctx: Context;
  /** `X-Request-Id`. Also the id of the call, so that one search finds both sides of a request in the logs. */
  readonly requestId = newId();
  /** Operation that the request names, which may be any text. */
  readonly method: string;
  readonly shownMethod: string;
  readonly route: Route;
  /** Path of the request, byte for byte. */
  readonly path: string;
  readonly isOperation: boolean;
  /** Bytes of an operation's answer before it is compressed. */
  answerBytes = 0;
  /** True if the request simulates a lost answer: the operation runs, and the client gets 504. */
  losesAnswer = false;
  /** Fields for the log. */
  app: App | undefined;
  bodyBytes = 0;
  /** Hash of the `Idempotency-Key`. */
  key: string | undefined;
  /** Longest wait of a call for its set, in milliseconds. */
  queueMs: number | undefined;
  batch: BatchCounts | undefined;
  reason: RejectionReason | undefined;
  /** Trace that the calls carry: that of `traceparent`, or of the request's spans if traces are exported. */
  trace: TraceContext | undefined;
  spans: RequestSpans | undefined;
  /** Start of the request in milliseconds of the tracer's clock; undefined if no traces are exported. */
  tracedFrom: number | undefined;

  #room: Release | undefined;

  constructor(ctx: Context) {
    this.ctx = ctx;
    const { method, route, path, isOperation } = resolveRoute(ctx.req);
    if (!ctx.url.startsWith('/')) ctx.url = withoutOrigin(ctx.url);
    this.method = method;
    this.shownMethod = method.slice(0, maxShownMethod);
    this.route = route;
    this.path = path;
    this.isOperation = isOperation;
    const { traceparent, tracestate } = ctx.headers;
    if (traceparent !== undefined) this.trace = readTraceparent(traceparent, tracestate);
    ctx.set('X-Request-Id', this.requestId);
  }

  /** Releases the room that the request holds, and holds this one: first that of its body, then that of its call. */
  hold(room: Release | undefined): void {
    this.#room?.();
    this.#room = room;
  }

  /** Answers that no operation was run, or that its outcome is unknown. */
  reject(code: Exclude<HttpRejection, 'unavailable' | 'paused' | 'rate_limited'>, why?: string): undefined {
    this.#reject(code, why);
  }

  rejectOverRate(reason: 'app_rate' | 'account_rate' | 'simulated'): undefined {
    this.#reject('rate_limited');
    this.reason = reason;
  }

  rejectUnanswered(call: Unanswered): undefined {
    // A reply from a newer worker may have the code too.
    const unavailable = call instanceof Unavailable ? call : undefined;
    if (httpRejections[call.code].status === 503)
      this.ctx.set('Retry-After', `${unavailable?.retryAfter ?? 1}`);
    this.#reject(call.code);
    this.reason = unavailable?.reason;
  }

  #reject(code: HttpRejection, why?: string): void {
    this.reason = undefined;
    this.ctx.set('X-Svc-Error', code);
    this.#write(httpRejections[code].status, httpRejection(this.shownMethod, code, why).envelope);
  }

  /** Answers with the reply to a call of the account, and counts it against the budget. */
  answerReply(reply: Answer | Unanswered, account: number, answers: AnswerBudget): void {
    if (reply.kind === 'unanswered') return this.rejectUnanswered(reply);
    const bytes = Buffer.byteLength(reply.envelope);
    const isLarge = bytes > uncountedBytes;
    // A read has no effect, so it can still be rejected when its answer is there.
    if (isLarge && this.route.isRead && !answers.fits(account, bytes))
      return this.rejectUnanswered(new Unavailable('answers'));
    this.answer(reply, bytes);
    if (isLarge) this.countAnswer(account, answers);
  }

  /**
   * Counts a large answer against the room of its account until it is written: a client that asks for much and reads nothing is
   * rejected instead of filling the memory.
   */
  countAnswer(account: number, answers: AnswerBudget): void {
    const { req, res } = this.ctx;
    if (this.answerBytes <= uncountedBytes || res.closed || req.socket.destroyed) return;
    res.once('close', answers.acquire(account, this.answerBytes));
  }

  /** Answers with the reply of an operation. `bytes` is given if the answer may be large. */
  answer(reply: Answer, bytes = 0): undefined {
    if (this.losesAnswer) return this.rejectUnanswered(outcomeUnknown);
    if (reply.kind === 'refused') this.ctx.set('X-Svc-Error', reply.code);
    if (reply.replayed) this.ctx.set('Idempotency-Replayed', 'true');
    this.#write(200, reply.envelope);
    this.answerBytes = bytes;
    return undefined;
  }

  answerInPieces(envelope: Iterable<string>, bytes: number): void {
    if (this.losesAnswer) return this.rejectUnanswered(outcomeUnknown);
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
    const path = this.route.kind === 'unknown' ? operationPath : this.path;
    const requested = { verb: this.ctx.method, path, startedAt: this.tracedFrom };
    this.spans = new RequestSpans(tracer, requested, this.trace);
    this.trace = this.spans.context;
  }
}
