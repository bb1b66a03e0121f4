import {
  deliveriesKeptDays,
  maxAttemptMs,
  maxDeliveredChanges,
  maxKeptAnswer,
  maxListedDeliveries,
  maxUntriedHours,
  maxWebhooks,
  retriedDays,
} from '../../../shared/contract/values/contractLimits.ts';
import { exampleDeliveryId, exampleIdents, exampleSecret, exampleTime } from './exampleRecords.ts';
import { type OperationTexts } from './textParts.ts';

const { webhook: webhook_ident } = exampleIdents;
const unknown = { request: { webhook_ident: 'whk_unknown' }, data: null } as const;
/** Stands for a webhook that the operator disabled. */
export const heldWebhook = 'whk_held';
const held = { webhook_ident: heldWebhook } as const;
const notPublic = { url: 'https://10.0.0.1/hooks' } as const;

const exampleWebhook = {
  webhook_ident,
  url: 'https://shop.example.com/counterfoil',
  resources: ['article'],
  kinds: ['created', 'updated', 'deleted'],
  enabled: 1,
  disabled_reason: '',
  failures: 0,
  waiting: 0,
  date_created: exampleTime,
} as const;

/** Tests give the webhook of an example this delivery. */
export const listedDelivery = {
  delivery_id: exampleDeliveryId,
  delivery_kind: 'changes',
  delivered: 1,
  attempts: 2,
  status: 204,
  error: '',
  answer: '',
  duration_ms: 48,
  date_attempted: exampleTime,
} as const;

export const webhookTexts: OperationTexts<'webhook'> = {
  'webhook.create': {
    rules: [
      'A webhook is sent the changes that `changes.list` lists, from now on: see [Receive webhooks](#webhooks).',
      `\`secret\` is the key of the signatures. If it is not sent, the service makes one. It is only in this answer: store it. An account has at most ${maxWebhooks} webhooks.`,
      'Without `resources` or `kinds`, all are sent, also changes of webhooks: the first one is the creation of this webhook.',
    ],
    answer: { webhook_ident, secret: exampleSecret },
    refused: {
      webhook_url_refused: { request: notPublic, data: null },
      too_many_webhooks: { request: { url: 'https://shop.example.com/one-more' }, data: null },
    },
  },
  'webhook.read': {
    rules: [
      '`waiting` is the number of changes that were not delivered yet, wanted or not. `failures` is the number of failed attempts since the last success, a new `url` or `enabled` 1.',
      `\`disabled_reason\` says why a webhook with \`enabled\` 0 is disabled: by the \`client\` or the \`operator\`; after ${retriedDays} days of failures (\`failing\`); since the receiver answered 410 (\`gone\`); or since changes were older than the service keeps them (\`changes_purged\`). Otherwise it is empty.`,
      `\`deliveries\` has the latest ${maxListedDeliveries} deliveries of the last ${deliveriesKeptDays} days, the latest first. \`status\` is 0, and \`error\` says why, if there was no answer. \`answer\` has the first ${maxKeptAnswer} characters of the last answer.`,
      'The secret is never read back: set a new one with `webhook.update`.',
    ],
    answer: { ...exampleWebhook, deliveries: [listedDelivery] },
    refused: { webhook_not_found: unknown },
  },
  'webhook.list': {
    rules: ['Each webhook has the fields of `webhook.read`, without `deliveries`.'],
    answer: { webhooks: [exampleWebhook] },
    refused: {},
  },
  'webhook.update': {
    rules: [
      'Only fields that are sent are changed. New `resources` or `kinds` apply from the next delivery on. One that was tried before is repeated as it was, with the same changes and the same `webhook-id`, until it is accepted: its changes are not looked at again.',
      'With `enabled` 1, a disabled webhook continues after the last change that was delivered, and one whose receiver failed tries again, at once. A request to enable one that the operator disabled is refused.',
      'A new `secret` signs the next attempt: let your receiver accept both until then.',
      'If a new `url` or `secret`, or `enabled` 0, comes while an attempt is in flight, its answer does not count: the same delivery is sent again, to the webhook as it is then. A new `url` is tried at once.',
    ],
    answer: { webhook_ident },
    refused: {
      webhook_not_found: unknown,
      webhook_held: { request: { ...held, enabled: 1 }, data: null },
      webhook_url_refused: { request: { webhook_ident, ...notPublic }, data: null },
    },
  },
  'webhook.delete': {
    rules: [],
    answer: null,
    refused: { webhook_not_found: unknown },
  },
  'webhook.test': {
    rules: [
      'The answer comes before the delivery. `webhook.read` lists the delivery with this `delivery_id` as soon as the receiver has answered, or did not answer in time.',
      `The delivery has \`"type": "test"\` and no changes. It is tried once, for ${maxAttemptMs / 1_000} seconds.`,
      'A webhook has one test at a time: while one waits or is in flight, the answer has the `delivery_id` of that one.',
    ],
    answer: { delivery_id: exampleDeliveryId },
    refused: { webhook_not_found: unknown, webhook_held: { request: held, data: null } },
  },
};

