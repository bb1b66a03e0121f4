import { expect } from 'chai';
import { readTraceparent, type TraceContext } from '../../../shared/runtime/traces/traceContext.ts';
import type { Attributes, Tracer } from '../../../shared/runtime/traces/tracer.ts';
import { internalError } from '../../../shared/wire/envelope.ts';
import { SetTraces } from '../../../workers/traces/setTraces.ts';
import { callOf } from '../../support/calls.ts';
import { settling } from '../../support/setResults.ts';

const traceparent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;

/** Records events of spans and how they end. */
class RecordingTracer implements Tracer {
  readonly events: [string, Attributes | undefined][] = [];
  readonly errors: (string | undefined)[] = [];

  start() {
    return {
      context: readTraceparent(traceparent) as TraceContext,
      isRecorded: true,
      addEvent: (name: string, attributes?: Attributes) => void this.events.push([name, attributes]),
      end: ({ errorType }: { readonly errorType?: string | undefined } = {}) =>
        void this.errors.push(errorType),
    };
  }

  now = () => 1;
  follow = () => {};
  stop = async () => {};
}

describe('the span of a set', () => {
  it('has what happened to its calls as events, and fails with one of them', async () => {
    const tracer = new RecordingTracer();
    const traces = new SetTraces(tracer);
    const method = 'article.exists';
    const call = callOf(method, 1, { article_ident: 'art_unknown' }, { traceparent });
    const error = { code: 'ER_LOCK_DEADLOCK' };
    const runSet = traces.around(
      settling(async () => {
        traces.handlers.set_retried?.({ method, calls: 1, error });
        traces.handlers.call_failed?.({ method, callId: call.id, error });
        traces.handlers.calls_expired?.({ method, calls: 1 });
        return [internalError];
      }),
      { resource: 'article', lane: 'interactive' },
      method,
    );

    await runSet([call]);

    expect(tracer.events).to.deep.equal([
      ['set_retried', { calls: 1, 'error.type': error.code }],
      ['call_failed', { 'counterfoil.call_id': call.id, 'error.type': error.code }],
      ['calls_expired', { calls: 1 }],
    ]);
    expect(tracer.errors).to.deep.equal([undefined, 'internal_error']);
  });
});
