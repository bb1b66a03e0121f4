import type { TraceContext } from '../../shared/traces/traceContext.ts';
import type { Attributes, Span, Tracer } from '../../shared/traces/tracer.ts';
import { operationPath } from './paths.ts';
import { knownVerb } from './verbs.ts';

/** What was asked for. */
interface Requested {
  readonly verb: string;
  readonly path: string;
  /** When the request began, by the tracer's clock in milliseconds. */
  readonly startedAt: number | undefined;
}

/** A request that was answered. */
interface Answered {
  readonly status: number;
  /** `X-Svc-Error`; empty after a success. */
  readonly code: string;
  readonly attributes: Attributes;
}

/** The reply to a call, or the outcome of a batch. */
interface Replied {
  readonly kind: string;
  readonly code?: string;
}

/** The spans of a request: its own one, and one for the time in which its calls are with the queue and the workers. */
export class RequestSpans {
  readonly #tracer: Tracer;
  readonly #server: Span;
  /** What the calls carry; undefined if nobody has to know of the trace, since it began here and is not recorded. */
  readonly context: TraceContext | undefined;

  /** Both addresses of an operation are one route. */
  constructor(tracer: Tracer, { verb, path, startedAt }: Requested, parent: TraceContext | undefined) {
    const method = knownVerb(verb);
    this.#tracer = tracer;
    this.#server = tracer.start({
      name: method === '_OTHER' ? `HTTP ${operationPath}` : `${method} ${operationPath}`,
      kind: 'server',
      startedAt,
      parent,
      attributes: {
        'http.request.method': method,
        'http.route': operationPath,
        'url.path': path,
        'url.scheme': 'http',
      },
    });
    this.context = parent || this.#server.isRecorded ? this.#server.context : undefined;
  }

  /** Makes calls under a span of their own, to a queue or to all queues of a lane. */
  async calling<Reply extends Replied>(
    destination: string,
    call: (trace: TraceContext | undefined) => Promise<Reply>,
  ): Promise<Reply> {
    if (!this.#server.isRecorded) return call(this.context);
    const span = this.#tracer.start({
      name: `send ${destination}`,
      kind: 'producer',
      parent: this.#server.context,
      attributes: {
        'messaging.system': 'bullmq',
        'messaging.destination.name': destination,
        'messaging.operation.name': 'send',
        'messaging.operation.type': 'send',
      },
    });
    const reply = await call(span.context);
    span.end({ errorType: reply.kind === 'unanswered' ? reply.code : undefined });
    return reply;
  }

  /** The request is answered. Refusals are no errors of the service, so only a status from 500 on is one. */
  end({ status, code, attributes }: Answered): void {
    this.#server.end({
      attributes: {
        ...attributes,
        'http.response.status_code': status,
        'counterfoil.code': code || undefined,
      },
      errorType: status >= 500 ? code || `${status}` : undefined,
    });
  }
}
