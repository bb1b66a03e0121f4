import type { Field } from '../../../shared/contract/resources/field.ts';
import { isAmount } from '../../../shared/contract/resources/records.ts';
import { type AccountCurrency, amountConversion, notationOf } from './amounts.ts';
import { type Conversion, type Converted, isNoValue, type Problem, withoutHidden } from './cells.ts';
import {
  codeConversion,
  digitsConversion,
  eanConversion,
  firstValue,
  ibanConversion,
  phoneConversion,
} from './codes.ts';
import { countryCode } from './countryCodes.ts';
import { dateForm, storedDate } from './dates.ts';
import { meantOption } from './meantOption.ts';
import { hasLegalForm } from './nameKinds.ts';
import { toDays } from './paymentTerms.ts';
import { taxRateConversion } from './taxRates.ts';
import { toVatNumber } from './vatNumbers.ts';
import { flags, isOtherUnit, likelyUnit, plainWord, titles, units } from './vocabulary.ts';

export interface Forms {
  readonly decimal?: string | undefined;
  readonly date?: string | undefined;
  readonly currency: AccountCurrency;
  readonly timeZone: string;
  /** True if words for tax rates mean those of Germany. */
  readonly isGerman: boolean;
  readonly isCoded: boolean;
  /** Tax rates of one digit that are not codes. */
  readonly smallRates?: ReadonlySet<number>;
  /** True for a column of another program, whose numbers may be codes of its own. */
  readonly isForeign: boolean;
  /** True if `NA` is Namibia, since the other values of its column are country codes. */
  readonly hasNamibia: boolean;
  readonly isWhole: boolean;
  /** Values of the column that are a single letter, as `plainWord` writes them. */
  readonly letters: ReadonlySet<string>;
}

type Schema = Field['schema'] & {
  type?: string;
  format?: string;
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
};

export function conversionOf(name: string, { schema }: { schema: Schema }, forms: Forms): Conversion {
  const notation = forms.decimal === undefined ? undefined : notationOf(forms.decimal);
  if (name === 'article_tax_rate')
    return remembering(taxRateConversion(forms.isGerman, forms.isCoded, forms.smallRates));
  if (isAmount(schema)) return amountConversion(forms.currency, notation);
  if (schema.format === 'utc-date-time') return remembering(unlessNoValue(dateConversion(forms)));
  if (schema.format === 'country')
    return remembering(unlessNoValue(countryConversion(name, forms.hasNamibia)));
  if (schema.enum) return remembering(unlessNoValue(unitConversion(name)));
  if (name === 'term_of_credit') return remembering(unlessNoValue(toDays));
  if (schema.type === 'integer') return integerConversion(name, schema, forms);
  return textConversion(name, forms.isWhole);
}

function textConversion(name: string, isWhole: boolean): Conversion {
  if (name === 'article_title') return withoutHidden(onOneLine(toTitle));
  if (/_(?:firstname|lastname|name(?:_last_first)?|street2?|city|zip_city)$/.test(name))
    return withoutHidden(onOneLine(toName));
  const convert = unlessNoValue(wordConversion(name, isWhole));
  return withoutHidden(name.endsWith('_company') ? onOneLine(convert) : convert);
}

function wordConversion(name: string, isWhole: boolean): Conversion {
  if (name.endsWith('_email')) return toEmail;
  if (name === 'article_ean') return eanConversion;
  if (name === 'account_iban') return ibanConversion;
  if (name === 'bill_vat_nr') return toVatNumber;
  if (/_(?:phone|phone_mobile)$/.test(name)) return phoneConversion;
  if (name.endsWith('_zipcode')) return digitsConversion;
  if (name.endsWith('external_ident')) return identConversion(isWhole);
  return /_(?:ident|nr|sku|bic)$/.test(name) ? codeConversion(isWhole) : (text) => text;
}

