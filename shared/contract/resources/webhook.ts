import Type from 'typebox';
import { cleanIdent, InvalidValue } from '../values/clean.ts';
import {
  type ChangedResource,
  type ChangeKind,
  changedResources,
  changeFilterMeanings,
  changeKinds,
} from './change.ts';
import { type Field, ident, integer, type Meanings } from './field.ts';
import { namesFrom } from './find.ts';

const maxUrlLength = 2_048;

/** `gone`: the receiver answered 410. `changes_purged`: changes were no longer kept when they could have been sent. */
const disabledReasons = ['', 'client', 'operator', 'failing', 'gone', 'changes_purged'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

export const deliveryKinds = ['changes', 'test'] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];

const urlSchema = Type.String({ maxLength: maxUrlLength, pattern: '^https?://[!-~]+$' });

/** The clean form is that of the parser which the sender uses too: the two can't read a URL differently. */
const url: Field<typeof urlSchema, string, 'required'> = {
  schema: urlSchema,
  clean: (value) => cleanUrl(cleanIdent(value, maxUrlLength)),
  expects: 'must be an https URL (http in a sandbox) without user, password and fragment',
  code: 'field_invalid',
  presence: 'required',
  missing: 'not set',
};

/** Refuses what URL parsers read differently: blanks, control characters, backslashes and all beyond ASCII. */
function cleanUrl(text: unknown): unknown {
  if (typeof text !== 'string' || text === '') return text;
  if (!/^https?:\/\/[^/?][!-~]*$/i.test(text) || text.includes('\\') || !URL.canParse(text))
    return new InvalidValue(url.expects);
  const { username, password, hash, href } = new URL(text);
  const isPlain =
    !/[^!-~]/.test(text) &&
    username === '' &&
    password === '' &&
    hash === '' &&
    !/[@#]/.test(authorityOf(text));
  return isPlain && href.length <= maxUrlLength ? href : new InvalidValue(url.expects);
}

function authorityOf(text: string): string {
  return text.slice(text.indexOf('//') + 2).split(/[/?]/, 1)[0] as string;
}

const secretSchema = Type.String({ pattern: '^whsec_[A-Za-z0-9+/]{32,86}={0,2}$' });

const secret: Field<typeof secretSchema, string, 'optional'> = {
  schema: secretSchema,
  clean: (value) => cleanIdent(value ?? '', 128),
  expects: 'must be whsec_ and 24 to 64 random bytes in base64',
  code: 'field_invalid',
  presence: 'optional',
};

export const webhookFields = {
  url,
  resources: namesFrom(changedResources, 1),
  kinds: namesFrom(changeKinds, 1),
  enabled: integer<0 | 1>(0, 1, 1),
  secret,
};

export const webhookReadOnly = { webhook_ident: ident() };

export const webhookMeanings: Meanings<typeof webhookFields & typeof webhookReadOnly> = {
  webhook_ident: 'The webhook.',
  url: 'The address that changes are sent to: https. A sandbox may also send to http at a loopback address, such as `http://localhost:9000/`.',
  ...changeFilterMeanings,
  enabled: '0: no changes are sent. 1 again: sending continues after the last change that was delivered.',
  secret: 'The key of the signatures: `whsec_` and 24 to 64 bytes in base64.',
};

const answered = {
  webhook_ident: Type.String(),
  url: Type.String(),
  resources: Type.Array(Type.Unsafe<ChangedResource>({ type: 'string', enum: [...changedResources] })),
  kinds: Type.Array(Type.Unsafe<ChangeKind>({ type: 'string', enum: [...changeKinds] })),
  enabled: Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1] }),
  disabled_reason: Type.Unsafe<DisabledReason>({ type: 'string', enum: [...disabledReasons] }),
  failures: Type.Integer(),
  waiting: Type.Integer(),
  date_created: Type.String(),
};

export const webhookRecord = Type.Object(answered);

export const deliveryRecord = Type.Object({
  delivery_id: Type.String(),
  delivery_kind: Type.Unsafe<DeliveryKind>({ type: 'string', enum: [...deliveryKinds] }),
  delivered: Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1] }),
  attempts: Type.Integer(),
  status: Type.Integer(),
  error: Type.String(),
  answer: Type.String(),
  duration_ms: Type.Integer(),
  date_attempted: Type.String(),
});

export const webhookWithDeliveries = Type.Object({ ...answered, deliveries: Type.Array(deliveryRecord) });

/** Names in answers that are not fields: a webhook that was read can be sent back. */
export const besideWebhooks = ['disabled_reason', 'failures', 'waiting', 'date_created', 'deliveries'];
