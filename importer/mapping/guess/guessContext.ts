import type { FieldRules } from '../rules/mappingFile.ts';

/** Gives a guess the facts of the columns beside their names. */
export interface GuessContext {
  /** Currency of the account: prices in another one are not taken. */
  readonly currency: string;
  readonly isEmpty: (column: string) => boolean;
  /** True if a column only counts the rows. */
  readonly isRunning: (column: string) => boolean;
  readonly isFull: (column: string) => boolean;
  /** True if each row has another value. */
  readonly isUnique: (column: string) => boolean;
  readonly examples: (column: string) => readonly string[];
  /** All different values of a column, or some if it has many. */
  readonly values: (column: string) => readonly string[];
  /** True if each row needs a title, since it may create an article. */
  readonly needsTitle: boolean;
}

export interface Guess {
  readonly fields: FieldRules;
  /** Best column of each field, followed by those that could give it as well. */
  readonly alternatives: ReadonlyMap<string, readonly string[]>;
  /** Decisions that the user may want otherwise. */
  readonly notices: readonly string[];
}
