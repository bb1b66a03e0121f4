import { articleDelete } from '../../shared/contract/operations/article.delete.ts';
import { removeRecords } from '../operationHelpers/removing.ts';
import { writes } from '../sets/implementation.ts';

export default writes(
  articleDelete,
  (calls, { articles, historyWriter, clock }) => removeRecords(calls, articles, { historyWriter, clock }),
  { locksRecord: ({ article_ident }) => article_ident },
);
