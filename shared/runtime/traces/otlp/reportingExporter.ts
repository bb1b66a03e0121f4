import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import { type Emit, summarize } from '../../process/log.ts';

type Spans = readonly ReadableSpan[];
type OnResult = Parameters<SpanExporter['export']>[1];
type Result = Parameters<OnResult>[0];

/** Emits an event when spans no longer arrive, and when they do again, but not for each failed export. */
export class ReportingExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #emit: Emit;
  #unsent = 0;
  #isFailing = false;
  #dropped = 0;

  constructor(exporter: SpanExporter, emit: Emit) {
    this.#exporter = exporter;
    this.#emit = emit;
  }

  export(spans: ReadableSpan[], onResult: OnResult): void {
    this.#unsent += spans.length;
    this.#exporter.export(spans, (result) => {
      this.#note(spans, result);
      onResult(result);
    });
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }

  /** Reports spans whose receiver has not answered: nobody waits for it any more. */
  reportUnsent(): void {
    if (this.#unsent > 0) this.#fail(this.#unsent, 'RECEIVER_TIMEOUT');
  }

  /** Every failure has an error, and a success has none. */
  #note({ length }: Spans, { error }: Result): void {
    this.#unsent -= length;
    if (error) this.#fail(length, codeOf(error));
    else this.#succeed();
  }

  #fail(spans: number, code: string): void {
    this.#dropped += spans;
    if (!this.#isFailing) this.#emit('traces_not_exported', { spans, error: { code } });
    this.#isFailing = true;
  }

  #succeed(): void {
    if (this.#isFailing) this.#emit('traces_exported_again', { dropped: this.#dropped });
    this.#isFailing = false;
    this.#dropped = 0;
  }
}

/** HTTP status, or the code of the system's error. */
function codeOf(error: Error): string {
  const { code } = error as { readonly code?: unknown };
  if (typeof code === 'number') return `HTTP ${code}`;
  return /timed? ?out/i.test(error.message) ? 'RECEIVER_TIMEOUT' : summarize(error).code;
}
