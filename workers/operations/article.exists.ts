import { articleExists } from '../../shared/contract/operations/article.exists.ts';
import { done, refused } from '../sets/callOutcome.ts';
import { reads } from '../sets/implementation.ts';
import { recordKey, scopedBy } from '../stores/scope.ts';

export default reads(articleExists, async (calls, { articles }) => {
  const existing = await articles.existing(scopedBy(calls, 'article_ident'));
  return ({ account, input: { article_ident } }) =>
    existing.has(recordKey(account, article_ident)) ? done({ article_ident }) : refused('article_not_found');
});
