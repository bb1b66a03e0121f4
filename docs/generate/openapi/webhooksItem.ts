import { changedResources, changeKinds } from '../../../shared/contract/resources/change.ts';
import { deliveryKinds } from '../../../shared/contract/resources/webhook.ts';
import { maxAttemptMs, maxDeliveredChanges } from '../../../shared/contract/values/contractLimits.ts';
import { exampleDelivery } from '../texts/webhookTexts.ts';
import { reference, type Schema } from './openapiSchema.ts';

/** The body of a delivery. */
export const deliverySchema: Schema = {
  type: 'object',
  description: 'What a webhook is sent.',
  required: ['type', 'timestamp', 'data'],
  properties: {
    type: { type: 'string', enum: [...deliveryKinds], description: '`test` has no changes.' },
    timestamp: { type: 'string', description: 'The time of the last change, in UTC (ISO 8601).' },
    data: {
      type: 'object',
      required: ['webhook_ident', 'changes'],
      properties: {
        webhook_ident: { type: 'string', description: 'The webhook.' },
        changes: {
          type: 'array',
          maxItems: maxDeliveredChanges,
          description: 'Changes, in the order in which they were made.',
          items: {
            type: 'object',
            required: ['resource', 'ident', 'kind', 'date'],
            properties: {
              resource: { type: 'string', enum: [...changedResources], description: 'The resource.' },
              ident: { type: 'string', description: 'The record.' },
              kind: { type: 'string', enum: [...changeKinds], description: 'The kind of the change.' },
              date: { type: 'string', description: 'The time of the change, in UTC.' },
              fields: {
                type: 'array',
                items: { type: 'string' },
                description: 'The fields that an update has changed. Other kinds of changes do not have it.',
              },
            },
          },
        },
      },
    },
  },
};

const headers: readonly (readonly [string, string])[] = [
  ['webhook-id', 'Unique for each delivery. A repeat has the same.'],
  ['webhook-timestamp', 'The time of the attempt, in seconds since 1970.'],
  ['webhook-signature', '`v1,` and the base64 of HMAC-SHA-256 over id, dot, timestamp, dot, body.'],
];

/** The request that receivers get. */
export const deliveryItem: Schema = {
  post: {
    tags: ['webhook'],
    operationId: 'receiveDelivery',
    summary: 'Receives changes of the account, at the URL of a webhook.',
    description: 'Signed by Standard Webhooks: verify the signature first.',
    security: [],
    parameters: headers.map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: reference('DeliveryBody'), example: exampleDelivery },
      },
    },
    responses: {
      '2XX': {
        description: `The delivery is stored. Anything else, or no answer in ${maxAttemptMs / 1_000} s, is a failure.`,
      },
      '410': { description: 'Nothing more is wanted: the webhook is disabled.' },
    },
  },
};
