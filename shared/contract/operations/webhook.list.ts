import Type from 'typebox';
import { webhookRecord } from '../resources/webhook.ts';
import { operation } from './operation.ts';

export const webhookList = operation({
  name: 'webhook.list',
  summary: 'Lists all webhooks of the account, the oldest first.',
  kind: 'reads',
  input: {},
  refusesOthers: true,
  answer: Type.Object({ webhooks: Type.Array(webhookRecord) }),
  success: 'webhooks found',
  refusals: [],
  example: {},
});
