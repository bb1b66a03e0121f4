import type { Resource } from './fields.ts';

/** One column, or several, of which the first that is not empty is used. */
export type ColumnNames = string | readonly string[];

/** Where the value of a field comes from, and how it is changed. Exactly one of the first four is given. */
export interface ValueRule {
  readonly column?: ColumnNames;
  readonly constant?: string | number;
  /** Columns whose non-empty values are joined. */
  readonly join?: readonly string[];
  /** Columns whose values are hashed to an ident: the same values give the same ident. */
  readonly hash?: readonly string[];
  /** Between joined values; a space by default. */
  readonly with?: string;
  /** Splits the value into parts, of which `part` is used, by default the first one. */
  readonly split?: string;
  readonly part?: Part;
  /** Translates values, ignoring case. */
  readonly values?: Readonly<Record<string, string | number>>;
  /** Replaces values that `values` does not list; without it, they stay as they are. */
  readonly otherwise?: string;
  /** How numbers are written: `1.234,56`. */
  readonly decimal?: string;
  /** How dates are written: `DD.MM.YYYY HH:mm`. */
  readonly date?: string;
  /** Whether `\n`, written as two characters, is a line break. */
  readonly line_breaks?: boolean;
  /** Whether HTML is converted to plain text. */
  readonly plain_text?: boolean;
  /** Used in rows for which this rule gives no value. */
  readonly fallback?: ColumnNames | ValueRule;
}

/** Counted from 1, or by position: `rest` is all after the first, `before_last` all before the last. */
export type Part = number | 'first' | 'rest' | 'last' | 'before_last';

/** Rows that are not records: one of the columns has one of the values, or, without `values`, all columns are empty. */
export interface SkipRule {
  readonly columns: readonly string[];
  readonly values?: readonly string[];
  readonly because: string;
}

/** What the rows of variants take from the row of their product, which is before them in the file. */
export interface InheritRule {
  readonly by: ColumnNames;
  /** Columns that identify the row of a product. `by` names it by one of these values, or by `id:` and the value. */
  readonly keys: readonly string[];
  readonly columns: readonly string[];
  readonly value: string;
}

/** Which column becomes which field: the content of a mapping file, and of a preset. */
export interface MappingFile {
  readonly resource?: Resource;
  /** `customer_type` or `article_type` of the records. */
  readonly type?: string;
  /** The program that the file comes from. */
  readonly account_name?: string;
  readonly decimal?: string;
  readonly date?: string;
  /** Whether prices include the tax. */
  readonly price_is_gross?: boolean;
  /** In percent, for rows without one. */
  readonly tax_rate?: number;
  /** Whether fields that are not listed are guessed from the names of the columns. */
  readonly guess?: boolean;
  readonly fields: Readonly<Record<string, ColumnNames | ValueRule>>;
  /** Empty values of `columns` are taken from the row before, as long as `by` has the same value. */
  readonly carry_down?: { readonly by: ColumnNames; readonly columns: readonly string[] };
  /** Rows whose value in one of `columns` is `value` take that of another row: the one that `by` names by one of `keys`. */
  readonly inherit?: InheritRule;
  readonly skip?: readonly SkipRule[];
  /** A regular expression for lines that are not records, such as a count at the end. */
  readonly ignore_lines?: string;
  /** Whether a row with the external ident of the row before is skipped; a text says why. */
  readonly skip_repeats?: boolean | string;
  /** Columns that are not mapped; `--suggest` lists them for the person who edits the file. */
  readonly unused?: readonly string[];
}