/** Replaces line breaks of a cell with blanks: the service keeps one line. */
function onOneLine(convert: Conversion): Conversion {
  return (text) => {
    if (!/[\r\n]/.test(text)) return convert(text);
    const converted = convert(text.replace(/\s*[\r\n]\s*/g, ' '));
    if (converted === undefined || (typeof converted === 'object' && 'problem' in converted))
      return converted;
    const repair = 'line break replaced with a blank';
    if (typeof converted !== 'object') return { value: converted, repair };
    return { ...converted, repair: `${repair}; ${converted.repair}` };
  };
}

function toTitle(text: string): Converted {
  return isNoValue(text) ? { problem: `"${text}" says that there is no title: write one` } : text;
}

/** Counts the words that are left out: a town in Italy is called None. `Null` and `Nil` are names. */
function toName(text: string): Converted {
  if (!isNoValue(text) || text === 'Null' || text === 'Nil') return text;
  return { value: '', repair: `"${text}" left empty` };
}

const maxRemembered = 1_000;

/** Caches conversions that are slow, for columns with few different values. */
function remembering(convert: Conversion): Conversion {
  const known = new Map<string, Converted>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const converted = convert(text);
    if (known.size >= maxRemembered) known.clear();
    known.set(text, converted);
    return converted;
  };
}

function unlessNoValue(convert: Conversion): Conversion {
  return (text) => (isNoValue(text) ? undefined : convert(text));
}

function dateConversion({ date, timeZone }: Forms): Conversion {
  const known = date === undefined ? undefined : dateForm(date);
  return (text) => storedDate(text, timeZone, known);
}

function countryConversion(name: string, hasNamibia: boolean): Conversion {
  return (text) => {
    if (plainWord(text) === 'na' && (text.length > 2 || !hasNamibia))
      return {
        problem: `"${text}" may be Namibia, or mean that there is no country: write Namibia, or leave the cell empty`,
      };
    return countryCode(text) ?? unknown('country', text, name, /\p{L}/u.test(text) ? 'de' : 'COUNTRY');
  };
}

/** Maps units that the service lacks to a price per unit: it has only four. */
function unitConversion(name: string): Conversion {
  return (text) => {
    const word = plainWord(text);
    // `kg/m` is not a kg.
    const unit = text.includes('/') ? undefined : units.get(word);
    if (unit !== undefined) return unit;
    if (isOtherUnit(text)) return { value: 'unit_ppu', repair: `"${text}" became unit_ppu, price per unit` };
    return {
      problem: `unknown unit "${text}": say what it means, such as ${meaning(name, text, likelyUnit(text))}; the units are unit_ppu (piece, Stück), unit_hour (Stunde), unit_lump (Pauschale) and unit_kg`,
    };
  };
}

