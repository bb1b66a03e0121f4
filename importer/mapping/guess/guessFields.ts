import type { FieldRule, FieldRules } from '../rules/mappingFile.ts';
import { fieldsOf, type Resource } from '../rules/resourceFields.ts';
import { plainWord } from '../values/vocabulary.ts';
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
  return {
    fields: withHouseNumbers(withIdent(resource, onePrice(guessed, candidates), columns, known), columns),
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
    return resource === 'customers' ? { field: 'bill_vat_nr', rank: 0 } : nothing;
  const amount = resource === 'articles' ? amountColumn(column, currency) : undefined;
  if (amount) return isEmpty(column) ? nothing : amount;
  return fieldsByName(resource).get(plainWord(column)) ?? nothing;
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

/** Joins house numbers to the street: some programs have a column for them. */
function withHouseNumbers(rules: Readonly<Record<string, string>>, columns: readonly string[]): FieldRules {
  const numbers = new Map(columns.map((column) => [houseNumberPrefix(column), column]));
  const joined = Object.entries(rules).map(([field, column]): [string, FieldRule] => {
    const number = field.endsWith('_street') ? numbers.get(streetPrefix(column)) : undefined;
    return [field, number === undefined || number === column ? column : { join: [column, number] }];
  });
  return Object.fromEntries(joined);
}

/** `Liefer-Hausnummer` goes with `Liefer-Straße`. */
function houseNumberPrefix(column: string): string | undefined {
  return /^(.*?)(?:hausnummer|hausnr|hnr|housenumber)$/.exec(plainWord(column))?.[1];
}

function streetPrefix(column: string): string {
  return plainWord(column).replace(/(?:strasse|str|street|adresse|address|anschrift)\d?$/, '');
}
