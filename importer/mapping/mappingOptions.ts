import type { Meanings } from './rules/meanings.ts';

export interface MappingOptions {
  readonly preset?: string;
  readonly file?: string;
  /** Columns by field, which replace those of the mapping. */
  readonly columns?: Readonly<Record<string, string>>;
  /** `customer_type` or `article_type` of the records; `csv` by default. */
  readonly type?: string;
  /** `external_account_name` of the records; by default the name of the preset. */
  readonly accountName?: string;
  /** Example of a number, such as `1.234,56`. */
  readonly decimal?: string;
  /** Percent, for articles without a rate. */
  readonly taxRate?: number;
  /** Percent, by the codes or words that the file has for rates. */
  readonly taxRates?: Readonly<Record<string, number>>;
  /** Values by field, and by the texts that the file has for them. */
  readonly values?: Meanings;
  /** Numbers by the field that is divided by them. */
  readonly divide?: Readonly<Record<string, number>>;
  /** Column with the number of pieces of a price; false when the user accepts that all are for a single one. */
  readonly pricePer?: string | false;
  /** Values by column: rows with another value are left out. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
  /** Values by column: rows with one of them are left out. */
  readonly skip?: Readonly<Record<string, readonly string[]>>;
  readonly priceIsGross?: boolean;
  readonly ident?: readonly string[];
  /** False when the user accepts that a changed row becomes a new record. */
  readonly hasIdent?: boolean;
  /** False when the user accepts articles without a price. */
  readonly hasPrice?: boolean;
  readonly onBadValue?: 'refuse' | 'empty';
  readonly match?: string;
  readonly updates?: boolean;
  readonly updateOnly?: boolean;
  /** True if an empty cell empties the field of an existing record. */
  readonly clearing?: boolean;
  /** ISO 4217. */
  readonly currency?: string;
  /** True if the service named the currency, so that `--currency` can't change it. */
  readonly isServiceCurrency?: boolean;
  /** IANA time zone, for times without one. */
  readonly timeZone?: string;
}

export const defaultCurrency = 'EUR';
export const defaultTimeZone = 'Europe/Berlin';
