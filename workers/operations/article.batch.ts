import { articleBatch } from '../../shared/contract/operations/article.batch.ts';
import { type AtomicParts, runsAtomically } from '../operationHelpers/atomicBatch.ts';
import articleCreate from './article.create.ts';
import articleDelete from './article.delete.ts';
import articlePut from './article.put.ts';
import articleUpdate from './article.update.ts';

const parts: AtomicParts<'article'> = {
  'article.create': articleCreate,
  'article.delete': articleDelete,
  'article.put': articlePut,
  'article.update': articleUpdate,
};

export default runsAtomically(articleBatch, parts, ({ articles }) => [articles]);
