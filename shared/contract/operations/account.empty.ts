import Type from 'typebox';
import { operation } from './operation.ts';

export const accountEmpty = operation({
  name: 'account.empty',
  summary:
    'Deletes the customers, delivery addresses and articles of a sandbox, some thousand with each call.',
  kind: 'writes',
  input: {},
  answer: Type.Object({
    deleted: Type.Integer(),
    is_empty: Type.Unsafe<0 | 1>({ type: 'integer', minimum: 0, maximum: 1 }),
  }),
  success: 'records deleted',
  refusals: ['account_not_sandbox'],
  example: {},
});
