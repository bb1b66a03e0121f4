import Type from 'typebox';
import { articleReadOnly } from '../resources/article.ts';
import { ifVersion, required } from '../resources/field.ts';
import { operation } from './operation.ts';

export const articleDelete = operation({
  name: 'article.delete',
  summary: 'Deletes an article.',
  kind: 'writes',
  input: { article_ident: required(articleReadOnly.article_ident), if_version: ifVersion },
  answer: Type.Null(),
  success: 'article deleted',
  refusals: ['article_not_found', 'record_changed'],
  example: { article_ident: 'art_01jd2q4z0c8k3v7n5m9x1r6t2w' },
});
