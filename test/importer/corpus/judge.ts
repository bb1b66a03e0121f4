import iconv from 'iconv-lite';
import type { Input } from '../../../importer/mapping/mapping.ts';
import { type DryRun, dryRun } from './dryRun.ts';
import { allows, type Expected, type ExpectedRecord } from './expected.ts';
import type { Case } from './readCases.ts';

/**
 * Verdicts on a file, from the best: all is right; stopped with a question, as it should be, or in place of right records; some
 * rows are refused that are right; some columns are not used; a value is wrong, a row is lost, or a record should not be there.
 */
export const verdicts = ['right', 'asked', 'asked instead', 'refused', 'incomplete', 'wrong'] as const;
type Verdict = (typeof verdicts)[number];

export interface Judgement {
  readonly verdict: Verdict;
  readonly details: readonly string[];
}

/** Runs the importer on the file of a case, and compares. */
export async function judge({ words, text, bytes, encoding, extension, expected }: Case): Promise<Judgement> {
  const name = `file.${extension}`;
  return judged(await dryRun(words, name, bytes ?? encoded(text, encoding)), expected);
}

/** Encodes a text; `utf-8 with mark` has a byte order mark. */
function encoded(text: string, encoding: string): Uint8Array {
  const [name = '', mark] = encoding.split(' with ');
  return iconv.encode(text, name, { addBOM: mark !== undefined || name === 'utf-16' });
}

function judged(run: DryRun, { ask, rows }: Expected): Judgement {
  if (run.kind === 'crashed') return { verdict: 'wrong', details: [`crashed: ${run.message}`] };
  if (run.kind === 'unknownOption') return { verdict: 'incomplete', details: [run.message] };
  if (run.kind === 'stopped') {
    const missing = (ask ?? []).filter((text) => !run.message.toLowerCase().includes(text.toLowerCase()));
    const unclear = missing.map((text) => `the question does not name ${text}`);
    return { verdict: ask ? 'asked' : 'asked instead', details: [...unclear, run.message] };
  }
  if (rows === undefined) {
    const all = run.stored.map((input) => `stored: ${shown(input)}`);
    const isRefused = all.length === 0 && run.refused.length > 0;
    return {
      verdict: isRefused ? 'asked' : 'wrong',
      details: [...run.refused.slice(0, 2), ...all.slice(0, 2)],
    };
  }
  return compared(run.stored, run.refused, rows);
}

/** Fields that say where a record comes from: a case lists the ident if it matters. */
const unjudged = new Set(['external_account_name', 'customer_type', 'article_type']);

function compared(
  stored: readonly Input[],
  refused: readonly string[],
  { records, refused: reasons }: NonNullable<Expected['rows']>,
): Judgement {
  const pairs = paired(stored.map(storedValues), records);
  const lost = records.filter((record) => !pairs.some(({ expected }) => expected === record));
  const extra = stored.filter((_, index) => !pairs.some(({ at }) => at === index));
  const unexplained = reasons.filter((reason) => !refused.some((text) => text.includes(reason)));
  const differences = pairs.flatMap(({ values, expected }) => differencesOf(values, expected));
  const wrong = [
    ...differences.filter(({ isMissing }) => !isMissing).map(({ text }) => text),
    ...extra.map((input) => `must not be stored: ${shown(input)}`),
    ...(lost.length > refused.length - reasons.length + unexplained.length
      ? lost.map((record) => `lost: ${nameOf(record)}`)
      : []),
    ...sameIdents(pairs.map(({ values }) => values)),
  ];
  if (wrong.length > 0)
    return { verdict: 'wrong', details: [...wrong, ...refused.map((text) => `refused: ${text}`)] };
  if (lost.length > 0) return { verdict: 'refused', details: refused };
  const missing = differences.map(({ text }) => text);
  const unclear = unexplained.map((reason) => `no reason names ${reason}: ${refused.join(' / ')}`);
  return { verdict: missing.length > 0 ? 'incomplete' : 'right', details: [...missing, ...unclear] };
}

type Values = Readonly<Record<string, string>>;

