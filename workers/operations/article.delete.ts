import { articleDelete } from '../../shared/operations/article.delete.ts';
import { writes } from '../sets/implementation.ts';
import { done, refused } from '../sets/outcome.ts';
import { recordKey } from '../stores/scope.ts';

export default writes(
  articleDelete,
  async (calls, { articles }) => {
    const removed = await articles.remove(
      calls.map(({ account, input }) => ({ account, value: input.article_ident })),
    );
    return ({ account, input }) =>
      removed.has(recordKey(account, input.article_ident)) ? done(null) : refused('article_not_found');
  },
  { changes: ({ article_ident }) => article_ident },
);
