import type { InputOf } from '../../shared/contract/operations/operation.ts';
import { webhookCreate } from '../../shared/contract/operations/webhook.create.ts';
import { maxWebhooks } from '../../shared/contract/values/contractLimits.ts';
import type { Call } from '../../shared/wire/call.ts';
import { urlProblem } from '../operationHelpers/webhookAddresses.ts';
import { storedNames } from '../operationHelpers/webhookAnswers.ts';
import { done, refused } from '../sets/callOutcome.ts';
import { writes } from '../sets/implementation.ts';
import { nowUtc } from '../stores/time.ts';
import type { NewWebhook } from '../stores/webhooks.ts';

type CreateCall = Call<InputOf<typeof webhookCreate>>;

/** The secret in the input is encrypted: gateways seal it, and open it in the answer. */
export default writes(webhookCreate, async (calls, { webhooks, accounts, clock }) => {
  const owners = calls.map(({ account }) => account);
  const accountOf = await accounts.withIds(owners);
  const counts = new Map(await webhooks.counts(owners));
  const now = nowUtc(clock);
  const rows: NewWebhook[] = [];
  const problems = new Map<CreateCall, string>();
  const excess = new Set<CreateCall>();
  for (const call of calls) {
    const count = (counts.get(call.account) ?? 0) + 1;
    const problem = urlProblem(call.input.url, { loopback: accountOf(call.account).is_sandbox === 1 });
    if (problem !== undefined) problems.set(call, problem);
    else if (count > maxWebhooks) excess.add(call);
    else {
      counts.set(call.account, count);
      rows.push(newRow(call, now));
    }
  }
  await webhooks.insert(rows);
  return (call) => {
    const why = problems.get(call);
    if (why !== undefined) return refused('webhook_url_refused', null, { why });
    if (excess.has(call)) return refused('too_many_webhooks');
    return done({ webhook_ident: call.input.webhook_ident, secret: call.input.secret ?? '' });
  };
});

function newRow({ account, input }: CreateCall, now: string): NewWebhook {
  return {
    account_id: account,
    webhook_ident: input.webhook_ident,
    url: input.url,
    resources: storedNames(input.resources),
    kinds: storedNames(input.kinds),
    secret: input.secret ?? '',
    date_created: now,
    date_disabled: input.enabled === 1 ? null : now,
    disabled_reason: input.enabled === 1 ? '' : 'client',
  };
}
