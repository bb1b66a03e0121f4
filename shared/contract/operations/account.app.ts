import Type from 'typebox';
import { signaturePolicies } from '../keys/signatureV2.ts';
import { ident, required } from '../resources/field.ts';
import { operation } from './operation.ts';

export const appRefusalReasons = ['app_revoked', 'app_disabled', 'account_disabled'] as const;
export type AppRefusalReason = (typeof appRefusalReasons)[number];

/** `null` means no limit. */
const requestsPerSecond = Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]);

export const accountApp = operation({
  name: 'account.app',
  summary: 'Finds an app that may sign requests: its account, its encrypted secrets and its limits.',
  kind: 'reads',
  input: { app_id: required(ident()) },
  answer: Type.Object({
    account_id: Type.Integer(),
    account_ident: Type.String(),
    /** Encrypted, newest first. There are two during the rotation of a secret. */
    secrets: Type.Array(Type.String(), { minItems: 1, maxItems: 2 }),
    requests_per_second: requestsPerSecond,
    account_requests_per_second: requestsPerSecond,
    signature: Type.Enum([...signaturePolicies]),
    is_sandbox: Type.Integer(),
    history_days: Type.Integer(),
  }),
  success: 'app found',
  /** `data` has a `reason` if the app exists: one of `appRefusalReasons`. */
  refusals: ['app_not_found'],
  example: { app_id: 'app_01jd2q4z0c8k3v7n5m9x1r6t2w' },
});
