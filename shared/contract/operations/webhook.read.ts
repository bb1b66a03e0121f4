import { required } from '../resources/field.ts';
import { webhookReadOnly, webhookWithDeliveries } from '../resources/webhook.ts';
import { operation } from './operation.ts';

export const webhookRead = operation({
  name: 'webhook.read',
  summary: 'Reads a webhook, its state, and its latest deliveries.',
  kind: 'reads',
  input: { webhook_ident: required(webhookReadOnly.webhook_ident) },
  answer: webhookWithDeliveries,
  success: 'webhook loaded',
  refusals: ['webhook_not_found'],
  example: { webhook_ident: 'whk_01jd2q4z0c8k3v7n5m9x1r6t2w' },
});
