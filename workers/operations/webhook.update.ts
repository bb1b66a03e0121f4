import type { InputOf } from '../../shared/contract/operations/operation.ts';
import { webhookUpdate } from '../../shared/contract/operations/webhook.update.ts';
import { urlProblem } from '../operationHelpers/webhookAddresses.ts';
import { storedNames } from '../operationHelpers/webhookAnswers.ts';
import { done, refused } from '../sets/callOutcome.ts';
import { writes } from '../sets/implementation.ts';
import { recordKey, scopedBy } from '../stores/scope.ts';
import { nowUtc } from '../stores/time.ts';
import type { NewWebhook, WebhookChange } from '../stores/webhooks.ts';

type Input = InputOf<typeof webhookUpdate>;

/** The secret in the input is encrypted, as in `webhook.create`. */
export default writes(
  webhookUpdate,
  async (calls, { webhooks, accounts, clock }) => {
    const found = await webhooks.locked(scopedBy(calls, 'webhook_ident'));
    const settings = await accounts.withIds(calls.map(({ account }) => account));
    const problemOf = (account: number, { url }: Input) =>
      url && urlProblem(url, { loopback: settings.get(account)?.is_sandbox === 1 });
    const now = nowUtc(clock);
    for (const { account, input } of calls) {
      const row = found.get(recordKey(account, input.webhook_ident));
      if (!row || isHeld(row, input) || problemOf(account, input)) continue;
      if (input.enabled === 1) await webhooks.skipPurged(account, input.webhook_ident);
      await webhooks.update(account, input.webhook_ident, changeOf(input, row, now));
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

function changeOf(
  { url, resources, kinds, secret, enabled }: Input,
  row: NewWebhook,
  now: string,
): WebhookChange {
  return {
    ...(url && { url }),
    ...(resources && { resources: storedNames(resources) }),
    ...(kinds && { kinds: storedNames(kinds) }),
    // Other changes are another delivery, with an id of its own.
    ...((resources || kinds) && { until_position: null }),
    ...(secret && { secret }),
    ...enabledChange(enabled, row, now),
  };
}

/** A webhook that is enabled, or gets enabled again, begins its attempts at once. */
function enabledChange(
  enabled: 0 | 1 | undefined,
  { date_disabled }: NewWebhook,
  now: string,
): WebhookChange {
  if (enabled === 0) return date_disabled ? {} : { date_disabled: now, disabled_reason: 'client' };
  if (enabled === undefined) return {};
  return {
    date_disabled: null,
    disabled_reason: '',
    failures: 0,
    failing_since: null,
    date_next_attempt: null,
  };
}
