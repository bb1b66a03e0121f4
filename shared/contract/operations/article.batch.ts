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
  example: { entries: [{ method: 'article.create', input: {} }] },
});
