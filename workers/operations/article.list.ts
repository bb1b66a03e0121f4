import { articleList } from '../../shared/contract/operations/article.list.ts';
import { listedArticle as schema } from '../../shared/contract/resources/records.ts';
import { listedArticle } from '../operationHelpers/answerRecords.ts';
import { minBytesOf, runLists } from '../operationHelpers/lists/runLists.ts';
import { reads } from '../sets/implementation.ts';
import { listTables } from '../stores/lists/listTable.ts';

const listed = {
  table: listTables.article,
  minBytes: minBytesOf(schema),
  recordOf: listedArticle,
};

export default reads(articleList, (calls, { articles: store, cursorKeys, clock }) =>
  runLists(calls, { ...listed, store, cursorKeys, clock }),
);
