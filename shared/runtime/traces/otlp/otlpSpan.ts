import {
  createTraceState,
  type Span as SdkSpan,
  type SpanContext,
  SpanStatusCode,
  TraceFlags,
} from '@opentelemetry/api';
import { type TraceContext, traceContext } from '../traceContext.ts';
import type { Attributes, Span, Tracer } from '../tracer.ts';

export class OtlpSpan implements Span {
  readonly context: TraceContext;
  readonly isRecorded: boolean;
  readonly #span: SdkSpan;
  readonly #clock: Pick<Tracer, 'now'>;

  constructor(span: SdkSpan, clock: Pick<Tracer, 'now'>) {
    this.#span = span;
    this.#clock = clock;
    const { traceId, spanId, traceFlags, traceState } = span.spanContext();
    const isSampled = (traceFlags & TraceFlags.SAMPLED) !== 0;
    this.context = traceContext({ traceId, spanId, isSampled, tracestate: traceState?.serialize() });
    this.isRecorded = span.isRecording();
  }

  addEvent(name: string, attributes: Attributes = {}): void {
    this.#span.addEvent(name, attributes, this.#clock.now());
  }

  end({ attributes = {}, errorType, endedAt = this.#clock.now() }: Parameters<Span['end']>[0] = {}): void {
    this.#span.setAttributes(attributes);
    if (errorType !== undefined)
      this.#span.setAttribute('error.type', errorType).setStatus({ code: SpanStatusCode.ERROR });
    this.#span.end(endedAt);
  }
}

export function sdkContext({ traceId, spanId, isSampled, tracestate }: TraceContext): SpanContext {
  return {
    traceId,
    spanId,
    traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
    ...(tracestate !== undefined && { traceState: createTraceState(tracestate) }),
  };
}
