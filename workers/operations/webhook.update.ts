import type { InputOf } from '../../shared/contract/operations/operation.ts';
import { webhookUpdate } from '../../shared/contract/operations/webhook.update.ts';
import { changedResources, changeKinds } from '../../shared/contract/resources/change.ts';
import { urlProblem } from '../operationHelpers/webhookAddresses.ts';
import { storedNames } from '../operationHelpers/webhookAnswers.ts';
import { done, refused } from '../sets/callOutcome.ts';
import { writes } from '../sets/implementation.ts';
import { recordKey, scopedBy } from '../stores/scope.ts';
import { type NewWebhook, neverFailed, type WebhookChange } from '../stores/webhooks.ts';

type Input = InputOf<typeof webhookUpdate>;

/** The secret in the input is encrypted, as in `webhook.create`. */
export default writes(
  webhookUpdate,
  async (calls, { webhooks, accounts }) => {
    const found = await webhooks.locked(scopedBy(calls, 'webhook_ident'));
    const accountOf = await accounts.withIds(calls.map(({ account }) => account));
    const problemOf = (account: number, { url }: Input) =>
      url && urlProblem(url, { loopback: accountOf(account).is_sandbox === 1 });
    for (const { account, input } of calls) {
      const row = found.get(recordKey(account, input.webhook_ident));
      if (!row || isHeld(row, input) || problemOf(account, input)) continue;
      const { webhook_ident, enabled } = input;
      await webhooks.update(account, webhook_ident, changeOf(input, row));
      if (enabled === 1) await webhooks.enable(account, webhook_ident);
      if (enabled === 0) await webhooks.disable(account, webhook_ident, 'client');
    }
    return ({ account, input }) => {
      const row = found.get(recordKey(account, input.webhook_ident));
      if (!row) return refused('webhook_not_found');
      if (isHeld(row, input)) return refused('webhook_held');
      const why = problemOf(account, input);
      return why
        ? refused('webhook_url_refused', null, { why })
        : done({ webhook_ident: input.webhook_ident });
    };
  },
  { locksRecord: ({ webhook_ident }) => webhook_ident },
);

/** Only the operator undoes what the operator did. */
function isHeld({ disabled_reason }: NewWebhook, { enabled }: Input): boolean {
  return enabled === 1 && disabled_reason === 'operator';
}

function changeOf({ url, resources, kinds, secret }: Input, row: NewWebhook): WebhookChange {
  const sent = {
    ...(url && { url }),
    ...(resources && { resources: newNames(resources, row.resources, changedResources) }),
    ...(kinds && { kinds: newNames(kinds, row.kinds, changeKinds) }),
    ...(secret && { secret }),
  };
  const isNew = (name: keyof typeof sent) => sent[name] !== undefined && sent[name] !== row[name];
  return {
    ...sent,
    // The outcome of an attempt in flight is that of the old settings.
    ...((isNew('url') || isNew('secret')) && { lease: null }),
    // Another receiver, which has not failed.
    ...(isNew('url') && neverFailed),
  };
}

/** Returns the list in the form of the table. All names, as `webhook.read` answers them, leave a list that means all. */
function newNames(names: readonly string[], stored: string, all: readonly string[]): string {
  const list = storedNames(names);
  return stored === '' && list === all.join(',') ? stored : list;
}
