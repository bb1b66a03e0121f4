/** Why a value can't be read. */
export interface Problem {
  readonly problem: string;
}

/** A value that was changed where its meaning is certain. */
export interface Repaired {
  readonly value: string;
  /** What was done, for a report that counts it. */
  readonly repair: string;
}

/** A value of a field; undefined when the cell says that there is none. */
export type Converted = string | number | Repaired | Problem | undefined;

/** Converts the text of a cell, which is not empty, to a value of the field. */
export type Conversion = (text: string) => Converted;
