import Type from 'typebox';
import {
  articleFilter,
  articleSorts,
  beyondPage,
  queryError,
  searchedListFields,
} from '../resources/list.ts';
import { listedArticle } from '../resources/records.ts';
import { operation } from './operation.ts';

export const articleList = operation({
  name: 'article.list',
  summary: 'Lists articles, page by page, in order of creation or sorted.',
  kind: 'reads',
  input: searchedListFields(articleFilter, articleSorts),
  refusesOthers: true,
  check: queryError,
  answer: Type.Object({ articles: Type.Array(listedArticle), ...beyondPage }),
  success: 'articles found',
  refusals: ['cursor_invalid', 'cursor_expired'],
  example: { search: 'coffee', limit: 2 },
});
