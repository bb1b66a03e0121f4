import Type from 'typebox';
import { articleFields, articleReadOnly } from '../resources/article.ts';
import { choice, emptyIsUnsent } from '../resources/field.ts';
import { articleRecord } from '../resources/records.ts';
import { missingLookup } from '../resources/request.ts';
import { operation } from './operation.ts';

export const articleLookup = {
  ident: 'article_ident',
  identifier: 'article_identifier',
  fields: { sku: 'article_sku', ean: 'article_ean' },
} as const;

export const articleRead = operation({
  name: 'article.read',
  summary: 'Reads an article by its ident, or articles by their SKU or EAN.',
  kind: 'reads',
  input: {
    article_ident: articleReadOnly.article_ident,
    article_identifier: emptyIsUnsent(choice(['sku', 'ean'])),
    article_sku: emptyIsUnsent(articleFields.article_sku),
    article_ean: emptyIsUnsent(articleFields.article_ean),
  },
  lookup: articleLookup,
  check: (input) => missingLookup(articleLookup, input),
  answer: Type.Intersect([
    articleRecord,
    /**
     * Present only if several articles have the SKU or EAN. `articles` has the oldest, at most 100 and 512 KiB; `count` is of
     * all.
     */
    Type.Object({ articles: Type.Optional(Type.Array(articleRecord)), count: Type.Optional(Type.Integer()) }),
  ]),
  success: 'read article with ident: <article_ident>',
  refusals: ['article_not_found'],
  example: { article_ident: 'art_01jd2q4z0c8k3v7n5m9x1r6t2w' },
});
