import type { FieldRule, FieldRules } from '../rules/mappingFile.ts';
import { fieldsOf, type Resource } from '../rules/resourceFields.ts';
import { countryCode } from '../values/countryCodes.ts';
import { flags, plainWord } from '../values/vocabulary.ts';
import { amountColumn, unmarkedRank } from './amountColumns.ts';
import { fieldsByName } from './headerNames.ts';

export interface GuessContext {
  /** Currency of the account: prices in another one are not taken. */
  readonly currency: string;
  readonly isEmpty: (column: string) => boolean;
  /** True if a column only counts the rows. */
  readonly isRunning: (column: string) => boolean;
  /** Some values of a column. */
  readonly examples: (column: string) => readonly string[];
}

/** A column that could give a field. The lowest rank wins; of several with this rank, the first one that has values. */
interface Candidate {
  readonly column: string;
  readonly rank: number;
  readonly alternatives: readonly string[];
}

export interface Guess {
  readonly fields: FieldRules;
  /** Best column of each field, followed by those that could give it as well. */
  readonly alternatives: ReadonlyMap<string, readonly string[]>;
}

/** Guesses fields from the names of columns: first our own field names, then common German and English headers. */
export function guessFields(
  resource: Resource,
  columns: readonly string[],
  known: FieldRules,
  context: GuessContext,
): Guess {
  const candidates = new Map<string, Candidate>();
  const own = new Set<string>();
  for (const column of columns) {
    const field = column.trim();
    if (!isOpen(field) || candidates.has(field)) continue;
    candidates.set(field, { column, rank: -1, alternatives: [] });
    own.add(column);
  }
  for (const column of columns) {
    const { field, rank } = own.has(column) ? nothing : meaningOf(resource, column, context);
    if (isOpen(field)) candidates.set(field, better(candidates.get(field), { column, rank }, context));
  }
  const guessed = Object.fromEntries([...candidates].map(([field, { column }]) => [field, column]));
  const chosen = withWholeNames(onePrice(guessed, candidates), candidates, known, columns);
  return {
    fields: withJoins(withIdent(resource, chosen, columns, known), columns, context),
    alternatives: new Map(
      [...candidates].map(([field, { column, alternatives }]) => [field, [column, ...alternatives]]),
    ),
  };

  function isOpen(field: string): boolean {
    return Object.hasOwn(fieldsOf[resource], field) && !Object.hasOwn(known, field);
  }
}

function better(
  former: Candidate | undefined,
  { column, rank }: Omit<Candidate, 'alternatives'>,
  { isEmpty }: GuessContext,
): Candidate {
  if (!former || rank < former.rank) return { column, rank, alternatives: [] };
  if (rank > former.rank || isEmpty(column)) return former;
  if (isEmpty(former.column)) return { column, rank, alternatives: [] };
  return { ...former, alternatives: [...former.alternatives, column] };
}

const nothing = { field: '', rank: 0 };

function meaningOf(resource: Resource, column: string, context: GuessContext) {
  const { currency, isEmpty, isRunning, examples } = context;
  if (isRunning(column)) return nothing;
  if (plainWord(column) === 'uid' && examples(column).some((text) => vatNumber.test(text)))
    return resource === 'customers' ? { field: 'bill_vat_nr', rank: secondRank } : nothing;
  if (plainWord(column) === 'countryid') return countryOf(resource, examples(column));
  const amount = resource === 'articles' ? amountColumn(column, currency) : undefined;
  if (amount) return isEmpty(column) ? nothing : amount;
  const found = fieldsByName(resource).get(plainWord(column)) ?? firstOfSeveral(resource, column);
  return found.field === 'bill_company' && isYesOrNo(examples(column))
    ? { field: 'is_business_client', rank: secondRank }
    : found;
}

/** A column `Firma` may say whether a customer is a company. */
function isYesOrNo(examples: readonly string[]): boolean {
  return examples.length > 0 && examples.every((text) => flags.has(plainWord(text)));
}

/** The first of several addresses or phone numbers, such as `Ort 1`; `Name 1` may be a part of a name. */
function firstOfSeveral(resource: Resource, column: string) {
  const [, word] = resource === 'articles' ? [] : (/^(.{2,}\D)1$/.exec(plainWord(column)) ?? []);
  const found = word === undefined ? undefined : fieldsByName(resource).get(word);
  if (!found || !/_(?:street|zipcode|city|country|phone|phone_mobile|email|zip_city)$/.test(found.field))
    return nothing;
  return { field: found.field, rank: found.rank + lowerRank };
}

const lowerRank = 10;

/** Odoo and Magento write the country into `country_id`, other programs a number. */
function countryOf(resource: Resource, examples: readonly string[]) {
  const field = { customers: 'bill_country', addresses: 'delivery_country', articles: '' }[resource];
  const isCountry = examples.length > 0 && examples.every((text) => countryCode(text) !== undefined);
  return isCountry ? { field, rank: secondRank } : nothing;
}

/** Austria and Switzerland call it UID. */
const vatNumber = /^(?:ATU ?\d{8}|CHE[- ]?\d{3}\.?\d{3}\.?\d{3}|[A-Z]{2} ?\d{8,12})\b/;

/** Drops a price that does not say whether it includes the tax, if there is a gross price. */
function onePrice(
  guessed: Readonly<Record<string, string>>,
  candidates: ReadonlyMap<string, Candidate>,
): Readonly<Record<string, string>> {
  const { article_price: _, ...others } = guessed;
  const isUnclear = candidates.get('article_price')?.rank === unmarkedRank;
  return isUnclear && others.article_price_total !== undefined ? others : guessed;
}