function toEmail(given: string): Converted {
  const first = firstValue(given);
  const text = bareEmail(first);
  if (first !== given && isEmail(text)) return { value: text, repair: 'first of several addresses taken' };
  if (text !== given && isEmail(text))
    return {
      value: text,
      repair: /[<#]/.test(given) ? 'name beside the address removed' : 'mailto: removed',
    };
  if (isEmail(text)) return text;
  return { problem: `"${text}" is not an e-mail address such as name@example.com` };
}

/** Takes the address out of `mailto:anna@example.com`, `Anna Tee <anna@example.com>` and Access's `Anna#mailto:anna@example.com#`. */
function bareEmail(text: string): string {
  const [, inAngles, inLink] = /^[^<>]*<([^<>\s]+)>$|^[^#]*#((?:mailto:)?[^#\s]+)#[^#]*#?$/i.exec(text) ?? [];
  return (inAngles ?? inLink ?? text).replace(/^mailto:\s*/i, '');
}

function isEmail(text: string): boolean {
  return /^[^\s@,;<>()]+@[^\s@,;<>()]+\.[^\s@,;<>().]{2,}$/.test(text);
}

/** E-mail addresses that differ only in case are one customer. */
function identConversion(isWhole: boolean): Conversion {
  const convert = codeConversion(isWhole);
  return (text) => {
    if (!text.includes('@')) return convert(text);
    const lower = bareEmail(firstValue(text)).toLowerCase();
    if (!isEmail(lower)) return convert(text);
    return lower === text ? text : { value: lower, repair: 'e-mail address in small letters' };
  };
}

function integerConversion(name: string, { minimum, maximum }: Schema, forms: Forms): Conversion {
  if (minimum === 0 && maximum === 1)
    return unlessNoValue((text) => flags.get(plainWord(text)) ?? unknown('yes/no value', text, name, '1'));
  if (minimum === -1) return titleConversion(name, forms);
  return (text) => wholeNumber(text) ?? { problem: `"${text}" is not a whole number` };
}

/** Matches `Herr/Frau` and `Mr or Mrs`, which may be a couple, or leave open which of them it is. */
const either = /\/|\s(?:oder|or|ou|of|lub|o)\s/i;

function titleConversion(name: string, { isForeign, letters }: Forms): Conversion {
  return (text) => {
    const number = wholeNumber(text);
    if (number !== undefined) return isForeign ? foreignCode(name, text) : number;
    const word = plainWord(text);
    const title = either.test(text) || isUnclearLetter(word, letters) ? undefined : titles.get(word);
    if (title !== undefined) return title;
    return isNoValue(text) ? undefined : unknownTitle(text, name);
  };
}

/**
 * Beside `H`, `M` is a woman in Spanish (hombre, mujer) and Dutch (heer, mevrouw), `D` a lady (dhr, dame), and `F` may be a company.
 * `D` may be a lady beside `M`, too, unless another letter means women.
 */
function isUnclearLetter(word: string, letters: ReadonlySet<string>): boolean {
  if (word.length !== 1) return false;
  const hasWomen = letters.has('w') || letters.has('f');
  // Beside `M`, `V` is a woman in Dutch, and `C` a company of xt:Commerce.
  if (word === 'v' || word === 'c') return !letters.has('m');
  return letters.has('h') || (word === 'd' && letters.has('m') && !hasWomen);
}

function foreignCode(name: string, text: string): Problem {
  return {
    problem: `"${text}" is a code of the program: say what it means (${someTitles}), such as ${meaning(name, text, 'TITLE')}`,
  };
}

const someTitles = 'Mr, Mrs, company, family, none, …';

/** Proposes a title only if the text has a word for one, or is a legal form. */
function unknownTitle(text: string, name: string): Problem {
  const likely = either.test(text) ? 'none' : hasLegalForm(`A ${text}`) ? 'company' : titleIn(text);
  if (likely !== undefined) return unknown('title', text, name, likely);
  return {
    problem: `unknown title "${text}": say what it means (${someTitles}), such as ${meaning(name, text, 'TITLE')}`,
  };
}

const titleNames: ReadonlyMap<number | undefined, string> = new Map([
  [-1, 'company'],
  [0, 'Mr'],
  [1, 'Mrs'],
  [4, 'family'],
]);

/** Finds the title in `Geachte mevrouw Peeters`; a single letter may be an initial. */
function titleIn(text: string): string | undefined {
  const words = text.split(/[^\p{L}\p{M}]+/u).filter((word) => word.length > 1);
  const codes = new Set(words.flatMap((word) => titles.get(plainWord(word)) ?? []));
  return codes.size === 1 ? titleNames.get([...codes][0]) : undefined;
}

function wholeNumber(text: string): number | undefined {
  return /^-?\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function unknown(kind: string, text: string, name: string, example: string): Problem {
  return { problem: `unknown ${kind} "${text}": say what it means, such as ${meaning(name, text, example)}` };
}

function meaning(name: string, text: string, value: string): string {
  return meantOption('--value', `${name}:${text}`, value);
}
