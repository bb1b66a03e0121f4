/** Whether a process can do its work, and what of it. */
export interface Readiness {
  readonly ready: boolean;
  readonly [detail: string]: unknown;
}

/** The one place that knows what a process is doing: what it counts, what is in it now, and whether it can work. */
export interface Monitor<State = unknown> {
  /** What is in it now, as plain values. */
  state(): State;
  readiness(): Promise<Readiness>;
  /** What it counted and what is in it, in the text format of Prometheus. */
  metrics(): Promise<string>;
  /** How many processes each role needs: of gateways only, which know all processes. */
  scaling?(): Promise<object>;
}

/** That of a process which has not started yet. */
export const starting: Monitor = {
  state: () => ({}),
  readiness: () => Promise.resolve({ ready: false, starting: true }),
  metrics: () => Promise.resolve(''),
};
