import { webhookList } from '../../shared/contract/operations/webhook.list.ts';
import { webhookAnswer } from '../operationHelpers/webhookAnswers.ts';
import { done } from '../sets/callOutcome.ts';
import { reads } from '../sets/implementation.ts';

export default reads(webhookList, async (calls, { webhooks }) => {
  const lists = await webhooks.list(calls.map(({ account }) => account));
  return ({ account }) => done({ webhooks: (lists.get(account) ?? []).map(webhookAnswer) });
});
