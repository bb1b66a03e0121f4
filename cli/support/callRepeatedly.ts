import { type Counterfoil, CounterfoilError } from '../../client/nodeClient.ts';
import { counted, grouped } from '../../shared/contract/values/counted.ts';
import { pause } from '../../shared/runtime/process/pause.ts';

interface Rate {
  readonly perSecond: number;
  readonly forMs: number;
  readonly signal: AbortSignal;
}

/** Calls in flight at most. Beyond it, calls are not sent: the service is slower than the rate. */
const maxInFlight = 1_000;

export interface Answered {
  readonly text: string;
  readonly areAllDone: boolean;
}

/** Sends a request again and again at a rate, whatever is answered. Resolves to the counts of the answers, by their codes. */
export async function callRepeatedly(
  client: Counterfoil,
  operation: string,
  body: string | Uint8Array,
  { perSecond, forMs, signal }: Rate,
): Promise<Answered> {
  const counts = new Map<string, number>();
  const latencies: number[] = [];
  let repeats = 0;
  const inFlight = new Set<Promise<void>>();
  const call = async () => {
    const sentAt = performance.now();
    const code = await client.send(operation, body).then((sent) => {
      repeats += sent.attempts - 1;
      return sent.code;
    }, codeOf);
    latencies.push(performance.now() - sentAt);
    const name = code || 'done';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  };
  const startedAt = performance.now();
  const due = (perSecond * forMs) / 1_000;
  for (let number = 0; number < due && !signal.aborted; number += 1) {
    const waitMs = startedAt + (number * 1_000) / perSecond - performance.now();
    if (waitMs > 0) await pause(waitMs, signal);
    if (inFlight.size >= maxInFlight) continue;
    const calling = call().finally(() => inFlight.delete(calling));
    inFlight.add(calling);
  }
  await Promise.all(inFlight);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const codes = [...counts].map(([code, count]) => `${grouped(count)} ${code}`).join(', ');
  const calls = counted(latencies.length, 'call');
  const repeated = repeats > 0 ? `; repeated ${counted(repeats, 'time')}, after 429, 503 or no answer` : '';
  return {
    text: `${calls} in ${counted(seconds, 'second')}: ${codes || 'none'}${latencyText(latencies)}${repeated}`,
    areAllDone: counts.size === 1 && counts.has('done'),
  };
}

function codeOf(error: unknown): string {
  if (error instanceof CounterfoilError) return error.code;
  throw error;
}

function latencyText(latencies: readonly number[]): string {
  const sorted = latencies.toSorted((one, other) => one - other);
  const within = (share: number) => Math.ceil(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  return sorted.length === 0 ? '' : `; half within ${within(0.5)} ms, 99 % within ${within(0.99)} ms`;
}
