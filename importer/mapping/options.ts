import type { IdentOptions } from './identity/chooseIdent.ts';

/** How the user wants a file mapped: by a mapping file, a preset, or else the names of its columns. */
export interface MappingOptions extends IdentOptions, AccountOptions {
  readonly preset?: string;
  /** Path of a mapping file. */
  readonly file?: string;
  /** Columns by field, instead of those of the mapping. */
  readonly columns?: Readonly<Record<string, string>>;
  /** `customer_type` or `article_type` of the records; `csv` by default. */
  readonly type?: string;
  /** `external_account_name` of the records; by default the name of the preset. */
  readonly accountName?: string;
  /** How numbers are written, such as `1.234,56`. */
  readonly decimal?: string;
  /** In percent, for articles without one. */
  readonly taxRate?: number;
  /** In percent, by the codes or words that the file has for them. */
  readonly taxRates?: Readonly<Record<string, number>>;
  readonly priceIsGross?: boolean;
  /** False when the user accepts articles without a price. */
  readonly hasPrice?: boolean;
  /** What becomes of a value that its field does not accept: the row is refused, or the field left empty. */
  readonly onBadValue?: 'refuse' | 'empty';
  /** The field by which existing records are found. */
  readonly match?: string;
  /** Whether existing records are updated. */
  readonly updates?: boolean;
  /** Whether no record is created. */
  readonly updateOnly?: boolean;
  /** Whether an empty cell empties the field of an existing record. */
  readonly clearing?: boolean;
}

/** What the account has, which the file does not say. */
interface AccountOptions {
  /** ISO 4217. */
  readonly currency?: string;
  /** Whether the service named the currency, so that `--currency` cannot change it. */
  readonly isServiceCurrency?: boolean;
  /** IANA time zone of times without one. */
  readonly timeZone?: string;
}

export const defaultCurrency = 'EUR';
/** That of new accounts. */
export const defaultTimeZone = 'Europe/Berlin';
