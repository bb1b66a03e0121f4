import { SpanKind as Kind, ROOT_CONTEXT, type Tracer as SdkTracer, trace } from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { newId } from '../../../contract/values/idents.ts';
import { endsWithin } from '../../process/lifecycle.ts';
import type { Emit } from '../../process/log.ts';
import type { Clock } from '../../redis/clock.ts';
import type { TraceSettings } from '../../settings/traceSettings.ts';
import type { Span, SpanKind, SpanStart, Tracer } from '../tracer.ts';
import { OtlpSpan, sdkContext } from './otlpSpan.ts';
import { ReportingExporter } from './reportingExporter.ts';

const kinds: Readonly<Record<SpanKind, Kind>> = {
  server: Kind.SERVER,
  producer: Kind.PRODUCER,
  consumer: Kind.CONSUMER,
  client: Kind.CLIENT,
  internal: Kind.INTERNAL,
};

/** Maximum time of the last spans to reach the receiver. */
const flushMs = 2_000;

/** Each call of a set gets a link. A set has at most 512 calls (`shared/wire/call.ts`). */
const maxLinks = 512;

/**
 * Records spans with OpenTelemetry's SDK and exports them in the background (OTLP over HTTP). At most 2,048 finished spans wait
 * (OTEL_BSP_MAX_QUEUE_SIZE); more are dropped. Nothing is registered globally: every span names its parent.
 */
export function openOtlpTracer({ protocol }: TraceSettings, role: string, emit: Emit): Tracer {
  const exporter = new ReportingExporter(
    protocol === 'http/json' ? new JsonExporter() : new ProtobufExporter(),
    emit,
  );
  const provider = new BasicTracerProvider({
    resource: resourceOf(role),
    spanProcessors: [new BatchSpanProcessor(exporter)],
    ...(process.env.OTEL_SPAN_LINK_COUNT_LIMIT ? {} : { spanLimits: { linkCountLimit: maxLinks } }),
  });
  return new OtlpTracer(provider, exporter);
}

class OtlpTracer implements Tracer {
  readonly #provider: BasicTracerProvider;
  readonly #exporter: ReportingExporter;
  readonly #tracer: SdkTracer;
  #clock: Clock = Date;

  constructor(provider: BasicTracerProvider, exporter: ReportingExporter) {
    this.#provider = provider;
    this.#exporter = exporter;
    this.#tracer = provider.getTracer('counterfoil');
  }

  follow(clock: Clock): void {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now();
  }

  start({ name, kind, startedAt = this.now(), parent, links = [], attributes = {} }: SpanStart): Span {
    const under = parent ? trace.setSpanContext(ROOT_CONTEXT, sdkContext(parent)) : ROOT_CONTEXT;
    const options = {
      kind: kinds[kind],
      startTime: startedAt,
      links: links.map((link) => ({ context: sdkContext(link) })),
      attributes,
    };
    return new OtlpSpan(this.#tracer.startSpan(name, options, under), this);
  }

  async stop(): Promise<void> {
    // The exporter has reported a failed export.
    await endsWithin(
      flushMs,
      this.#provider.shutdown().catch(() => {}),
    );
    this.#exporter.reportUnsent();
  }
}

/** Attributes of the process in all its spans. OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence. */
function resourceOf(role: string): Resource {
  const [kind = role] = role.split(' ');
  const own = resourceFromAttributes({
    'service.name': `counterfoil-${kind}`,
    'service.namespace': 'counterfoil',
    'service.instance.id': newId(),
    'counterfoil.role': role,
  });
  return own.merge(detectResources({ detectors: [envDetector] }));
}
