/** Whether a process can do its work, and the reasons if not. */
export interface Readiness {
  readonly ready: boolean;
  readonly [detail: string]: unknown;
}

/** Single source of a process's counters, present state and readiness. */
export interface Monitor<State = unknown> {
  /** Present state, as plain values. */
  state(): State;
  readiness(): Promise<Readiness>;
  /** Counters and state in the text format of Prometheus. */
  metrics(): Promise<string>;
  /** Number of processes that each role needs. Only gateways have it, since they know all processes. */
  scaling?(): Promise<object>;
}

/** Monitor of a process that has not started yet. */
export const starting: Monitor = {
  state: () => ({}),
  readiness: () => Promise.resolve({ ready: false, starting: true }),
  metrics: () => Promise.resolve(''),
};
