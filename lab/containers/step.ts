import type { Stack } from './stack.ts';

/** Tools that steps share. */
export interface Tools {
  readonly stack: Stack;
  readonly users: number;
  readonly seed: number;
  /** Number of times that all containers are restarted in turn. */
  readonly restarts: number;
  /** Prints a figure below the step. */
  readonly printLine: (line: string) => void;
}

/** Something that an installation must be able to do; rejects when it can't. Steps follow one another on one installation. */
export interface Step {
  readonly name: string;
  readonly run: (tools: Tools) => Promise<void>;
}