/** Uses the customer number as external_ident if no column gives one. In a list of orders, `id` is the ident of the order. */
function withIdent(
  resource: Resource,
  guessed: Readonly<Record<string, string>>,
  columns: readonly string[],
  known: FieldRules,
): Readonly<Record<string, string>> {
  const number = resource === 'customers' ? guessed.customer_nr : undefined;
  if (number === undefined || known.external_ident !== undefined) return guessed;
  const { external_ident: ident } = guessed;
  const isOfOrder =
    ident?.toLowerCase() === 'id' && columns.some((column) => orderNumber.test(plainWord(column)));
  return ident === undefined || isOfOrder ? { ...guessed, external_ident: number } : guessed;
}

const orderNumber = /^(?:order(?:number|no|nr|id)|bestellnummer|bestellnr|auftragsnummer|auftragsnr)$/;

/** A column `Name` has last names beside a column for first names, and whole names without one. */
function withWholeNames(
  guessed: Readonly<Record<string, string>>,
  candidates: ReadonlyMap<string, Candidate>,
  known: FieldRules,
  columns: readonly string[],
): Readonly<Record<string, string>> {
  const fields = { ...guessed };
  for (const side of ['bill_', 'delivery_']) {
    const [first, last, whole] = [`${side}firstname`, `${side}lastname`, `${side}name`] as const;
    const isGiven = known[first] !== undefined || known[last] !== undefined || known[whole] !== undefined;
    const isBoth = fields[first] !== undefined && fields[last] !== undefined;
    const single = fields[first] === undefined ? last : first;
    const column = fields[single];
    if (isGiven) delete fields[whole];
    else if (isBoth && side === 'bill_' && fields.bill_company === undefined)
      // It has the company, or the first and last name again.
      fields[whole] ??=
        columns.find((one) => plainWord(one) === 'name' && !Object.values(fields).includes(one)) ?? '';
    else if (isBoth) delete fields[whole];
    else if (column !== undefined && candidates.get(single)?.rank === secondRank) {
      fields[whole] = column;
      delete fields[single];
    } else if (column !== undefined) delete fields[whole];
    if (fields[whole] === '') delete fields[whole];
  }
  return fields;
}

const secondRank = 1;

/** Joins what some programs have in two columns: street and house number, area code and phone number, country and VAT number. */
function withJoins(
  rules: Readonly<Record<string, string>>,
  columns: readonly string[],
  { examples }: GuessContext,
): FieldRules {
  const houses = new Map(columns.map((column) => [prefixIn(column, houseNumber), column]));
  const areas = new Map(
    columns.map((column) => [
      prefixIn(column, areaCode)?.replace(/(?:telefon|tel|phone|festnetz)$/, ''),
      column,
    ]),
  );
  const used = Object.values(rules);
  const free = columns.filter((column) => !used.includes(column));
  const joined = Object.entries(rules).map(([field, column]): [string, FieldRule] => {
    if (field.endsWith('_street')) {
      const prefix = prefixIn(column, streetName);
      const own = prefix === undefined ? undefined : (houses.get(prefix) ?? numberOf(column));
      return [field, ruleOfJoin([column, own], column)];
    }
    if (field.endsWith('_phone')) {
      const prefix = prefixIn(column, phoneName);
      const area = prefix === undefined ? undefined : areas.get(prefix);
      return [field, ruleOfJoin([area, column], column)];
    }
    const country =
      field === 'bill_vat_nr' ? columns.find((one) => vatCountry.test(plainWord(one))) : undefined;
    return [field, country === undefined ? column : { join: [country, column], with: '', needs: column }];
  });
  return Object.fromEntries(joined);

  /** A column `Nr.` has house numbers if it looks like them, and no street has one. */
  function numberOf(street: string): string | undefined {
    if (examples(street).some((text) => /\d/.test(text))) return undefined;
    const beside = columns[columns.indexOf(street) + 1] ?? '';
    return [beside, ...free].find((column) => {
      const isLikely = examples(column).every((text) => houseNumberText.test(text));
      return isNumberName(column) && isLikely && (column === beside || examples(column).length > 0);
    });
  }
}

function ruleOfJoin(columns: readonly (string | undefined)[], needs: string): FieldRule {
  const join = [...new Set(columns)].filter((column) => column !== undefined);
  return join.length === 1 ? needs : { join, needs };
}

const houseNumberText = /^\d{1,4} ?[a-z]?(?:[-/]\d{1,4}[a-z]?)?$/i;
const houseNumber =
  /^(.*?)(?:hausnummer|hausnr|hnr|housenumber|housenr|houseno|streetnumber|streetno|streetnr|numerocivico|ncivico|civico|nrdomu|numerdomu|huisnummer|huisnr|numerorue)$/;
const areaCode =
  /^(.*?)(?:vorwahl|ortsvorwahl|areacode|prefisso|indicatif|netnummer|kierunkowy|numerkierunkowy)$/;
const streetName =
  /^(.*?)(?:strassenname|strasse|str|streetname|streetaddress|street|adresse|address|anschrift|rue|indirizzo|ulica|straatnaam|straat|calle|adres)\d?$/;
const phoneName =
  /^(.*?)(?:telefonnummer|telefon|telnr|tel|rufnummer|festnetz|phonenumber|phone|telephone|telefono|telefoonnummer|telefoon)\d?$/;
const vatCountry = /^(?:eu(?:land|laendercode|staat)|ustidland|vatcountry(?:code)?)$/;

/** `Liefer-Hausnummer` goes with `Liefer-Straße`. */
function prefixIn(column: string, pattern: RegExp): string | undefined {
  return pattern.exec(plainWord(column))?.[1];
}

function isNumberName(column: string): boolean {
  return /^(?:nr|no|num|numero|n)$/.test(plainWord(column));
}
