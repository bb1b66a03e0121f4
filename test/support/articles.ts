import { newIdent } from '../../shared/contract/values/idents.ts';
import { storedRows } from './stored.ts';

/** A row as the database gets it when thousands of articles are to be there at once. */
export function articleRow(account: number, articleNumber: string): Readonly<Record<string, unknown>> {
  return {
    account_id: account,
    article_ident: newIdent('art'),
    article_title: 'Tea',
    article_nr: articleNumber,
  };
}

/** The numbers of an account's articles, in their order. */
export async function articleNumbers(account: number): Promise<readonly number[]> {
  const rows = await storedRows('articles', account);
  return rows.map(({ article_nr }) => Number(article_nr)).toSorted((one, other) => one - other);
}

/** Consecutive numbers. */
export function upFrom(start: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => start + index);
}
