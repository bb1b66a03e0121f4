import Type from 'typebox';
import { required } from '../resources/field.ts';
import { webhookReadOnly } from '../resources/webhook.ts';
import { operation } from './operation.ts';

export const webhookDelete = operation({
  name: 'webhook.delete',
  summary: 'Deletes a webhook. A delivery that is in flight may still arrive.',
  kind: 'writes',
  input: { webhook_ident: required(webhookReadOnly.webhook_ident) },
  answer: Type.Null(),
  success: 'webhook deleted',
  refusals: ['webhook_not_found'],
  example: { webhook_ident: 'whk_01jd2q4z0c8k3v7n5m9x1r6t2w' },
});
