export const simulatedFailures = [
  'rate_limited',
  'unavailable',
  'outcome_unknown_done',
  'outcome_unknown_not_done',
] as const;

/** Values of `X-Svc-Simulate`; `slow` is in milliseconds. */
export type Simulation = (typeof simulatedFailures)[number] | `slow=${number}`;
