import Type from 'typebox';
import { operation } from './operation.ts';

export const accountClaim = operation({
  name: 'account.claim',
  summary:
    'Records the idempotency key of the call, so that another request with the same key is recognized.',
  kind: 'writes',
  input: {},
  answer: Type.Null(),
  success: 'key claimed',
  refusals: [],
  example: {},
});
