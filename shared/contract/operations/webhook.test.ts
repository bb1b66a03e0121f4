import Type from 'typebox';
import { required } from '../resources/field.ts';
import { webhookReadOnly } from '../resources/webhook.ts';
import { operation } from './operation.ts';

export const webhookTest = operation({
  name: 'webhook.test',
  summary:
    'Sends a delivery without changes to a webhook, once, even if it is disabled, unless the operator disabled it.',
  kind: 'writes',
  input: { webhook_ident: required(webhookReadOnly.webhook_ident) },
  answer: Type.Object({ delivery_id: Type.String() }),
  success: 'test will be sent',
  refusals: ['webhook_not_found', 'webhook_held'],
  example: { webhook_ident: 'whk_01jd2q4z0c8k3v7n5m9x1r6t2w' },
});
