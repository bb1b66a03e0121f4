import Type from 'typebox';
import { ident, required } from '../resources/field.ts';
import { operation } from './operation.ts';

export const accountClaimed = operation({
  name: 'account.claimed',
  summary: 'Checks whether an idempotency key was used for another request, without recording it.',
  kind: 'reads',
  input: { key: required(ident()), fingerprint: required(ident()) },
  answer: Type.Null(),
  success: 'key is free',
  refusals: ['key_used'],
  example: { key: 'Zm9vYmFyYmF6cXV4', fingerprint: 'cXV4YmF6YmFyZm9v' },
});
