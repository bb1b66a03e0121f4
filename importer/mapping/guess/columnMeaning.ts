import type { Resource } from '../rules/resourceFields.ts';
import { areCallingCodes } from '../values/addressParts.ts';
import { countryCode } from '../values/countryCodes.ts';
import { flags, plainWord } from '../values/vocabulary.ts';
import { type AmountColumn, amountColumn, unmarkedRank } from './amountColumns.ts';
import type { GuessContext } from './guessContext.ts';
import { fieldsByName, headerWord, type Meaning, phoneField } from './headerNames.ts';
import { isCustomerNumber } from './numberNames.ts';

const nothing = { field: '', rank: 0 };
/** Rank of names that have a better one. */
export const secondRank = 1;
const lowerRank = 10;

/** Matches `Person - ` in `Person - Name`, and `customers_` in `customers_city`, but not a supplier or another address. */
const prefixForm =
  /^(?:persons?|people|contacts?|customers?|clients?|kunden?|organi[sz]ations?|company|accounts?|products?|items?|articles?|artikel|art|prod|[cfpv])(?: - |: |[._])/i;
/** Matches the letter for the kind of values in `cVorname` and `fRabatt`, as JTL-Shop has it. */
const kindLetter = /^[a-z](?=\p{Lu})/u;
/** Matches the end of `Email del contacto` and `Adresse du client`. */
const customerSuffix = / (?:del? (?:contacto|cliente)|du client|klienta|van de klant|of customer)$/i;
/** Share of the columns that have a prefix that says nothing. */
const minShared = 0.75;

/** Returns the beginning that most columns share; undefined if there is none. */
export function sharedPrefix(columns: readonly string[]): RegExp | undefined {
  const [first] = columns.flatMap((column) => prefixForm.exec(column)?.[0] ?? []);
  const own = first === undefined ? [] : [new RegExp(`^${first.replaceAll('.', '\\.')}`)];
  return [...own, kindLetter].find(
    (prefix) => columns.filter((column) => prefix.test(column)).length >= columns.length * minShared,
  );
}

/** Returns what the name of a column says, with its values. The field is empty if it says nothing. `prefix` is skipped. */
export function columnMeaning(
  resource: Resource,
  column: string,
  context: GuessContext,
  prefix: RegExp | undefined,
): Meaning {
  if (context.isRunning(column)) return nothing;
  const examples = context.examples(column);
  const short = (prefix === undefined ? column : column.replace(prefix, '')).replace(customerSuffix, '');
  const names = fieldsByName(resource);
  const named = names.get(headerWord(column)) ?? names.get(headerWord(short));
  const own =
    resource === 'articles'
      ? articleMeaning(column, short, context)
      : personMeaning(resource, column, examples, named === undefined);
  if (own) return own;
  const found = named ?? codeInBrackets(resource, column) ?? firstOfSeveral(resource, column);
  // `Country Code` may have the calling codes of phone numbers.
  if (found.field.endsWith('_country') && areCallingCodes(examples)) return nothing;
  if (!isYesOrNo(examples)) return found;
  if (found.field === 'bill_company') return { field: 'is_business_client', rank: secondRank };
  // `Usługa` may say whether an article is a service.
  if (found.field === 'article_title') return nothing;
  return isPerson.test(found.field) && examples.every((text) => /\p{L}/u.test(text)) ? nothing : found;
}

function articleMeaning(
  column: string,
  short: string,
  { currency, isEmpty, examples }: GuessContext,
): Meaning | undefined {
  // Zoho calls a price with its currency `Rate`.
  if (/^rate$/i.test(column) && examples(column).some((text) => text.includes(currency)))
    return { field: 'article_price', rank: unmarkedRank };
  const amount = amountColumn(column, currency) ?? amountColumn(short, currency);
  if (amount) return isEmpty(column) || isFlag(amount, examples(column)) ? nothing : amount;
  if (unitName.test(plainWord(column))) return { field: 'article_unit', rank: secondRank };
  return taxName.test(plainWord(column)) && examples(column).some(isVatNumber) ? nothing : undefined;
}

