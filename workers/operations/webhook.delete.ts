import { webhookDelete } from '../../shared/contract/operations/webhook.delete.ts';
import { done, refused } from '../sets/callOutcome.ts';
import { writes } from '../sets/implementation.ts';
import { recordKey, scopedBy } from '../stores/scope.ts';

export default writes(
  webhookDelete,
  async (calls, { webhooks }) => {
    const found = await webhooks.locked(scopedBy(calls, 'webhook_ident'));
    for (const { account_id, webhook_ident } of found.values())
      await webhooks.remove(account_id, webhook_ident);
    return ({ account, input }) =>
      found.has(recordKey(account, input.webhook_ident)) ? done(null) : refused('webhook_not_found');
  },
  { locksRecord: ({ webhook_ident }) => webhook_ident },
);
