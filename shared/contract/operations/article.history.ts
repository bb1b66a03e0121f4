import Type from 'typebox';
import { articleReadOnly } from '../resources/article.ts';
import { required } from '../resources/field.ts';
import { historyAnswer, historyFields } from '../resources/history.ts';
import { operation } from './operation.ts';

export const articleHistory = operation({
  name: 'article.history',
  summary: 'Lists who changed an article, and what, page by page, the newest change first.',
  kind: 'reads',
  input: { article_ident: required(articleReadOnly.article_ident), ...historyFields },
  refusesOthers: true,
  answer: Type.Object(historyAnswer),
  success: 'article history loaded',
  refusals: ['article_not_found', 'cursor_invalid', 'cursor_expired'],
  messages: {
    cursor_invalid:
      'cursor does not belong to this history: send it unchanged, with the article_ident that it came with',
  },
  example: { article_ident: 'art_01jd2q4z0c8k3v7n5m9x1r6t2w', limit: 50 },
});
