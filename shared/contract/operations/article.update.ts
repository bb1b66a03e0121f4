import { articleFields, articleReadOnly } from '../resources/article.ts';
import { allOptional, emptyNumber, ifVersion, nameOf, notEmpty, required } from '../resources/field.ts';
import { updateAnswerOf } from '../resources/records.ts';
import { operation } from './operation.ts';

export const articleUpdate = operation({
  name: 'article.update',
  summary: 'Changes the sent fields of an article.',
  kind: 'writes',
  input: {
    article_ident: required(articleReadOnly.article_ident),
    if_version: ifVersion,
    validate: nameOf(articleFields),
    ...allOptional(articleFields),
    // An article requires a title on creation, so an update can't remove it.
    article_title: notEmpty(articleFields.article_title, 'is required'),
    article_nr: notEmpty(articleFields.article_nr, emptyNumber),
  },
  answer: updateAnswerOf('article_ident', articleFields),
  success: 'article updated',
  refusals: ['article_not_found', 'record_changed', 'value_exists', 'external_ident_exists'],
  example: { article_ident: 'art_01jd2q4z0c8k3v7n5m9x1r6t2w', article_price: 13.5 },
});
