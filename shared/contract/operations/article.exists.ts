import Type from 'typebox';
import { articleReadOnly } from '../resources/article.ts';
import { required } from '../resources/field.ts';
import { operation } from './operation.ts';

export const articleExists = operation({
  name: 'article.exists',
  summary: 'Checks whether an article exists.',
  kind: 'reads',
  input: { article_ident: required(articleReadOnly.article_ident) },
  answer: Type.Object({ article_ident: Type.String() }),
  success: 'article does exist',
  refusals: ['article_not_found'],
  messages: { article_not_found: 'article does not exist' },
  example: { article_ident: 'art_01jd2q4z0c8k3v7n5m9x1r6t2w' },
});
