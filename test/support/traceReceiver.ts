import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { LocalServer } from './localServer.ts';
import { until } from './until.ts';

interface Id {
  readonly traceId: string;
  readonly spanId: string;
}

/** A span as a receiver of OTLP gets it; times in milliseconds. */
export interface ReceivedSpan extends Id {
  readonly service: string;
  readonly name: string;
  readonly kind: string;
  readonly parentSpanId: string;
  readonly traceState: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly Id[];
  readonly events: readonly string[];
  readonly isError: boolean;
}

/** Attributes in OTLP's JSON. */
type Pairs = readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];

interface SentSpan extends Id {
  readonly name: string;
  readonly kind: number;
  readonly parentSpanId?: string;
  readonly traceState?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: Pairs;
  readonly links?: readonly Id[];
  readonly events?: readonly { readonly name: string }[];
  readonly status?: { readonly code?: number };
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Pairs };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

const kinds = ['', 'internal', 'server', 'client', 'producer', 'consumer'];

/** A receiver of traces (OTLP over HTTP) that decodes what it gets, as a collector does. */
export class TraceReceiver extends LocalServer {
  readonly requests: {
    readonly path: string;
    readonly headers: IncomingHttpHeaders;
    readonly body: Buffer;
  }[] = [];
  /** Spans of requests in JSON. */
  readonly spans: ReceivedSpan[] = [];
  /** A status other than 200 refuses; `hang` never answers. */
  behaviour: number | 'hang' = 200;

  private constructor() {
    super(async (request, response) => {
      const body = await buffer(request);
      this.requests.push({ path: request.url ?? '', headers: request.headers, body });
      if (this.behaviour === 'hang') return;
      if (this.behaviour === 200 && request.headers['content-type'] === 'application/json')
        this.spans.push(...spansIn(JSON.parse(body.toString())));
      response.writeHead(this.behaviour).end();
    });
  }

  static listen(port = 0): Promise<TraceReceiver> {
    return new TraceReceiver().start(port);
  }

  /** The spans of a trace, in the order in which they began. */
  trace(traceId: string): readonly ReceivedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId).toSorted((a, b) => a.startMs - b.startMs);
  }

  /** Resolves to the spans of a trace once its request and its set are there. */
  async completeTrace(traceId: string, set: string): Promise<readonly ReceivedSpan[]> {
    const isThere = (name: string) => spansNamed(this.trace(traceId), name).length > 0;
    await until(() => isThere('POST /api/v1') && isThere(set));
    return this.trace(traceId);
  }
}

export function spansNamed(spans: readonly ReceivedSpan[], name: string): readonly ReceivedSpan[] {
  return spans.filter((span) => span.name === name);
}

/** The only span of this name. */
export function theSpan(spans: readonly ReceivedSpan[], name: string): ReceivedSpan {
  expect(spansNamed(spans, name), `${name} in ${spans.map((span) => span.name).join()}`).to.have.length(1);
  return spansNamed(spans, name)[0] as ReceivedSpan;
}

function spansIn({ resourceSpans }: Sent): readonly ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => received(span, service)));
  });
}

function received(span: SentSpan, service: string): ReceivedSpan {
  return {
    service,
    name: span.name,
    traceId: span.traceId,
    spanId: span.spanId,
    kind: kinds[span.kind] ?? '',
    parentSpanId: span.parentSpanId ?? '',
    traceState: span.traceState ?? '',
    startMs: Number(span.startTimeUnixNano) / 1e6,
    endMs: Number(span.endTimeUnixNano) / 1e6,
    attributes: valuesOf(span.attributes),
    links: (span.links ?? []).map(({ traceId, spanId }) => ({
      traceId,
      spanId,
    })),
    events: (span.events ?? []).map(({ name }) => name),
    isError: span.status?.code === 2,
  };
}

function valuesOf(pairs: Pairs): Record<string, unknown> {
  return Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]]));
}
