import type { Answer } from '../../../../shared/wire/envelope.ts';
import type { Database } from '../../../../workers/database/database.ts';
import type { LoadMethod } from '../../data/scenarios.ts';
import { createArticle } from './articleCreate.ts';
import { readArticle } from './articleRead.ts';
import type { PeerCall } from './call.ts';
import { createCustomer } from './customerCreate.ts';
import { updateCustomer } from './customerUpdate.ts';
import { writing } from './writing.ts';

/** Runs calls one by one, as every peer does: reads on a connection, writes in a transaction of their own. */
export function operations(database: Database): (call: PeerCall) => Promise<Answer> {
  const runs: Record<LoadMethod, (call: PeerCall) => Promise<Answer>> = {
    'article.create': writing(database, createArticle),
    'article.read': readArticle(database),
    'customer.create': writing(database, createCustomer),
    'customer.update': writing(database, updateCustomer),
  };
  return (call) => runs[call.method](call);
}
