import { articleFind } from '../../shared/contract/operations/article.find.ts';
import { foundArticles } from '../operationHelpers/answerRecords.ts';
import { runFind } from '../operationHelpers/findByValues.ts';
import { reads } from '../sets/implementation.ts';

export default reads(articleFind, (calls, stores) =>
  runFind(calls, stores, ({ articles }) => articles, foundArticles),
);
