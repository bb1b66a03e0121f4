import { articleCreate } from '../../shared/contract/operations/article.create.ts';
import { insertArticles, repeatedImports } from '../operationHelpers/creating.ts';
import { done, refused } from '../sets/callOutcome.ts';
import { writes } from '../sets/implementation.ts';

export default writes(
  articleCreate,
  async (calls, { articles, numbers, clock }) => {
    const repeated = await repeatedImports(calls, articles);
    await insertArticles(
      calls.filter((call) => !repeated.has(call)),
      { articles, numbers, clock },
    );
    return (call) => {
      const existing = repeated.get(call);
      if (existing) return refused('external_ident_exists', { article_ident: existing });
      return done({ article_ident: call.input.article_ident });
    };
  },
  { isNumbered: ({ article_nr }) => article_nr === '' },
);
