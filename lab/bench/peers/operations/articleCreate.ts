import { articleCreate } from '../../../../shared/contract/operations/article.create.ts';
import type { InputOf } from '../../../../shared/contract/operations/operation.ts';
import { articleFields } from '../../../../shared/contract/resources/article.ts';
import { refusalReply, successReply } from '../../../../shared/wire/envelope.ts';
import { nowUtc } from '../../../../workers/stores/time.ts';
import type { PeerCall } from './call.ts';
import { imported } from './imported.ts';
import { numberedInsert } from './numbers.ts';
import type { Write } from './writing.ts';

const own = ['account_id', 'article_ident', 'external_ident', 'external_account_name', 'date_updated'];
const insert = numberedInsert('article', [...own, 'created_by', ...Object.keys(articleFields)]);

export function createArticle({ account, app, method, input }: PeerCall): Write {
  const article: InputOf<typeof articleCreate> = input;
  const { article_ident, article_type } = article;
  return {
    reply: successReply(articleCreate, { article_ident }),
    effect: async (transaction) => {
      const existing = await imported(transaction, 'article', account, article_type, article);
      if (existing)
        return {
          refusal: refusalReply(articleCreate, 'external_ident_exists', { article_ident: existing }),
        };
      const now = nowUtc(Date);
      await insert(transaction, {
        ...article,
        account_id: account,
        external_ident: article.external_ident || null,
        date_created: article.date_created ?? now,
        date_updated: now,
        created_by: `${method} ${app}`,
      });
      return { changes: [`created article ${article_ident}`] };
    },
  };
}
