import Type from 'typebox';
import type { Fault } from '../refusals.ts';
import { articleFields, articleReadOnly } from '../resources/article.ts';
import { emptyIsUnsent } from '../resources/empty.ts';
import { choice } from '../resources/field.ts';
import { articleRecord } from '../resources/records.ts';
import { operation } from './operation.ts';

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
  check: whatToRead,
  answer: Type.Intersect([
    articleRecord,
    /** Only when a SKU or EAN has several articles: the oldest ones first, at most 100 and 512 KiB of them; `count` is of all. */
    Type.Object({ articles: Type.Optional(Type.Array(articleRecord)), count: Type.Optional(Type.Integer()) }),
  ]),
  success: 'read article with ident: <article_ident>',
  refusals: { article_not_found: 'article not found' },
  example: { article_ident: 'art_01jd2q4z0c8k3v7n5m9x1r6t2w' },
});

/** An ident, or the choice of SKU or EAN and the one that was chosen (spec section 4, "Articles"). */
function whatToRead(input: {
  article_ident?: string;
  article_identifier?: 'sku' | 'ean';
  article_sku?: string;
  article_ean?: string;
}): Fault | undefined {
  if (input.article_ident) return undefined;
  const field = input.article_identifier ? (`article_${input.article_identifier}` as const) : 'article_ident';
  return input[field] ? undefined : { field, code: 'field_required', message: `${field} not set` };
}
