import type { RefusalCode } from '../shared/refusals.ts';

/** What became of one call: its answer, or why nothing was done. A refusal is a value, not an exception. */
export type Outcome<Answer = unknown, Code extends string = string> =
  | { readonly done: true; readonly data: Answer }
  | {
      readonly done: false;
      readonly code: Code;
      readonly data: unknown;
      /** What the promised message names in `<…>`. */
      readonly details: Readonly<Record<string, unknown>>;
    };

/** The call did what it should; `data` is what its contract promises. */
export function done<Answer>(data: Answer): Outcome<Answer, never> {
  return { done: true, data };
}

/** The call changed nothing; the code is one that its contract promises. */
export function refused<Code extends RefusalCode>(
  code: Code,
  data: unknown = null,
  details: Readonly<Record<string, unknown>> = {},
): Outcome<never, Code> {
  return { done: false, code, data, details };
}
