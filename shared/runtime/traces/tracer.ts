import type { Clock } from '../redis/clock.ts';
import type { TraceContext } from './traceContext.ts';

/** Allow-list, as in the log: no bodies, no secrets, no personal data, no values of SQL. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export type SpanKind = 'server' | 'producer' | 'consumer' | 'client' | 'internal';

export interface SpanStart {
  readonly name: string;
  readonly kind: SpanKind;
  /** Milliseconds of the tracer's clock; the default is now. */
  readonly startedAt?: number | undefined;
  /** The span begins a trace if it has no parent. */
  readonly parent?: TraceContext | undefined;
  readonly links?: readonly TraceContext[];
  readonly attributes?: Attributes;
}

export interface Span {
  readonly context: TraceContext;
  /** False if nothing of the span is exported. Its context still travels on. */
  readonly isRecorded: boolean;
  addEvent(name: string, attributes?: Attributes): void;
  /** Must be called once. `errorType` marks the span as failed. The default end is now. */
  end(outcome?: SpanEnd): void;
}

interface SpanEnd {
  readonly attributes?: Attributes;
  readonly errorType?: string | undefined;
  readonly endedAt?: number;
}

/** Records spans and exports them. Exists only if exporting is configured. */
export interface Tracer {
  start(span: SpanStart): Span;
  /** Milliseconds since 1970. */
  now(): number;
  /** Uses a clock that all processes share, so that the spans of several hosts fit together. */
  follow(clock: Clock): void;
  /** Exports the remaining spans within two seconds. Never rejects. */
  stop(): Promise<void>;
}
