import { Pool } from 'undici';

export interface Prepared {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Answered {
  /** Milliseconds from the beginning to the time at which the request was due. */
  readonly dueAt: number;
  /** Milliseconds from `dueAt` to the end of the answer. */
  readonly ms: number;
  /** HTTP status; 400 for a refusal, 0 without an answer. */
  readonly status: number;
}

const tickMs = 5;
const connections = 200;

/**
 * Sends requests at a rate, whether or not earlier ones are answered, as many independent clients do: a slow service does
 * not reduce the load. Durations count from the time at which a request was due.
 */
export async function sendAtRate(
  url: string,
  requests: readonly Prepared[],
  rateAt: (ms: number) => number | undefined,
  onAnswer: (answered: Answered) => void,
): Promise<void> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const startedAt = performance.now();
  const inFlight = new Set<Promise<void>>();
  let [due, last, sent] = [0, 0, 0];
  for (;;) {
    const now = performance.now() - startedAt;
    const rate = rateAt(now);
    if (rate === undefined) break;
    due += (rate * (now - last)) / 1_000;
    last = now;
    for (; sent < Math.floor(due); sent += 1) {
      const call = send(pool, requests[sent % requests.length] as Prepared).then((status) =>
        onAnswer({ dueAt: now, ms: performance.now() - startedAt - now, status }),
      );
      inFlight.add(call);
      void call.finally(() => inFlight.delete(call));
    }
    await new Promise((resolve) => setTimeout(resolve, tickMs));
  }
  await Promise.all(inFlight);
  await pool.close();
}

async function send(pool: Pool, { body, headers }: Prepared): Promise<number> {
  try {
    const answer = await pool.request({ method: 'POST', path: '/api/v1', headers, body });
    await answer.body.dump({ limit: Number.MAX_SAFE_INTEGER });
    return answer.headers['x-svc-error'] === undefined ? answer.statusCode : 400;
  } catch {
    return 0;
  }
}
