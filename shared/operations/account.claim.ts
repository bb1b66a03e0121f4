import Type from 'typebox';
import { operation } from './operation.ts';

export const accountClaim = operation({
  name: 'account.claim',
  summary:
    'Remembers the idempotency key that the call carries: another request with it is found from then on.',
  kind: 'writes',
  input: {},
  answer: Type.Null(),
  success: 'key claimed',
  refusals: {},
  example: {},
});
