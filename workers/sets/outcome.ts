import type { RefusalCode } from '../../shared/refusals.ts';

/** What became of one call: its answer, or why nothing was done. A refusal is a value, not an exception. */
export type Outcome<Answer = unknown, Code extends string = string> =
  | { readonly done: true; readonly data: Answer }
  | {
      readonly done: false;
      readonly code: Code;
      readonly data: unknown;
      /** What the promised message names in `<…>`. */
      readonly details: Readonly<Record<string, unknown>>;
    }
  | Unread;

/** A read that was not run, because of what it would bring into memory. */
export type Unread =
  /** Beside the rest of its set. It comes with a later one. */
  | { readonly done: 'postponed' }
  /** About so many bytes, which is more than its caller takes. */
  | { readonly done: 'tooLarge'; readonly bytes: number };

export const postponed: Unread = { done: 'postponed' };

/** The answer would have at least so many bytes. */
export function tooLarge(bytes: number): Unread {
  return { done: 'tooLarge', bytes };
}

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
