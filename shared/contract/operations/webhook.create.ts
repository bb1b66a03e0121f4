import Type from 'typebox';
import { webhookFields } from '../resources/webhook.ts';
import { operation } from './operation.ts';

export const webhookCreate = operation({
  name: 'webhook.create',
  summary: 'Creates a webhook, which is sent the changes of the account from now on.',
  kind: 'writes',
  input: webhookFields,
  assigns: { webhook_ident: 'whk' },
  refusesOthers: true,
  answer: Type.Object({ webhook_ident: Type.String(), secret: Type.String() }),
  success: 'webhook created',
  refusals: ['webhook_url_refused', 'too_many_webhooks'],
  example: { url: 'https://shop.example.com/counterfoil', resources: ['article'] },
});