function personMeaning(
  resource: Exclude<Resource, 'articles'>,
  column: string,
  examples: readonly string[],
  isUnnamed: boolean,
): Meaning | undefined {
  const word = plainWord(column);
  if (taxName.test(word) && examples.some(isVatNumber))
    return resource === 'customers' ? { field: 'bill_vat_nr', rank: secondRank } : nothing;
  if (countryIdName.test(word)) return countryOf(resource, examples);
  if (resource !== 'customers' || !isUnnamed) return undefined;
  return isCustomerNumber(column) ? { field: 'customer_nr', rank: lowerRank } : phoneField(column);
}

/** Matches `Base Unit of Measure`, `Cod. Udm` and `Usage unit`, but not the units of weights, prices and packages. */
const unitName =
  /^(?:me|base|basis|sales?|selling|usage|stock|inventory|default|standard|primary|main|item|product|article|artikel|cod|code|codice|haupt|lager|verkaufs|vk)*(?:unit|uom|udm|um|einheit|mengeneinheit|me|unite|unita|unidad|jednostka|eenheid|enhet|enhed)(?:of|de|di|per|for|d)*(?:measure(?:ment)?s?|mesure|misura|medida|miary|sale|sales|vente|vendita|venta)?(?:code|cod|name)?$/;

/** `En achat` may say whether an article is bought: 0 and 1 are not prices. */
function isFlag({ field }: AmountColumn, examples: readonly string[]): boolean {
  return field === 'article_purchase_price' && isYesOrNo(examples);
}

/** Fields of columns such as `Kunde` and `Debitor`, which may also say who is a customer. */
const isPerson = /(?:name|customer_nr)$/;

/** A column `Firma` may say whether a customer is a company. */
function isYesOrNo(examples: readonly string[]): boolean {
  return examples.length > 0 && examples.every((text) => flags.has(plainWord(text)));
}

/**
 * The first of several addresses or phone numbers, such as `Ort 1`, or of texts in several languages, such as
 * `products_name_1`; `Name 1` may be a part of a name.
 */
function firstOfSeveral(resource: Resource, column: string) {
  const [, word = '', number] = /^(.{2,}\D)([12])$/.exec(plainWord(column)) ?? [];
  const { field = '', rank = 0 } = fieldsByName(resource).get(word) ?? {};
  if (number === '2' && field.endsWith('_street')) return { field: `${field}2`, rank: lowerRank };
  const isFirst = number === '1' && severalFields.test(field);
  return isFirst || (column.endsWith(`_${number}`) && severalTexts.test(field))
    ? { field, rank: rank + lowerRank }
    : nothing;
}

const severalFields = /_(?:street|zipcode|city|country|phone|phone_mobile|email|zip_city)$/;
const severalTexts = /^article_(?:title|subtitle|description)$/;

/** `Custom label (SKU)` says in brackets which code it is. */
function codeInBrackets(resource: Resource, column: string) {
  const [, code = ''] = /\S \((sku|ean|gtin|isbn)\)$/i.exec(column.trim()) ?? [];
  return fieldsByName(resource).get(code.toLowerCase());
}

const countryIdName = /^(?:physical|billing)?countryid$/;

/** Odoo and Magento write the country into `country_id`, other programs a number. */
function countryOf(resource: Exclude<Resource, 'articles'>, examples: readonly string[]) {
  const field = { customers: 'bill_country', addresses: 'delivery_country' }[resource];
  const isCountry = examples.length > 0 && examples.every((text) => countryCode(text) !== undefined);
  return isCountry ? { field, rank: secondRank } : nothing;
}

/** A tax number is that for VAT if it begins with the country. */
const taxName = /^(?:uid|taxnumber|taxno)$/;

/** Austria and Switzerland call it UID. */
const vatNumber =
  /^(?:ATU ?\d{8}|CHE[- ]?\d{3}\.?\d{3}\.?\d{3}|[A-Z]{2} ?(?:\d ?){8,12}|IE ?\d{7}[A-Z]{1,2})\b/;

function isVatNumber(text: string): boolean {
  return vatNumber.test(text);
}
