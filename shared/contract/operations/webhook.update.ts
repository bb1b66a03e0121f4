import Type from 'typebox';
import { allOptional, notEmpty, required } from '../resources/field.ts';
import { webhookFields, webhookReadOnly } from '../resources/webhook.ts';
import { operation } from './operation.ts';

const url = notEmpty(webhookFields.url, 'is empty: send a URL, or omit the field to keep it');

/** Null counts as empty, and is refused. */
const sentUrl: typeof url = { ...url, clean: (value) => url.clean(value ?? '') };

export const webhookUpdate = operation({
  name: 'webhook.update',
  summary: 'Changes the sent fields of a webhook.',
  kind: 'writes',
  input: {
    webhook_ident: required(webhookReadOnly.webhook_ident),
    ...allOptional(webhookFields),
    url: sentUrl,
  },
  answer: Type.Object({ webhook_ident: Type.String() }),
  success: 'webhook updated',
  refusals: ['webhook_not_found', 'webhook_held', 'webhook_url_refused'],
  example: { webhook_ident: 'whk_01jd2q4z0c8k3v7n5m9x1r6t2w', enabled: 1 },
});
