import { operationPath } from '../../shared/contract/keys/signedText.ts';
import type { TraceContext } from '../../shared/runtime/traces/traceContext.ts';
import type { Attributes, Span, Tracer } from '../../shared/runtime/traces/tracer.ts';
import { knownVerb } from './verbs.ts';

interface SpanRequest {
  readonly verb: string;
  readonly path: string;
  /** Milliseconds of the tracer's clock. */
  readonly startedAt: number | undefined;
}

interface SpanReply {
  readonly kind: string;
  readonly code?: string;
}

/** Spans of a request: its own, and one for the time in which its calls are with the queue and the workers. */
export class RequestSpans {
  readonly #tracer: Tracer;
  readonly #server: Span;
  /** Context that the calls carry; undefined if the trace began here and is not recorded. */
  readonly context: TraceContext | undefined;

  /** Both addresses of an operation count as one route. */
  constructor(tracer: Tracer, { verb, path, startedAt }: SpanRequest, parent: TraceContext | undefined) {
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

  /** Makes calls under a span of their own. `destination` is a queue or all queues of a lane. */
  async calling<Reply extends SpanReply>(
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

  /** Only a status from 500 on is an error: rejections are not errors of the service. */
  end(status: number, code: string, attributes: Attributes): void {
    this.#server.end({ attributes, errorType: status >= 500 ? code || `${status}` : undefined });
  }
}
