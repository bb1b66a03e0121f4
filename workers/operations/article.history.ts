import { articleHistory } from '../../shared/contract/operations/article.history.ts';
import { readHistories } from '../operationHelpers/historyReads.ts';
import { reads } from '../sets/implementation.ts';

export default reads(articleHistory, (calls, stores) => readHistories(calls, stores, stores.articles));
