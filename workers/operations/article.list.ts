import { articleList } from '../../shared/contract/operations/article.list.ts';
import { listedArticle as schema } from '../../shared/contract/resources/records.ts';
import { listedArticle } from '../operationHelpers/answerRecords.ts';
import { minBytesOf, runLists } from '../operationHelpers/lists/runLists.ts';
import { reads } from '../sets/implementation.ts';
import { listTables } from '../stores/lists/listTable.ts';

const table = listTables.article;
const minBytes = minBytesOf(schema);

export default reads(articleList, (calls, { articles, cursorKeys, clock }) =>
  runLists(calls, {
    table,
    cursorKeys,
    clock,
    inSnapshot: (work) =>
      articles.inSnapshot((snapshot) =>
        work({
          table,
          minBytes,
          lists: snapshot.lists,
          recordOf: listedArticle,
          read: (wanted) => snapshot.read(wanted),
          texts: snapshot,
        }),
      ),
  }),
);
