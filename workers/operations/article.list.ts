import { articleList } from '../../shared/contract/operations/article.list.ts';
import { listedArticle as schema } from '../../shared/contract/resources/records.ts';
import { listedArticle } from '../operationHelpers/answerRecords.ts';
import { minBytesOf, runLists } from '../operationHelpers/lists/runLists.ts';
import { reads } from '../sets/implementation.ts';
import type { Stores } from '../stores/stores.ts';

const listed = {
  storeOf: ({ articles }: Stores) => articles,
  minBytes: minBytesOf(schema),
  recordOf: listedArticle,
};

export default reads(articleList, (calls, stores) => runLists(calls, stores, listed));
