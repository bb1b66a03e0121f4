import Type from 'typebox';
import { articleFields } from '../resources/article.ts';
import { required } from '../resources/field.ts';
import { importSource } from '../resources/importSource.ts';
import { operation } from './operation.ts';

export const articleCreate = operation({
  name: 'article.create',
  summary: 'Creates an article.',
  kind: 'writes',
  input: {
    ...importSource,
    ...articleFields,
    article_title: required(articleFields.article_title, 'is required'),
  },
  assigns: { article_ident: 'art' },
  answer: Type.Object({ article_ident: Type.String() }),
  success: 'article created',
  refusals: ['external_ident_exists'],
  example: {
    article_title: 'Coffee beans',
    article_unit: 'unit_kg',
    article_price: 12,
    article_tax_rate: 19,
  },
});
