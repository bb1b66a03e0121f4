import Type from 'typebox';
import { signaturePolicies } from '../keys/signatureV2.ts';
import { ident, required } from '../resources/field.ts';
import { operation } from './operation.ts';

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
    /** Encrypted, the newest one first: two while a secret is being rotated. */
    secrets: Type.Array(Type.String(), { minItems: 1, maxItems: 2 }),
    requests_per_second: requestsPerSecond,
    /** Of all apps of the account together. */
    account_requests_per_second: requestsPerSecond,
    /** Which signatures its requests need. */
    signature: Type.Enum([...signaturePolicies]),
  }),
  success: 'app found',
  refusals: { app_not_found: 'app not found' },
  example: { app_id: 'app_01jd2q4z0c8k3v7n5m9x1r6t2w' },
});