/** A delivery, as its receiver gets it. */
export const exampleDelivery = {
  type: 'changes',
  timestamp: '2026-01-31T12:00:00Z',
  data: {
    webhook_ident,
    changes: [
      {
        resource: 'article',
        ident: exampleIdents.article,
        kind: 'updated',
        date: exampleTime,
        fields: ['article_price'],
      },
    ],
  },
} as const;

/** The section of docs/api.md for receivers. */
export const webhooksText = `A webhook is sent the changes of records as they happen, so that you need not ask for them. Create one with
\`webhook.create\`, and keep its \`secret\`. Each delivery is a POST with a JSON body of at most ${maxDeliveredChanges} changes:

\`\`\`json
${JSON.stringify(exampleDelivery, null, 2)}
\`\`\`

\`type\` is \`changes\`, or \`test\` for a delivery that \`webhook.test\` asked for. The changes are those of \`changes.list\`, in the
same order. A change says that a record was changed, not what it is now: read the record.

A receiver does this:

1. It verifies the signature, and refuses what is not signed. Deliveries follow
   [Standard Webhooks](https://www.standardwebhooks.com), whose libraries verify them in ten languages. \`webhook-signature\` is
   \`v1,\` and the base64 of HMAC-SHA-256 over \`webhook-id\`, a dot, \`webhook-timestamp\`, a dot, and the exact bytes of the
   body. The key is what the secret has after \`whsec_\`, decoded from base64. It also refuses a \`webhook-timestamp\` (seconds
   since 1970) that is more than five minutes off: each attempt is signed anew.
2. It skips a delivery whose \`webhook-id\` it has processed. A delivery is sent at least once: again if its answer was lost. It
   then has the same \`webhook-id\` and the same changes. \`counterfoil webhook redeliver\` sends an old delivery with its old id
   and its old changes, whatever \`resources\` and \`kinds\` are now: forget the id first if you want to process it again.
3. It stores the delivery, answers 2xx within ${maxAttemptMs / 1_000} seconds, and does its work afterwards.

Rules:

- Deliveries of a webhook are sent one after the other: the next one when the one before was answered 2xx. So the changes of a
  record arrive in order. Switch a webhook off and on, and nothing is lost. New \`resources\` or \`kinds\` apply to the changes
  after a delivery that was tried and not accepted.
- Any other answer is a failure, also a redirect, and so is none within ${maxAttemptMs / 1_000} seconds. The delivery is tried again after 5 seconds,
  30 seconds, 2, 10 and 30 minutes, 1, 2 and 4 hours, then every 8 hours. After ${retriedDays} days of failures, or after an answer 410, the webhook
  is disabled. The ${retriedDays} days begin anew after ${maxUntriedHours} hours without an attempt, as while the account is disabled.
  \`webhook.read\` says why it is disabled, and \`changes.list\` lists the webhook as updated. Fix the receiver, then send
  \`webhook.update\` with \`enabled\` 1: sending continues where it stopped.
- \`url\` must be https, with a certificate that is valid for its host, whose addresses are all public. A
  [sandbox](#sandboxes) may also send to http at a loopback address.
- A receiver that was down for longer than changes are kept has missed some (\`changes_purged\`): read all records again, as
  with an expired cursor of \`changes.list\`.

In Node, with the package \`standardwebhooks\`:

\`\`\`js
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString();
  try {
    const { type, data } = webhook.verify(body, request.headers);
    console.log(request.headers['webhook-id'], type, data.changes);
    response.writeHead(204).end();
  } catch {
    response.writeHead(401).end();
  }
}).listen(9000);
\`\`\``;
