import type { Clock } from '../redis/clock.ts';
import type { TraceContext } from './traceContext.ts';

/** What a span or an event says. An allow-list, as in the log: no bodies, no secrets, no personal data, no values of SQL. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** OpenTelemetry's kinds. */
export type SpanKind = 'server' | 'producer' | 'consumer' | 'client' | 'internal';

/** A span that begins. */
export interface SpanStart {
  readonly name: string;
  readonly kind: SpanKind;
  /** In milliseconds, by the tracer's clock; now unless it is given. */
  readonly startedAt?: number | undefined;
  /** Without one, the span begins a trace. */
  readonly parent?: TraceContext | undefined;
  /** Spans that it belongs to as well. */
  readonly links?: readonly TraceContext[];
  readonly attributes?: Attributes;
}

/** A span that has begun. */
export interface Span {
  readonly context: TraceContext;
  /** Otherwise nothing of it is exported; its context still travels on. */
  readonly isRecorded: boolean;
  addEvent(name: string, attributes?: Attributes): void;
  /** Once. `errorType` marks it as failed. The end is now unless it is given. */
  end(outcome?: SpanEnd): void;
}

interface SpanEnd {
  readonly attributes?: Attributes;
  /** A code without values, such as `ER_LOCK_DEADLOCK`. */
  readonly errorType?: string | undefined;
  readonly endedAt?: number;
}

/** Records spans and exports them. There is none unless exporting is set up. */
export interface Tracer {
  start(span: SpanStart): Span;
  /** Milliseconds since 1970. */
  now(): number;
  /** Takes times from a clock that all processes share, so that the spans of several hosts fit together. */
  follow(clock: Clock): void;
  /** Exports what is left, within two seconds. Never rejects. */
  stop(): Promise<void>;
}
