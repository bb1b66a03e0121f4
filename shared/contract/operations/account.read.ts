import Type from 'typebox';
import { operation } from './operation.ts';

export const accountRead = operation({
  name: 'account.read',
  summary: 'Reads the settings of the account that clients need.',
  kind: 'reads',
  input: {},
  answer: Type.Object({
    account_ident: Type.String(),
    account_name: Type.String(),
    currency: Type.String(),
    time_zone: Type.String(),
    term_of_credit: Type.Integer(),
  }),
  success: 'account data loaded',
  refusals: [],
  example: {},
});
