export interface Readiness {
  readonly ready: boolean;
  readonly [detail: string]: unknown;
}

export interface Monitor<State = unknown> {
  state(): State;
  readiness(): Promise<Readiness>;
  metrics(): Promise<string>;
  /** Number of processes that each role needs. Only gateways have it, since they know all processes. */
  scaling?(): Promise<object>;
}

export const starting: Monitor = {
  state: () => ({}),
  readiness: () => Promise.resolve({ ready: false, starting: true }),
  metrics: () => Promise.resolve(''),
};
