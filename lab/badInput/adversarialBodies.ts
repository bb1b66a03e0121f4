import { type Drawing, drawing } from '../../test/support/random.ts';

/** A part of a body: a text that is repeated until it fills its share of the body. */
interface Gene {
  /** The repeated part, such as `text one mark` or `names escaped`. */
  readonly family: string;
  readonly field: string;
  readonly share: number;
}

/** Describes a body that may be slow to parse. The genetic search of delaySearch.ts changes it and combines it with others. */
export interface Genome {
  readonly method: string;
  /** Number of entries of a batch; 0 is a single call. */
  readonly entries: number;
  readonly hasKey: boolean;
  readonly genes: readonly Gene[];
}

const singleBytes = 1_048_576;
const batchBytes = 8_388_608;

/** Parts that texts repeat, as JSON between quotes. */
const texts: Readonly<Record<string, string>> = {
  'marks of two classes': '̣́',
  'thirty marks and a letter': `a${'̣́'.repeat(15)}`,
  'one mark': '̣',
  'escaped marks': '\\u0301\\u0323',
  'decomposed letters': 'ö',
  'letters of three marks': 'ᾂ',
  jamo: '각',
  ascii: 'x',
  umlauts: 'ü',
  emoji: '😀',
  'escaped emoji': '\\ud83d\\ude00',
  'lone surrogates': '\\ud83d',
  NUL: '\\u0000',
  blanks: ' ',
  'wide blanks': '　',
  'a blank and a letter': ' x',
  'line feeds': '\\r\\n',
  tabs: '\\t',

  controls: '\\u0001',
  'raw controls': '',
  'controls and letters': 'x',
  escapes: '\\"',

  digits: '1',
  zeros: '0',
  'digits cut short': `${'1'.repeat(199)}a`,
  exponents: '1e1',
  points: '1.',

  'exponents and digits': `1e${'1'.repeat(99)}`,
  hyphens: '-1',
  'percent signs': '%',
  commas: ', 1',
};
const numbers: Readonly<Record<string, string>> = {
  'long whole': '1',
  'zeros behind the point': '0.0',
  'long fraction': '1.1',
  'long exponent': '1e0',
};
/** Parts that lists repeat. */
const lists: Readonly<Record<string, string>> = {
  'small numbers': '1,',
  'hundredth powers': '1e100,',
  'long powers': '1e0000100,',
  'empty arrays': '[],',
  'empty objects': '{},',
  'short texts': '"",',
  'escaped names': '{"\\u0061":1},',
  'digits of 199': `${'1'.repeat(199)},`,
  'names of digits': '{"1":1},',
  blanks: '1                                        ,',
};
const deep: Readonly<Record<string, readonly [string, string]>> = {
  arrays: ['[', ']'],
  objects: ['{"a":', '}'],
  'escaped objects': ['{"\\u0061":', '}'],
  'never closed': ['[', ''],
  'arrays of objects': ['[{"a":', '}]'],
  'spaced arrays': ['[ \n', '] '],
};
/** Names of members, different by their number. */
const names: Readonly<Record<string, (index: number) => string>> = {
  short: (index) => index.toString(36),
  digits: (index) => String(index),
  escaped: (index) => `\\u0061${index.toString(36)}`,
  'long ones': (index) => `${index}${'x'.repeat(10_000)}`,
  'nearly forbidden': (index) => `__prot\\u006${index % 10}__${index}`,
  'the same': () => 'bill_city',
  marks: (index) => `${index}${'\u0301'.repeat(100)}`,
};

const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  'customer.create': [
    'user_note',
    'bill_city',
    'bill_country',
    'term_of_credit',
    'public_authority_id',
    'date_created',
    'account_number',
    'address_data',
    'nope',
  ],
  'customer.update': ['customer_ident', 'validate', 'user_note', 'bill_email', 'address_data'],
  'article.create': [
    'article_title',
    'article_description',
    'article_price',
    'article_tax_rate',
    'article_unit',
    'sales',
    'nope',
  ],
  'article.read': ['article_ident', 'article_identifier', 'article_sku'],
  'address.create': ['customer_ident', 'delivery_city', 'delivery_title'],
};
const methods = Object.keys(fieldsOf);
const entryCounts = [0, 0, 1, 8, 120, 1_000];