/** Values that the service stores when a field is not sent. */
const defaults: Values = {
  bill_title: '-1',
  is_business_client: '0',
  divergent_delivery_address: '0',
  article_unit: 'unit_ppu',
  article_price: '0',
  article_tax_rate: '0',
};

function storedValues(input: Input): Values {
  if (input.customer_ident !== undefined)
    return Object.fromEntries(Object.entries(input).map(([field, value]) => [field, String(value)]));
  const { divergent_delivery_address: divergent = '0' } = input;
  const sent = Object.entries(input).filter(
    ([field]) => !unjudged.has(field) && !(String(divergent) === '0' && field.startsWith('delivery_')),
  );
  const isCustomer = Object.keys(input).some(
    (field) => field.startsWith('bill_') || field.startsWith('customer_'),
  );
  const implied = Object.entries(defaults).filter(([field]) => field.startsWith('article_') !== isCustomer);
  return Object.fromEntries([...implied, ...sent.map(([field, value]) => [field, String(value)])]);
}

interface Pair {
  readonly at: number;
  readonly values: Values;
  readonly expected: ExpectedRecord;
}

/** Pairs stored and expected records with the most equal values first. */
function paired(stored: readonly Values[], records: readonly ExpectedRecord[]): readonly Pair[] {
  const possible = stored.flatMap((values, at) =>
    records.map((expected, place) => ({
      at,
      values,
      expected,
      score: equalValues(values, expected),
      gap: Math.abs(at - place),
    })),
  );
  const pairs: Pair[] = [];
  for (const pair of possible.toSorted((one, other) => other.score - one.score || one.gap - other.gap))
    if (pair.score > 0 && !pairs.some(({ at, expected }) => at === pair.at || expected === pair.expected))
      pairs.push(pair);
  return pairs;
}

function equalValues(values: Values, expected: ExpectedRecord): number {
  const telling = Object.entries(expected).filter(
    ([field]) => !(field in defaults) || field === 'article_price',
  );
  return telling.filter(
    ([field, value]) => (values[field] ?? '') !== '' && allows(value, values[field] ?? ''),
  ).length;
}

function differencesOf(values: Values, expected: ExpectedRecord) {
  const fields = new Set([...Object.keys(values), ...Object.keys(expected)]);
  return [...fields].flatMap((field) => {
    const stored = values[field] ?? '';
    const wanted = expected[field];
    if (isImplied(field, stored) && wanted?.allowed.includes('')) return [];
    if (
      wanted ? allows(wanted, stored) : stored === '' || field === 'external_ident' || isDefaultAddress(field)
    )
      return [];
    const isMissing = stored === '' && !(field in defaults);
    const should = wanted ? wanted.allowed.map((value) => JSON.stringify(value)).join(' or ') : 'nothing';
    return [
      { isMissing, text: `${nameOf(expected)}: ${field} is ${JSON.stringify(stored)} instead of ${should}` },
    ];
  });
}

/** A case may list a field as empty that the service then fills: somebody without a title has none. */
function isImplied(field: string, stored: string): boolean {
  return stored === defaults[field] || (field === 'bill_title' && stored === '3');
}

/** Title and country of an address have defaults: a case lists them if they matter. */
function isDefaultAddress(field: string): boolean {
  return field === 'delivery_title' || field === 'delivery_country';
}

function sameIdents(all: readonly Values[]): readonly string[] {
  const idents = all.map(({ external_ident: ident = '' }) => ident).filter((ident) => ident !== '');
  const repeated = new Set(idents.filter((ident, index) => idents.indexOf(ident) < index));
  return [...repeated].map((ident) => `two records have the ident ${ident}`);
}

function nameOf(record: ExpectedRecord): string {
  const telling = [
    'external_ident',
    'customer_nr',
    'article_nr',
    'article_sku',
    'bill_email',
    'bill_company',
    'bill_lastname',
  ];
  const field = [...telling, 'article_title'].find((name) => record[name]?.allowed[0]);
  return (field && record[field]?.allowed[0]) ?? 'a record';
}

function shown(input: Input): string {
  return JSON.stringify(storedValues(input));
}
