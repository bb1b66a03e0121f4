import { articleCreate } from '../../shared/contract/operations/article.create.ts';
import { articleFields } from '../../shared/contract/resources/article.ts';
import { newRow, numbersFor, repeatedImports } from '../operationHelpers/creating.ts';
import { done, refused } from '../sets/callOutcome.ts';
import { writes } from '../sets/implementation.ts';
import { nowUtc } from '../stores/time.ts';

const columns = ['article_ident', 'external_account_name', ...Object.keys(articleFields)];

export default writes(
  articleCreate,
  async (calls, { articles, numbers, clock }) => {
    const repeated = await repeatedImports(calls, articles);
    const fresh = calls.filter((call) => !repeated.has(call));
    const newNumbers = await numbersFor(fresh, articles, numbers);

    const now = nowUtc(clock);
    await articles.insert(
      fresh.map((call) => newRow(call, columns, now, { article_nr: newNumbers.get(call) })),
    );
    return (call) => {
      const existing = repeated.get(call);
      if (existing) return refused('external_ident_exists', { article_ident: existing });
      return done({ article_ident: call.input.article_ident });
    };
  },
  { isNumbered: ({ article_nr }) => article_nr === '' },
);
