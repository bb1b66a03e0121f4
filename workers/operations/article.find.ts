import { articleFind } from '../../shared/contract/operations/article.find.ts';
import { foundArticles } from '../operationHelpers/answerRecords.ts';
import { asksText, findByValues } from '../operationHelpers/findByValues.ts';
import { reads } from '../sets/implementation.ts';

export default reads(articleFind, (calls, { articles }) =>
  asksText(calls, articles)
    ? articles.inSnapshot((snapshot) => findByValues(calls, snapshot, foundArticles))
    : findByValues(calls, articles, foundArticles),
);
