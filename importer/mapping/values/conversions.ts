import type { Field } from '../../../shared/resources/field.ts';
import { isAmount } from '../../../shared/resources/records.ts';
import { countryCode } from './countryCodes.ts';
import { dateForm, storedDate } from './dates.ts';
import { decimalDigits, notationOf, type Problem } from './decimals.ts';
import { flags, plainWord, titles, units } from './words.ts';

/** Converts the text of a cell, which is not empty, to a value of the field. */
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

/** The conversion to a field, chosen by the schema of the field. */
export function conversionOf(name: string, { schema }: { schema: Schema }, forms: Forms): Conversion {
  if (isAmount(schema)) return decimalConversion(forms.decimal);
  if (schema.format === 'utc-date-time') return dateConversion(forms.date);
  if (schema.format === 'country') return toCountry;
  if (schema.enum) return (text) => units.get(plainWord(text)) ?? unknown('unit', text);
  if (schema.type === 'integer') return integerConversion(schema);
  return /_(?:zipcode|phone|phone_mobile|ident|nr|sku|ean)$/.test(name) ? withoutApostrophe : (text) => text;
}

function decimalConversion(example: string | undefined): Conversion {
  const notation = example === undefined ? undefined : notationOf(example);
  return (text) => decimalDigits(text, notation);
}

function dateConversion(form: string | undefined): Conversion {
  const known = form === undefined ? undefined : dateForm(form);
  return (text) => storedDate(text, known);
}

function toCountry(text: string): string | Problem {
  return countryCode(text) ?? unknown('country', text);
}

function integerConversion({ minimum, maximum }: Schema): Conversion {
  if (minimum === 0 && maximum === 1)
    return (text) => flags.get(plainWord(text)) ?? unknown('yes/no value', text);
  if (minimum === -1)
    return (text) => wholeNumber(text) ?? titles.get(plainWord(text)) ?? unknown('title', text);
  return (text) => wholeNumber(text) ?? { problem: `"${text}" is not a whole number` };
}

function wholeNumber(text: string): number | undefined {
  return /^-?\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** In spreadsheets, a leading apostrophe keeps a phone number or postcode a text; Shopify exports it. */
function withoutApostrophe(text: string): string {
  return /^'[+\d(]/.test(text) ? text.slice(1) : text;
}

function unknown(kind: string, text: string): Problem {
  return { problem: `unknown ${kind} "${text}": translate it with "values" in a mapping file` };
}
