/** Declares the part of Papa Parse that is used here, since its published types need those of the DOM. */
declare module 'papaparse' {
  interface Parsed {
    readonly data: string[][];
    readonly errors: readonly { readonly row: number }[];
    readonly meta: { readonly cursor: number };
  }
  class Parser {
    constructor(config: { delimiter: string; newline: string; quoteChar: string });
    /** `ignoreLastRow` leaves out a row that has not ended yet; `cursor` is where it begins. */
    parse(input: string, baseIndex: number, ignoreLastRow: boolean): Parsed;
  }
  const Papa: {
    readonly Parser: typeof Parser;
    /** Returns no line break at the end. */
    unparse(rows: readonly (readonly string[])[], config: { delimiter: string }): string;
  };

  export type { Parser };
  export default Papa;
}
