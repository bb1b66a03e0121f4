import type { Handled } from './rowOutcome.ts';
import type { Tally } from './tally.ts';

/** A file beside the journal, to which the results of each batch are appended. */
export interface ResultFile {
  /** Name of the file in journals. */
  readonly name: 'refused' | 'reasons' | 'idents' | 'changes';
  readonly path: string;
  /** Text at the beginning of a new file. */
  readonly head: string;
  /** Bytes of an earlier file that stay. */
  readonly length: number;
  readonly linesOf: (handled: readonly Handled[]) => string;
  /** True if the file stays after the run. */
  readonly isNeeded: (tally: Tally) => boolean;
}
