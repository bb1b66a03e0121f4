/** Parts of an error that a lane reports, as Mocha's reporters read it. */
export interface ReportedError {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  /** The compared value, as text. */
  readonly actual?: string;
  readonly expected?: string;
}

/** One of Mocha's events. */
export type TestEvent =
  | { readonly kind: 'suite' | 'suite end' | 'pending'; readonly title: string }
  | { readonly kind: 'pass'; readonly title: string; readonly durationMs: number; readonly slowMs: number }
  | { readonly kind: 'fail'; readonly titlePath: readonly string[]; readonly error: ReportedError };

/** Message from the runner to a lane. A lane that is told to end says what keeps it after half of the limit, in milliseconds. */
export type Order =
  | { readonly kind: 'run'; readonly file: string }
  | { readonly kind: 'end'; readonly limitMs: number };

/** Message from a lane to the runner; `open` is what keeps it from ending, `ended` says that nothing does any more. */
export type LaneMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'event'; readonly event: TestEvent }
  | { readonly kind: 'done' }
  | { readonly kind: 'open'; readonly text: string }
  | { readonly kind: 'ended' };

/** Settings with which every lane runs its files. */
export interface MochaSettings {
  readonly timeout: number;
  readonly forbidOnly: boolean;
  readonly forbidPending: boolean;
  readonly grep?: string;
}

export function reported(error: unknown): ReportedError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: String(error) };
  const { actual, expected } = error as { actual?: unknown; expected?: unknown };
  return {
    name: error.name,
    message: error.message,
    stack: withCauses(error),
    ...(typeof actual === 'string' && typeof expected === 'string' && { actual, expected }),
  };
}

function withCauses(error: Error): string {
  const { stack = String(error), cause } = error;
  return cause instanceof Error ? `${stack}\nCaused by: ${withCauses(cause)}` : stack;
}
