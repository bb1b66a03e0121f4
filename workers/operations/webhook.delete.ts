import { webhookDelete } from '../../shared/contract/operations/webhook.delete.ts';
import { done, refused } from '../sets/callOutcome.ts';
import { writes } from '../sets/implementation.ts';
import { recordKey, scopedBy } from '../stores/scope.ts';

export default writes(
  webhookDelete,
  async (calls, { webhooks }) => {
    const found = await webhooks.locked(scopedBy(calls, 'webhook_ident'));
    const removed = calls.filter(({ account, input }) => found.has(recordKey(account, input.webhook_ident)));
    for (const { account, input } of removed) await webhooks.remove(account, input.webhook_ident);
    return (call) => (removed.includes(call) ? done(null) : refused('webhook_not_found'));
  },
  { locksRecord: ({ webhook_ident }) => webhook_ident },
);
