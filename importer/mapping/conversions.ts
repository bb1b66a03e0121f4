import type { Field } from '../../shared/resources/field.ts';
import { isAmount } from '../../shared/resources/records.ts';
import { countryCode } from './countryCodes.ts';
import { datePattern, storedDate } from './dates.ts';
import { decimalDigits, notationOf, type Problem } from './decimals.ts';
import { flags, plainWord, titles, units } from './words.ts';

/** From what stands in a cell, never empty, to what the field takes. */
export type Conversion = (text: string) => string | number | Problem;

/** How numbers and dates are written in a file or column. */
export interface Forms {
  readonly decimal?: string | undefined;
  readonly date?: string | undefined;
}

type Schema = Field['schema'] & {
  type?: string;
  format?: string;
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
};

/** What a field makes of a text, by the field's own schema. */
export function conversionOf(name: string, { schema }: { schema: Schema }, forms: Forms): Conversion {
  if (isAmount(schema)) return decimalConversion(forms.decimal);
  if (schema.format === 'utc-date-time') return dateConversion(forms.date);
  if (schema.format === 'country') return toCountry;
  if (schema.enum) return (text) => units.get(plainWord(text)) ?? translatable(text, 'unit');
  if (schema.type === 'integer') return integerConversion(schema);
  return /_(?:zipcode|phone|phone_mobile|ident|nr|sku|ean)$/.test(name) ? withoutApostrophe : (text) => text;
}

function decimalConversion(example: string | undefined): Conversion {
  const notation = example === undefined ? undefined : notationOf(example);
  return (text) => decimalDigits(text, notation);
}

function dateConversion(form: string | undefined): Conversion {
  const pattern = form === undefined ? undefined : datePattern(form);
  return (text) => storedDate(text, pattern);
}

function toCountry(text: string): string | Problem {
  return countryCode(text) ?? translatable(text, 'country');
}

function integerConversion({ minimum, maximum }: Schema): Conversion {
  if (minimum === 0 && maximum === 1)
    return (text) => flags.get(plainWord(text)) ?? translatable(text, 'yes or no');
  if (minimum === -1)
    return (text) => wholeNumber(text) ?? titles.get(plainWord(text)) ?? translatable(text, 'title');
  return (text) => wholeNumber(text) ?? { problem: `"${text}" is no whole number` };
}

function wholeNumber(text: string): number | undefined {
  return /^-?\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** Spreadsheets are kept from taking a number for one by an apostrophe; Shopify exports it. */
function withoutApostrophe(text: string): string {
  return /^'[+\d(]/.test(text) ? text.slice(1) : text;
}

function translatable(text: string, kind: string): Problem {
  return { problem: `"${text}" is not known as a ${kind}: translate it with "values" in a mapping file` };
}
