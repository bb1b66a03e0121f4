import { AsyncLocalStorage } from 'node:async_hooks';
import type { Handlers } from '../../shared/runtime/process/log.ts';
import type { Clock } from '../../shared/runtime/redis/clock.ts';
import { readTraceparent, type TraceContext } from '../../shared/runtime/traces/traceContext.ts';
import type { Attributes, Span, Tracer } from '../../shared/runtime/traces/tracer.ts';
import type { Call } from '../../shared/wire/call.ts';
import { type QueueId, queueLabel } from '../../shared/wire/queues.ts';
import type { StatementObserver } from '../database/pipeliningClient.ts';
import { observeStatements } from '../database/pool.ts';
import type { RunSet, SetResult } from '../sets/setResult.ts';
import { describeStatements } from './statements.ts';

type Databases = Parameters<typeof observeStatements>[0];

interface SetToTrace {
  readonly queue: QueueId;
  readonly operation: string;
  readonly size: number;
  readonly startedAt: number;
}

interface TracedSet extends Pick<SetToTrace, 'queue' | 'startedAt'> {
  readonly span: Span;
}

/**
 * Traces sets. A set is one span, in the trace of its first traced call, with a link to the span of each traced call. Each call
 * has a span for its wait, in its own trace, with a link to the set. The statements of a set are spans under it.
 */
export class SetTraces {
  readonly #tracer: Tracer;
  readonly #running = new AsyncLocalStorage<Span>();
  /** End of a call's last set: the call waits again if it needed a lock. */
  readonly #waitsSince = new WeakMap<Call, number>();

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  /** Traces statements, and takes the time from the clock that all processes share. Rejects if the database does not answer. */
  async observe(databases: Databases, databaseUrl: string, clock: Clock): Promise<void> {
    this.#tracer.follow(clock);
    await observeStatements(databases, databaseUrl, (server) => this.#statements(server));
  }

  /** Adds these events to the span of their set. */
  readonly handlers: Handlers = {
    set_retried: ({ calls, error }) => this.#note('set_retried', { calls, 'error.type': error.code }),
    call_failed: ({ callId, error }) =>
      this.#note('call_failed', { 'counterfoil.call_id': callId, 'error.type': error.code }),
    calls_expired: ({ calls }) => this.#note('calls_expired', { calls }),
  };

  /** Traces a set if at least one of its calls is in a recorded trace. */
  around(runSet: RunSet, queue: QueueId, operation: string): RunSet {
    return async (calls, ...waiting) => {
      const traced = tracedCallsOf(calls);
      const [first] = traced;
      if (!first) return runSet(calls, ...waiting);
      const startedAt = this.#tracer.now();
      const span = this.#startSet({ queue, operation, size: calls.length, startedAt }, traced);
      if (!span.isRecorded) return runSet(calls, ...waiting);
      for (const each of traced) this.#endWait(each, { queue, span, startedAt });
      const result = await this.#running.run(span, () => runSet(calls, ...waiting));
      this.#endSet(span, result);
      return result;
    };
  }

  /** Begins a span for statements that are sent together, if a traced set sends them. */
  #statements(server: Attributes): StatementObserver {
    return (sqls) => {
      const set = this.#running.getStore();
      if (!set) return undefined;
      const { summary, attributes } = describeStatements(sqls);
      const span = this.#tracer.start({
        name: summary,
        kind: 'client',
        parent: set.context,
        attributes: { ...server, ...attributes },
      });
      return (error) => span.end({ errorType: error ? (error.code ?? error.name) : undefined });
    };
  }

  #startSet({ queue, operation, size, startedAt }: SetToTrace, traced: readonly TracedCalls[]): Span {
    const destination = queueLabel(queue);
    return this.#tracer.start({
      name: `process ${destination}`,
      kind: 'consumer',
      startedAt,
      parent: traced[0]?.context,
      links: traced.map(({ context }) => context),
      attributes: {
        'messaging.system': 'bullmq',
        'messaging.destination.name': destination,
        'messaging.operation.name': 'process',
        'messaging.operation.type': 'process',
        'messaging.batch.message_count': size,
        'counterfoil.operation': operation,
      },
    });
  }

  /**
   * The wait lasts from the acceptance of the calls by their gateway, or from the end of a set in which they got no lock, until
   * the set.
   */
  #endWait({ context, calls }: TracedCalls, set: TracedSet): void {
    const since = calls.map((call) => this.#waitsSince.get(call) ?? call.acceptedAt);
    const isRepeated = calls.some((call) => this.#waitsSince.has(call));
    const span = this.#tracer.start({
      name: `wait ${queueLabel(set.queue)}`,
      kind: 'internal',
      startedAt: Math.min(...since),
      parent: context,
      links: [set.span.context],
      attributes: {
        'messaging.destination.name': queueLabel(set.queue),
        'counterfoil.calls': calls.length,
        'counterfoil.call_id': calls.length === 1 ? calls[0]?.id : undefined,
        'counterfoil.wait.reason': isRepeated ? 'lock' : 'queue',
      },
    });
    span.end({ endedAt: set.startedAt });
  }

  #endSet(span: Span, { replies, expiredCalls, lockedCalls, postponedCalls }: SetResult): void {
    const endedAt = this.#tracer.now();
    const again = [...[...lockedCalls.values()].flatMap((locked) => locked.calls), ...postponedCalls];
    for (const call of again) this.#waitsSince.set(call, endedAt);
    let refused = 0;
    let failed = 0;
    for (const { kind } of replies.values()) {
      if (kind === 'refused') refused += 1;
      else if (kind === 'unanswered') failed += 1;
    }
    span.end({
      endedAt,
      attributes: {
        'counterfoil.set.refused': refused,
        'counterfoil.set.failed': failed,
        'counterfoil.set.expired': expiredCalls.length,
        'counterfoil.set.waiting': again.length,
      },
      errorType: failed > 0 ? 'internal_error' : undefined,
    });
  }

  #note(name: string, attributes: Attributes): void {
    this.#running.getStore()?.addEvent(name, attributes);
  }
}

/** Calls that carry the same span: one call, or those of a batch. */
interface TracedCalls {
  readonly context: TraceContext;
  readonly calls: readonly Call[];
}

/** Leaves out calls whose trace is not recorded. */
function tracedCallsOf(calls: readonly Call[]): readonly TracedCalls[] {
  const byParent = new Map<string, { readonly context: TraceContext; readonly calls: Call[] }>();
  for (const call of calls) {
    if (call.traceparent === undefined) continue;
    const traced = byParent.get(call.traceparent);
    if (traced) traced.calls.push(call);
    else {
      const context = readTraceparent(call.traceparent, call.tracestate);
      if (context?.isSampled) byParent.set(call.traceparent, { context, calls: [call] });
    }
  }
  return [...byParent.values()];
}
