import type { ColumnFacts, Inspection } from '../../rows/inspectColumns.ts';
import { plainWord } from '../values/vocabulary.ts';
import { fieldsByName } from './headerNames.ts';

const maxNamed = 4;
const maxOthers = 2;

/**
 * Returns the columns that most likely have the titles of articles, the best one first: those with a part of such a name, or
 * else those with different words in most rows. `used` are columns of other fields. Without an inspection, only names count.
 */
export function likelyTitles(
  columns: readonly string[],
  used: readonly string[],
  inspection: Inspection | undefined,
): readonly string[] {
  const filled = inspection?.columns.filter(({ filled: rows }) => rows > 0).map(({ name }) => name);
  const named = columns.filter((column) => isNamedTitle(column) && (filled?.includes(column) ?? true));
  if (named.length > 0 || !inspection) return named.slice(0, maxNamed);
  const texts = inspection.columns.filter(
    (facts) => !used.includes(facts.name) && hasTitles(facts, inspection),
  );
  const hinted = texts.filter(({ name }) => titleHint.test(plainWord(name)));
  const most = texts.toSorted((one, other) => other.filled - one.filled);
  return (hinted.length > 0 ? hinted : most).slice(0, maxOthers).map(({ name }) => name);
}

/** Finds columns such as `Titel (DE)` and `name_en`. */
function isNamedTitle(column: string): boolean {
  const names = fieldsByName('articles');
  const isTitle = column
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => names.get(plainWord(word).replace(/\d+$/, ''))?.field === 'article_title');
  return isTitle && !otherName.test(plainWord(column));
}

const otherName = /(?:id|nr|no|nummer|number|code|price|preis|url|image|bild|type|typ|group|gruppe)\d*$/;
const titleHint =
  /nam(?:e|n)|naam|nome?|nazw|nazev|tit[eu]l|bezeichn|benaem|item|articl|artikel|product|produkt|text|descr|beschr|omschr|libell|design/;
/** Names of texts that are not titles. */
const otherText =
  /lieferant|hersteller|supplier|vendor|brand|marke|manufact|fournisseur|fabricant|dostawca|producent|leverancier|fornitore|proveedor|kategor|categor|gruppe|group|famil|status|einheit|unit|lager|regal|url|link|bild|image|foto/;

/** True if at least half of the rows have words, no two of the first ones the same. */
function hasTitles({ name, filled, values, examples }: ColumnFacts, { rows }: Inspection): boolean {
  if (filled * 2 < rows || otherText.test(plainWord(name))) return false;
  const words = examples.filter((text) => /\p{L}{3}/u.test(text) && !/^\S*[@/]\S*$|\d{4}-\d\d/.test(text));
  const isVaried = values === undefined || values.size * 2 > filled;
  return isVaried && words.length > examples.length / 2;
}
