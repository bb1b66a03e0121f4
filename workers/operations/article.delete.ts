import { articleDelete } from '../../shared/contract/operations/article.delete.ts';
import { removeRecords } from '../operationHelpers/removing.ts';
import { writes } from '../sets/implementation.ts';

export default writes(
  articleDelete,
  (calls, { articles, historyWriter, clock }) =>
    removeRecords(calls, articles, 'article_not_found', { historyWriter, clock }),
  { locksRecord: ({ article_ident }) => article_ident },
);
