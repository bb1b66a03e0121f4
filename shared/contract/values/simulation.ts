export type SimulatedFailure =
  | 'rate_limited'
  | 'unavailable'
  | 'outcome_unknown_done'
  | 'outcome_unknown_not_done';

/** Values of `X-Svc-Simulate`; `slow` is in milliseconds. */
export type Simulation = SimulatedFailure | `slow=${number}`;
