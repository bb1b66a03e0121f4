import Type from 'typebox';
import { atomicEntries } from '../resources/atomicEntries.ts';
import { operation } from './operation.ts';

export const articleBatch = operation({
  name: 'article.batch',
  summary: 'Runs the entries of an atomic batch that writes articles.',
  kind: 'writes',
  input: { entries: atomicEntries },
  answer: Type.Null(),
  success: 'batch finished',
  refusals: [],
  example: {
    entries: [
      {
        method: 'article.update',
        input: { article_ident: 'art_01jd2q4z0c8k3v7n5m9x1r6t2w', article_price: 13.5 },
      },
    ],
  },
});
