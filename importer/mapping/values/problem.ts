export interface Problem {
  readonly problem: string;
}

/** A value that was changed because its meaning is certain. */
export interface Repaired {
  readonly value: string;
  readonly repair: string;
}

/** A value of a field; undefined when the cell says that there is none. */
export type Converted = string | number | Repaired | Problem | undefined;

/** Converts the text of a cell, which is not empty. */
export type Conversion = (text: string) => Converted;
