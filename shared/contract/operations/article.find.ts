import Type from 'typebox';
import { articleFields, articleReadOnly } from '../resources/article.ts';
import { choice, optional, required } from '../resources/field.ts';
import { beyondFound, findValues, namesFrom } from '../resources/find.ts';
import { importSource } from '../resources/importSource.ts';
import { foundRecord } from '../resources/records.ts';
import { operation } from './operation.ts';

const { article_ident, version, date_updated } = articleReadOnly;

export const foundArticleFields = { ...importSource, ...articleFields, date_updated };

export const articleFind = operation({
  name: 'article.find',
  summary: 'Finds the articles that have given values in one field.',
  kind: 'reads',
  input: {
    by: required(choice(['article_nr', 'article_sku', 'article_ean', 'external_ident', 'article_ident'])),
    values: findValues,
    fields: namesFrom(Object.keys(foundArticleFields) as (keyof typeof foundArticleFields)[]),
    external_account_name: optional(importSource.external_account_name),
    article_type: optional(articleFields.article_type),
  },
  answer: Type.Object({
    articles: Type.Array(foundRecord({ article_ident, version }, foundArticleFields)),
    ...beyondFound,
  }),
  success: 'articles found',
  refusals: [],
  example: { by: 'article_nr', values: ['10001', '10009'], fields: ['article_price'] },
});