export const families: readonly string[] = [
  ...Object.keys(texts).map((name) => `text ${name}`),
  ...Object.keys(numbers).map((name) => `number ${name}`),
  ...Object.keys(lists).map((name) => `list ${name}`),
  ...Object.keys(deep).map((name) => `nesting ${name}`),
  ...Object.keys(names).map((name) => `names ${name}`),
  'faults',
  'name',
  'elements',
];

/** The members of a body that a gene describes, of about `bytes` bytes. */
function membersOf({ family, field }: Gene, bytes: number): string {
  const [kind, ...words] = family.split(' ');
  const name = words.join(' ');
  const fill = (unit: string) => unit.repeat(Math.max(Math.floor(bytes / Buffer.byteLength(unit)), 1));
  if (kind === 'text') return `"${field}":"${fill(texts[name] as string)}"`;
  if (kind === 'number')
    return `"${field}":${(numbers[name] as string) + fill((numbers[name] as string).slice(-1))}`;
  if (kind === 'list') return `"${field}":[${fill(lists[name] as string)}1]`;
  if (kind === 'elements') return `"${field}":[${fill('{"method":1},')}1]`;
  if (kind === 'name') return `"${fill('\\u0061')}":1`;
  if (kind === 'faults')
    return Array.from({ length: Math.floor(bytes / 12) }, (_, index) => `"${index.toString(36)}":[]`).join();
  if (kind === 'names') return namesOf(names[name] as (index: number) => string, bytes);
  const [open, close] = deep[name] as readonly [string, string];
  const depth = Math.floor(bytes / (open.length + close.length));
  return `"${field}":${open.repeat(depth)}1${close.repeat(depth)}`;
}

function namesOf(name: (index: number) => string, bytes: number): string {
  const members: string[] = [];
  for (let left = bytes; left > 0; left -= (members.at(-1) as string).length + 1)
    members.push(`"${name(members.length)}":1`);
  return members.join();
}

/** The body, of the largest size that is accepted. */
export function bodyOf({ method, entries, genes }: Genome): string {
  const room = entries === 0 ? singleBytes - 1_000 : Math.floor((batchBytes - 1_000) / entries) - 100;
  const total = genes.reduce((sum, { share }) => sum + share, 0);
  const data = `{${genes.map((gene) => membersOf(gene, Math.floor((room * gene.share) / total) - 100)).join()}}`;
  if (entries === 0) return data;
  return `{"operations":[${Array.from({ length: entries }, () => `{"method":"${method}","data":${data}}`).join()}]}`;
}

/** A body with one family only, in a field that accepts it. */
export function pure(family: string, entries: number): Genome {
  const method = family.startsWith('number') ? 'article.create' : 'customer.create';
  const field = family.startsWith('number')
    ? 'article_price'
    : family.startsWith('text')
      ? 'user_note'
      : 'address_data';
  const isList = family === 'elements';
  return {
    method,
    entries,
    hasKey: true,
    genes: [{ family, field: isList ? 'operations' : field, share: 1 }],
  };
}

export function randomGenome(seed: number): Genome {
  const draw = drawing(seed);
  const method = draw.one(methods);
  const genes = Array.from({ length: 1 + draw.below(4) }, () => randomGene(draw, method));
  return { method, entries: draw.one(entryCounts), hasKey: draw.below(2) === 0, genes };
}

function randomGene(draw: Drawing, method: string): Gene {
  return { family: draw.one(families), field: draw.one(fieldsOf[method] ?? []), share: 1 + draw.below(9) };
}

/** Combines two bodies: genes of both, one of them changed. */
export function crossed(draw: Drawing, one: Genome, other: Genome): Genome {
  const { method } = draw.one([one, other]);
  const inherited = [...one.genes, ...other.genes].filter(() => draw.below(2) === 0).slice(0, 5);
  const changed = inherited.map((gene) =>
    draw.below(3) === 0 ? { ...gene, share: 1 + draw.below(9) } : gene,
  );
  const genes =
    draw.below(2) === 0 || changed.length === 0 ? [...changed, randomGene(draw, method)] : changed;
  const entries = draw.below(4) === 0 ? draw.one(entryCounts) : draw.one([one, other]).entries;
  return { method, entries, hasKey: draw.one([one, other]).hasKey, genes };
}
