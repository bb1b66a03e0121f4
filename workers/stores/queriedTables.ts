import { phoneWords, queryWords } from '../../shared/contract/values/queryText.ts';
import type { Row } from './recordTable.ts';

/** Columns of a table that a query searches. */
export interface QueriedTable {
  readonly table: 'customers' | 'articles';
  readonly ident: 'customer_ident' | 'article_ident';
  /** Identifies the table in the index. Never given to another one. */
  readonly code: number;
  /** Columns by how much a match in them counts: names, then numbers and addresses of mail, then the rest. */
  readonly columns: readonly [
    names: readonly string[],
    numbers: readonly string[],
    others: readonly string[],
  ];
  readonly phones: readonly string[];
}

export const queriedTables = {
  customer: {
    table: 'customers',
    ident: 'customer_ident',
    code: 1,
    columns: [
      ['bill_company', 'bill_firstname', 'bill_lastname'],
      ['customer_nr', 'external_ident', 'bill_email'],
      ['bill_street', 'bill_street2', 'bill_zipcode', 'bill_city'],
    ],
    phones: ['bill_phone', 'bill_phone_mobile'],
  },
  article: {
    table: 'articles',
    ident: 'article_ident',
    code: 2,
    columns: [
      ['article_title'],
      ['article_nr', 'article_sku', 'article_ean', 'external_ident'],
      ['article_subtitle'],
    ],
    phones: [],
  },
} as const satisfies Readonly<Record<'customer' | 'article', QueriedTable>>;

/** Words of a record that are searched, each once. */
const maxWords = 64;

/**
 * Separates the three groups of words in the text of a record. Each word has a blank before it and another after it, so that a
 * search finds words, and beginnings of words, in the text.
 */
const groupMark = ' |';

/** Returns the words of a record as one text. */
export function wordsOf(row: Row, { columns, phones }: QueriedTable): string {
  const known = new Set<string>();
  const groups = columns.map((names, index) => {
    const words = names.flatMap((name) => queryWords((row[name] as string | null) ?? ''));
    const numbers =
      index === 1 ? phones.flatMap((name) => phoneWords((row[name] as string | null) ?? '')) : [];
    return [...numbers, ...words].filter((word) => isNew(word, known)).map((word) => ` ${word}`);
  });
  return `${groups.map((words) => words.join('')).join(groupMark)} `;
}

function isNew(word: string, known: Set<string>): boolean {
  if (known.has(word) || known.size >= maxWords) return false;
  known.add(word);
  return true;
}

/** Returns the words of a text of `wordsOf`. */
export function wordsIn(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '' && word !== '|');
}

export interface Match {
  /** 0 for names, 1 for numbers, 2 for others. */
  readonly group: number;
  readonly isWhole: boolean;
}

/** Finds a word, or a word that begins with it, in a text of `wordsOf`. Whole words come first. */
export function findWord(text: string, word: string, isPrefix: boolean): Match | undefined {
  const whole = text.indexOf(` ${word} `);
  const at = whole !== -1 || !isPrefix ? whole : text.indexOf(` ${word}`);
  return at === -1 ? undefined : { group: groupAt(text, at), isWhole: whole !== -1 };
}

function groupAt(text: string, at: number): number {
  const mark = text.indexOf(groupMark);
  if (at < mark) return 0;
  return at < text.indexOf(groupMark, mark + 1) ? 1 : 2;
}
