import { articleUpdate } from '../../shared/contract/operations/article.update.ts';
import { isScan, validatesNumber } from '../operationHelpers/updateRules.ts';
import { prepareUpdates, updateOutcomes, writeUpdates } from '../operationHelpers/updating.ts';
import { writes } from '../sets/implementation.ts';
import { articleTable } from '../stores/articles.ts';

export default writes(
  articleUpdate,
  async (calls, { articles, numbers, claims, historyWriter, clock }) => {
    const prepared = await prepareUpdates(calls, { store: articles, numbers, claims, clock });
    await writeUpdates(prepared.accepted, articles, historyWriter);
    return updateOutcomes(prepared, articles);
  },
  {
    locksRecord: ({ article_ident }) => article_ident,
    isNumbered: (input) => validatesNumber(input, articleTable),
    isExpensive: (input) => isScan(input, articleTable),
  },
);
