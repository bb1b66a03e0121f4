import Type from 'typebox';
import { articleFields } from '../resources/article.ts';
import { allOptional, emptyNumber, notEmpty } from '../resources/field.ts';
import { importSource } from '../resources/importSource.ts';
import { missingKey, putResult } from '../resources/put.ts';
import { operation } from './operation.ts';

export const articlePut = operation({
  name: 'article.put',
  summary:
    'Creates an article, or changes the sent fields of the one with the same external ident or number.',
  kind: 'writes',
  input: {
    ...importSource,
    ...allOptional(articleFields),
    // An article requires a title on creation, so an update can't remove it.
    article_title: notEmpty(articleFields.article_title, 'is required'),
    article_nr: notEmpty(articleFields.article_nr, emptyNumber),
  },
  refusesOthers: true,
  check: (input) => missingKey(input, 'article_nr'),
  assigns: { article_ident: 'art' },
  answer: Type.Object({ article_ident: Type.String(), result: putResult }),
  success: 'article put',
  refusals: ['article_not_found', 'number_repeats', 'external_ident_exists'],
  messages: { article_not_found: 'article not found: send article_title to create it' },
  example: {
    external_ident: '4712',
    article_type: 'shop',
    article_title: 'Coffee beans',
    article_price: 12,
  },
});
