import { articleRead } from '../../../../shared/contract/operations/article.read.ts';
import type { InputOf } from '../../../../shared/contract/operations/operation.ts';
import { type Answer, refusalReply, successReply } from '../../../../shared/wire/envelope.ts';
import type { Database } from '../../../../workers/database/database.ts';
import { articleRecord } from '../../../../workers/operationHelpers/answerRecords.ts';
import type { PeerCall } from './call.ts';

/** Reads the article, its account's time zone and its sales in one statement, whose text is built once. */
const select = `
  SELECT articles.*, accounts.time_zone, COALESCE(article_sales.quantity, 0) AS sold
  FROM articles JOIN accounts ON accounts.id = articles.account_id
  LEFT JOIN article_sales ON article_sales.account_id = articles.account_id
    AND article_sales.article_ident = articles.article_ident
  WHERE articles.account_id = ? AND articles.article_ident = ?`;

export function readArticle(database: Database) {
  return async ({ account, input }: PeerCall): Promise<Answer> => {
    const { article_ident = '' }: InputOf<typeof articleRead> = input;
    const [[row]] = await database.raw(select, [account, article_ident]);
    if (!row) return refusalReply(articleRead, 'article_not_found');
    return successReply(articleRead, articleRecord(row));
  };
}
