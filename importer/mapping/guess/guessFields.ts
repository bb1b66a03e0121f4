import type { FieldRules } from '../rules/mappingFile.ts';
import { fieldsOf, type Resource } from '../rules/resourceFields.ts';
import { plainWord } from '../values/vocabulary.ts';
import { unmarkedRank } from './amountColumns.ts';
import { columnMeaning, secondRank, sharedPrefix } from './columnMeaning.ts';
import { withGtin, withNumber, withoutJobTitles, withoutKindCodes, withTitle } from './fieldsByValues.ts';
import type { Guess, GuessContext } from './guessContext.ts';
import { withJoins } from './joinedColumns.ts';
import { withOneAddress } from './oneAddress.ts';
import { withCodesOfPlaces } from './zipColumn.ts';

/** A column that could give a field. The lowest rank wins; of several with this rank, the first one that has values. */
interface Candidate {
  readonly column: string;
  readonly rank: number;
  readonly alternatives: readonly string[];
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
  const prefix = sharedPrefix(columns);
  for (const column of columns) {
    const { field, rank } = own.has(column)
      ? { field: '', rank: 0 }
      : columnMeaning(resource, column, context, prefix);
    if (isOpen(field)) candidates.set(field, better(candidates.get(field), { column, rank }, context));
  }
  const named = Object.fromEntries([...candidates].map(([field, { column }]) => [field, column]));
  const { fields: zipped, notices: zipNotices } = withCodesOfPlaces(resource, named, columns, known, context);
  const { fields: guessed, notices: numberNotices } = withNumber(resource, zipped, columns, known, context);
  const chosen = withWholeNames(onePrice(guessed, candidates, context), candidates, known, columns);
  const titled =
    resource === 'articles' ? withTitle(withGtin(chosen, known, context), known, context) : chosen;
  const { fields: placed, notices: addressNotices } = withOneAddress(
    withoutOtherStreet(titled, columns),
    known,
    context,
  );
  const { fields: titledFields, notices: titleNotices } = withoutJobTitles(placed, context);
  const { fields: plain, notices: kindNotices } = withoutKindCodes(titledFields, context);
  return {
    fields: withJoins(withIdent(resource, plain, columns, known), columns, context),
    notices: [...zipNotices, ...numberNotices, ...addressNotices, ...titleNotices, ...kindNotices],
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

/** Drops a price that does not say whether it includes the tax, if there is a gross price that is not 0 everywhere. */
function onePrice(
  guessed: Readonly<Record<string, string>>,
  candidates: ReadonlyMap<string, Candidate>,
  { values }: GuessContext,
): Readonly<Record<string, string>> {
  const { article_price: price, article_price_total: gross, ...others } = guessed;
  const isUnclear = candidates.get('article_price')?.rank === unmarkedRank;
  if (!isUnclear || price === undefined || gross === undefined) return guessed;
  const prices = values(gross);
  const isZero = prices.length > 0 && prices.every((text) => !/[1-9]/.test(text));
  return { ...others, ...(isZero ? { article_price: price } : { article_price_total: gross }) };
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
    if (known[whole] !== undefined) {
      delete fields[first];
      delete fields[last];
    } else if (isGiven) delete fields[whole];
    else if (isBoth && side === 'bill_' && fields.bill_company === undefined)
      // It has the company, or the first and last name again.
      fields[whole] =
        columns.find((one) => plainWord(one) === 'name' && !Object.values(fields).includes(one)) ??
        fields[whole] ??
        '';
    else if (isBoth) delete fields[whole];
    else if (column !== undefined && candidates.get(single)?.rank === secondRank) {
      fields[whole] = column;
      delete fields[single];
    } else if (column !== undefined) delete fields[whole];
    if (fields[whole] === '') delete fields[whole];
  }
  return fields;
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
