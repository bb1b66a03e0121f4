import { readTraceparent, type TraceContext } from '../../shared/runtime/traces/traceContext.ts';
import type { Call } from '../../shared/wire/call.ts';

/** Calls that carry the same span: one call, or those of a batch. */
export interface Caller {
  readonly context: TraceContext;
  readonly calls: readonly Call[];
}

/** Leaves out calls whose trace is not recorded. */
export function callersOf(calls: readonly Call[]): readonly Caller[] {
  const callers = new Map<string, { readonly context: TraceContext; readonly calls: Call[] }>();
  for (const call of calls) {
    if (call.traceparent === undefined) continue;
    const caller = callers.get(call.traceparent);
    if (caller) caller.calls.push(call);
    else {
      const context = readTraceparent(call.traceparent, call.tracestate);
      if (context?.isSampled) callers.set(call.traceparent, { context, calls: [call] });
    }
  }
  return [...callers.values()];
}
