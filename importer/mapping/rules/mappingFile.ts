import type { Resource } from './resourceFields.ts';

/** One column, or several, of which the first that is not empty is used. */
export type ColumnNames = string | readonly string[];

/** Source of a field's value, and its changes. Exactly one of `column`, `constant`, `join` and `hash` is given. */
export interface ValueRule {
  readonly column?: ColumnNames;
  readonly constant?: string | number;
  /** Columns whose non-empty values are joined. */
  readonly join?: readonly string[];
  /** Columns whose values are hashed to an ident: the same values give the same ident. */
  readonly hash?: readonly string[];
  /** Text between joined values; a space by default. */
  readonly with?: string;
  /** Splits the value into parts, of which `part` is used, by default the first one. */
  readonly split?: string;
  readonly part?: Part;
  /** Translates values, ignoring case. */
  readonly values?: Readonly<Record<string, string | number>>;
  /** Replaces values that `values` does not list; without it, they stay as they are. */
  readonly otherwise?: string;
  /** Example of a number, such as `1.234,56`. */
  readonly decimal?: string;
  /** Format of dates, such as `DD.MM.YYYY HH:mm`. */
  readonly date?: string;
  /** Turns a backslash and an `n` into a line break. */
  readonly line_breaks?: boolean;
  readonly plain_text?: boolean;
  /** Gives the value in rows for which this rule gives none. */
  readonly fallback?: ColumnNames | ValueRule;
}

/** Number, counted from 1, or position: `rest` is all after the first, `before_last` all before the last. */
export type Part = number | 'first' | 'rest' | 'last' | 'before_last';

/** Finds rows that are not records: one of the columns has one of the values or, without `values`, all columns are empty. */
export interface SkipRule {
  readonly columns: readonly string[];
  readonly values?: readonly string[];
  readonly because: string;
}

/** Values that the rows of variants take from the row of their product, which is before them in the file. */
export interface InheritRule {
  readonly by: ColumnNames;
  /** Columns that identify the row of a product. `by` names it by one of these values, or by `id:` and the value. */
  readonly keys: readonly string[];
  readonly columns: readonly string[];
  readonly value: string;
}

export type FieldRules = Readonly<Record<string, ColumnNames | ValueRule>>;

/** Splits a full name: its last word is the last name. `side` begins the names of the fields, such as `bill_`. */
export function fullName(side: 'bill_' | 'delivery_', ...column: readonly string[]): FieldRules {
  return {
    [`${side}firstname`]: { column, split: ' ', part: 'before_last' },
    [`${side}lastname`]: { column, split: ' ', part: 'last' },
  };
}

export interface MappingFile {
  readonly resource?: Resource;
  readonly type?: string;
  /** Program that the file comes from. */
  readonly account_name?: string;
  readonly decimal?: string;
  readonly date?: string;
  readonly price_is_gross?: boolean;
  /** Percent, for rows without a rate. */
  readonly tax_rate?: number;
  /** Guesses fields that are not listed from the names of the columns. */
  readonly guess?: boolean;
  readonly fields: FieldRules;
  /** Takes empty values of `columns` from the row before, as long as `by` has the same value. */
  readonly carry_down?: { readonly by: ColumnNames; readonly columns: readonly string[] };
  /** Replaces `value` in `columns` by the value of another row: the one that `by` names by one of `keys`. */
  readonly inherit?: InheritRule;
  readonly skip?: readonly SkipRule[];
  /** Regular expression for lines that are not records, such as a count at the end. */
  readonly ignore_lines?: string;
  /** Skips a row with the external ident of the row before; a text gives the reason. */
  readonly skip_repeats?: boolean | string;
  /** Columns that are not mapped; `--suggest` lists them for the person who edits the file. */
  readonly unused?: readonly string[];
}

/** A mapping for the exports of a program. Columns that a file lacks are left out. */
export interface Preset extends Omit<MappingFile, 'account_name'> {
  /** Columns without which a file comes from another program; of alternatives, one is enough. */
  readonly requires: readonly ColumnNames[];
  /** Columns that, together with `requires`, make it certain that a file is an export of this program. */
  readonly signature?: readonly ColumnNames[];
  readonly label?: string;
  /** Text on the tax rates that an export lacks for some articles: only the user knows them. */
  readonly rates?: string;
}
