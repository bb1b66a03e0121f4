import { articlePut } from '../../shared/contract/operations/article.put.ts';
import { insertArticles } from '../operationHelpers/creating.ts';
import { isNumberedPut, putKey, runPuts } from '../operationHelpers/putting.ts';
import { writeUpdates } from '../operationHelpers/updating.ts';
import { refused } from '../sets/callOutcome.ts';
import { writes } from '../sets/implementation.ts';
import { articleTable } from '../stores/articles.ts';

export default writes(
  articlePut,
  (calls, { articles, numbers, claims, historyWriter, clock }) =>
    runPuts(
      calls,
      { store: articles, numbers, claims, clock },
      {
        update: ({ accepted }) => writeUpdates(accepted, articles, historyWriter),
        insert: (creates) => insertArticles(creates, { articles, numbers, clock }),
        refusalOfCreate: ({ article_title }) =>
          article_title === undefined ? refused('article_not_found') : undefined,
      },
    ),
  {
    locksRecord: (input) => putKey(input, articleTable),
    isNumbered: (input) => isNumberedPut(input, articleTable),
    findsRecord: true,
  },
);
