/** Finds places of the page by words. Independent of browsers. */

export const synonyms = {
  pagination: ['cursor'],
  paging: ['cursor'],
  offset: ['cursor'],
  retry: ['repeat'],
  retries: ['repeat'],
  throttling: ['rate limit'],
  quota: ['rate limit'],
  authentication: ['signature'],
  authorization: ['signature'],
  token: ['api secret'],
  'api key': ['api secret'],
  webhook: ['changes.list'],
  events: ['changes.list'],
  bulk: ['batch'],
  etag: ['if_version'],
  optimistic: ['if_version'],
  upsert: ['external_ident'],
  timezone: ['time zone'],
  vat: ['tax'],
  currency: ['price'],
  money: ['price'],
  rounding: ['decimals'],
  duplicate: ['external_ident_exists', 'idempotency-key'],
  product: ['article'],
  sdk: ['counterfoil-client'],
};

export const maxShown = 40;

/**
 * Entries are `{ name, section, text }`, each a heading, a row about a field or a code, or a text. All words of the query are
 * in a match. The order is: names that equal the query, begin with it, contain it; then headings; then texts.
 */
export function findEntries(entries, query) {
  const wanted = query.toLowerCase().trim();
  if (wanted === '') return { found: [], words: [] };
  const exact = matching(
    entries,
    wanted,
    wanted.split(/\s+/).map((word) => [word]),
  );
  const alternatives = alternativesOf(wanted);
  if (!alternatives) return exact;
  if (exact.found.length === 0) return matching(entries, wanted, alternatives);
  return matching(entries, wanted, withOwn(alternatives, wanted));
}

/** Returns undefined if the page has no other words for any of the query. */
function alternativesOf(wanted) {
  if (Object.hasOwn(synonyms, wanted)) return [synonyms[wanted]];
  const words = wanted.split(/\s+/);
  if (!words.some((word) => Object.hasOwn(synonyms, word))) return undefined;
  return words.map((word) => (Object.hasOwn(synonyms, word) ? synonyms[word] : [word]));
}

function withOwn(alternatives, wanted) {
  const words = alternatives.length === 1 ? [wanted] : wanted.split(/\s+/);
  return alternatives.map((own, index) => [...new Set([words[index], ...own])]);
}

/** `groups` has the alternatives of each word of the query. */
function matching(entries, wanted, groups) {
  const ranked = [];
  for (const [index, entry] of entries.entries()) {
    const haystack = `${entry.name}\n${entry.section}\n${entry.text}`.toLowerCase();
    if (!groups.every((words) => words.some((word) => haystack.includes(word)))) continue;
    ranked.push({ entry, index, rank: rankOf(entry, wanted, groups) });
  }
  ranked.sort((one, other) => other.rank - one.rank || one.index - other.index);
  return { found: ranked.map(({ entry }) => entry), words: groups.flat() };
}

function rankOf({ name, isHeading, isDefinition }, wanted, groups) {
  const own = keyOf(name);
  const key = keyOf(wanted);
  const bonus = (isHeading ? 2 : 0) + (isDefinition ? 1 : 0);
  if (own === '') return 0;
  if (own === key) return 40 + bonus;
  if (own.startsWith(key)) return 30 + bonus;
  if (own.includes(key)) return 20 + bonus;
  return groups.some((words) => words.some((word) => own.includes(keyOf(word)))) ? 10 + bonus : 0;
}

/** `bill email`, `bill_email` and `Bill-Email` are equal. */
function keyOf(text) {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

const lettersBefore = 60;
const maxLetters = 180;

/** Part of a text around the first match, in pieces: every second piece is a match. */
export function excerpt(text, words) {
  const escaped = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(
    `(${escaped.toSorted((one, other) => other.length - one.length).join('|')})`,
    'gi',
  );
  const start = Math.max(0, text.search(pattern) - lettersBefore);
  const end = start + maxLetters;
  const part = `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
  return part.split(pattern);
}
