import type { Resource } from './fields.ts';

/** One column, or several of which the first that is filled counts. */
export type ColumnNames = string | readonly string[];

/** Where the value of a field comes from, and what is done to it. One of the first four. */
export interface ValueRule {
  readonly column?: ColumnNames;
  readonly constant?: string | number;
  /** Columns whose filled values are put together. */
  readonly join?: readonly string[];
  /** Columns whose values make an ident that is always the same for the same values. */
  readonly hash?: readonly string[];
  /** Between joined values; a blank when not given. */
  readonly with?: string;
  /** Cuts the value into parts, of which `part` is taken, the first when not given. */
  readonly split?: string;
  readonly part?: Part;
  /** Translates values; upper and lower case are the same. */
  readonly values?: Readonly<Record<string, string | number>>;
  /** For values that are not translated; they are left as they are when not given. */
  readonly otherwise?: string;
  /** How numbers are written: `1.234,56`. */
  readonly decimal?: string;
  /** How dates are written: `DD.MM.YYYY HH:mm`. */
  readonly date?: string;
  /** Whether HTML is made plain text. */
  readonly plain_text?: boolean;
  /** When nothing came of this rule. */
  readonly fallback?: ColumnNames | ValueRule;
}

/** Counted from 1, or by its place: `rest` is all behind the first, `before_last` all before the last. */
export type Part = number | 'first' | 'rest' | 'last' | 'before_last';

/** Rows that are no records: where a column has one of the values, or where all columns are empty. */
export interface SkipRule {
  readonly columns: readonly string[];
  readonly values?: readonly string[];
  readonly because: string;
}

/** How the columns of a file feed our fields: what a mapping file holds, and what a preset is. */
export interface MappingFile {
  readonly resource?: Resource;
  /** Of the records: `customer_type` or `article_type`. */
  readonly type?: string;
  /** The program that the file comes from. */
  readonly account_name?: string;
  readonly decimal?: string;
  readonly date?: string;
  /** Whether prices have the tax in them. */
  readonly price_is_gross?: boolean;
  /** In percent, for rows that have none. */
  readonly tax_rate?: number;
  /** Whether fields that are not named here are guessed from the header. */
  readonly guess?: boolean;
  readonly fields: Readonly<Record<string, ColumnNames | ValueRule>>;
  /** Columns that are empty take the value of the row before, as long as `by` stays the same. */
  readonly carry_down?: { readonly by: ColumnNames; readonly columns: readonly string[] };
  readonly skip?: readonly SkipRule[];
  /** A regular expression of lines that are no records, such as a count at the end. */
  readonly ignore_lines?: string;
  /** Whether a row with the external ident of the row before is skipped. */
  readonly skip_repeats?: boolean;
  /** Columns that feed nothing, listed by `--suggest` for whoever edits it. */
  readonly unused?: readonly string[];
}
