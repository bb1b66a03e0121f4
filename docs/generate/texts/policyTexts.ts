import type { SignaturePolicy } from '../../../shared/contract/keys/signatureV2.ts';

/** The meaning of each policy of an app for signature v2. */
export const policyTexts: Readonly<Record<SignaturePolicy, string>> = {
  v1: 'is ignored',
  'v2-optional': 'is checked when the header is sent; the policy of new apps',
  'v2-required': 'must be sent',
};
