import { InvalidArgumentError } from 'commander';
import type { Meanings } from '../../importer/mapping/rules/meanings.ts';
import { mappedPrices } from '../../importer/mapping/values/divisors.ts';

function percent(text: string): number {
  const number = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && number <= 100) return number;
  throw new InvalidArgumentError('It must be a number from 0 to 100, such as 19.');
}

/** Parses `30%` or `30`. */
export function percentage(text: string): number {
  const [, number] = /^(\d{1,9}(?:\.\d+)?) ?%?$/.exec(text.trim()) ?? [];
  if (number !== undefined) return Number(number);
  throw new InvalidArgumentError('It must be a percentage, such as 30%.');
}

/** Throws InvalidArgumentError when an earlier option says something else: only the last one would count. */
function requireOnce(what: string, former: string | number | undefined, value: string | number): void {
  if (former === undefined || former === value) return;
  throw new InvalidArgumentError(
    `Another option sets ${what} to ${former === '' ? 'none' : `"${former}"`}: remove one of them.`,
  );
}

/** A column or code may have the name of something that every object has, such as `__proto__`. */
function ownValue<Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** The rate of articles without one, and the rates of codes, such as `1=19,2=7`. */
export interface TaxRates {
  readonly rate?: number;
  readonly codes?: Readonly<Record<string, number>>;
}

/** Adds a value of `--tax-rate` to the earlier ones. A code may contain a comma, since rates have a point. */
export function taxRates(text: string, former: TaxRates = {}): TaxRates {
  if (!text.includes('=')) {
    const rate = percent(text.trim());
    requireOnce('the rate of articles without one', former.rate, rate);
    return { ...former, rate };
  }
  const codes: Record<string, number> = { ...former.codes };
  const rest = text.replace(/([^=]+)=\s*(\d+(?:\.\d+)?)\s*(?:,|$)/g, (_, code: string, rate: string) => {
    const name = code.trim();
    requireOnce(`the rate of "${name}"`, ownValue(codes, name), percent(rate));
    codes[name] = percent(rate);
    return '';
  });
  if (rest === '') return { ...former, codes };
  throw new InvalidArgumentError('It must be a rate such as 19, or the rates of codes such as 1=19,2=7.');
}

/** Adds a value of `--column`, such as `article_price="VK netto"`, to the earlier ones; `user_note=` leaves the field out. */
export function fieldColumn(
  text: string,
  former: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const [, field, column] = /^(\w+)=(.*)$/s.exec(text) ?? [];
  if (field !== undefined && column !== undefined) {
    requireOnce(`the column of ${field}`, ownValue(former, field), column);
    return { ...former, [field]: column };
  }
  throw new InvalidArgumentError('It must be FIELD=COLUMN, such as article_price="VK netto".');
}

/**
 * Adds a value of `--value`, such as `article_unit:Pck.=unit_ppu`, to the earlier ones. The text may contain `=`; an empty one
 * stands for rows without a value.
 */
export function fieldValue(text: string, former: Meanings = {}): Meanings {
  const [, field, given = '', value = ''] = /^(\w+):(.*)=([^=]+)$/s.exec(text) ?? [];
  if (field === undefined || value.trim() === '')
    throw new InvalidArgumentError('It must be FIELD:TEXT=VALUE, such as article_unit:Pck.=unit_ppu.');
  const earlier = ownValue(former, field) ?? {};
  const name = given.trim();
  // Texts are compared without case.
  const [, same] = Object.entries(earlier).find(([one]) => one.toLowerCase() === name.toLowerCase()) ?? [];
  requireOnce(`the meaning of "${name}"`, same, value.trim());
  return { ...former, [field]: { ...earlier, [name]: value.trim() } };
}

/** Adds a value of `--divide`, such as `article_price=100`, to the earlier ones. */
export function fieldNumber(
  text: string,
  former: Readonly<Record<string, number>> = {},
): Readonly<Record<string, number>> {
  const [, field, number] = /^(\w+)=(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (field !== undefined && mappedPrices.includes(field) && Number(number) > 0) {
    requireOnce(`the number of ${field}`, ownValue(former, field), Number(number));
    return { ...former, [field]: Number(number) };
  }
  throw new InvalidArgumentError(
    `It must be FIELD=NUMBER, such as article_price=100. The fields are ${mappedPrices.join(', ')}.`,
  );
}

type ValuesByColumn = Readonly<Record<string, readonly string[]>>;

/** Adds a value of `--only`, such as `active=1,2`, to the earlier ones. */
export function columnValues(text: string, former: ValuesByColumn = {}): ValuesByColumn {
  const { column, value } = columnAndValue(text);
  const values = value.split(',').map((one) => one.trim());
  return withValues(former, column, values);
}

/** Adds a value of `--skip`, such as `Type=Supplier`, to the earlier ones. It may contain commas. */
export function columnValue(text: string, former: ValuesByColumn = {}): ValuesByColumn {
  const { column, value } = columnAndValue(text);
  return withValues(former, column, [value]);
}

function withValues(former: ValuesByColumn, column: string, values: readonly string[]): ValuesByColumn {
  const earlier = ownValue(former, column) ?? [];
  return { ...former, [column]: [...earlier, ...values] };
}

function columnAndValue(text: string): { readonly column: string; readonly value: string } {
  const [, column, value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (column !== undefined) return { column: column.trim(), value: value.trim() };
  throw new InvalidArgumentError('It must be COLUMN=VALUE, such as "Type=Supplier".');
}

/** Parses the name of a list. It can't be empty: lists without a name would all be the same one. */
export function listName(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('It must be the name of a list, such as shop.');
}
