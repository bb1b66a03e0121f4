import type { FieldRules } from '../rules/mappingFile.ts';
import { fieldsOf, type Resource } from '../rules/resourceFields.ts';
import { areCallingCodes } from '../values/addressParts.ts';
import { countryCode } from '../values/countryCodes.ts';
import { flags, plainWord } from '../values/vocabulary.ts';
import { amountColumn, unmarkedRank } from './amountColumns.ts';
import { fieldsByName, headerWord } from './headerNames.ts';
import { withJoins } from './joinedColumns.ts';
import { withOneAddress } from './oneAddress.ts';

export interface GuessContext {
  /** Currency of the account: prices in another one are not taken. */
  readonly currency: string;
  readonly isEmpty: (column: string) => boolean;
  /** True if a column only counts the rows. */
  readonly isRunning: (column: string) => boolean;
  /** Some values of a column. */
  readonly examples: (column: string) => readonly string[];
  /** All different values of a column, or some if it has many. */
  readonly values: (column: string) => readonly string[];
  /** True if each row needs a title, since it may create an article. */
  readonly needsTitle: boolean;
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
  /** Decisions that the user may want otherwise. */
  readonly notices: readonly string[];
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
  const titled = resource === 'articles' ? withTitle(chosen, known, context) : chosen;
  const { fields: placed, notices: addressNotices } = withOneAddress(
    withoutOtherStreet(titled, columns),
    known,
    context,
  );
  const { fields: plain, notices: kindNotices } = withoutKindCodes(placed, context);
  return {
    fields: withJoins(withIdent(resource, plain, columns, known), columns, context),
    notices: [...addressNotices, ...kindNotices],
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
  const found = fieldsByName(resource).get(headerWord(column)) ?? firstOfSeveral(resource, column);
  // `Country Code` may have the calling codes of phone numbers.
  if (found.field.endsWith('_country') && areCallingCodes(examples(column))) return nothing;
  if (!isYesOrNo(examples(column))) return found;
  if (found.field === 'bill_company') return { field: 'is_business_client', rank: secondRank };
  return isPerson.test(found.field) && examples(column).every((text) => /\p{L}/u.test(text))
    ? nothing
    : found;
}

/** Fields of columns such as `Kunde` and `Debitor`, which may also say who is a customer. */
const isPerson = /(?:name|customer_nr)$/;

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
    const isGiven = [first, last, whole, `${whole}_last_first`].some((field) => known[field] !== undefined);
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

/** Titles that fit into a line of an invoice; longer texts are descriptions. */
const maxTitleLength = 150;

/** A description is the title if no other column gives one. */
function withTitle(
  fields: Readonly<Record<string, string>>,
  known: FieldRules,
  { needsTitle, values }: GuessContext,
): Readonly<Record<string, string>> {
  if (!needsTitle || fields.article_title !== undefined || known.article_title !== undefined) return fields;
  const field = ['article_subtitle', 'article_description'].find((name) => fields[name] !== undefined);
  const { [field ?? '']: column, ...others } = fields;
  if (column === undefined) return fields;
  const isTitle = values(column).every((text) => text.length <= maxTitleLength && !text.includes('\n'));
  return isTitle ? { ...others, article_title: column } : fields;
}

const secondPlace =
  /(?:plz|postleitzahl|zip|zipcode|postcode|postalcode|codepostal|cp|cap|ort|stadt|city|town|ville|citta|plaats|ciudad|miasto)2$/;

/** `Straße 2` beside `PLZ 2` is the street of another address. */
function withoutOtherStreet(
  fields: Readonly<Record<string, string>>,
  columns: readonly string[],
): Readonly<Record<string, string>> {
  if (!columns.some((column) => secondPlace.test(plainWord(column)))) return fields;
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([field, column]) => !field.endsWith('_street2') || !plainWord(column).endsWith('2'),
    ),
  );
}

const kindName = /(?:type|typ|art|tipo|rodzaj|soort)$/;

/** A column `Kundenart` says who is a company only in words: numbers and other words are those of the program. */
function withoutKindCodes(
  fields: Readonly<Record<string, string>>,
  { values }: GuessContext,
): Pick<Guess, 'notices'> & { readonly fields: Readonly<Record<string, string>> } {
  const { is_business_client: column, ...others } = fields;
  if (column === undefined || !kindName.test(plainWord(column))) return { fields, notices: [] };
  const unclear = values(column).filter((text) => /^\d*$/.test(text) || !flags.has(plainWord(text)));
  if (unclear.length === 0) return { fields, notices: [] };
  const notice = `"${column}" is not used, since "${unclear[0]}" does not say who is a company (translate it with "values" in a mapping file, for is_business_client)`;
  return { fields: others, notices: [notice] };
}
