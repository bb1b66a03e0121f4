import Type from 'typebox';
import { customerReadOnly } from '../resources/customer.ts';
import { required } from '../resources/field.ts';
import { historyAnswer, historyFields } from '../resources/history.ts';
import { operation } from './operation.ts';

export const customerHistory = operation({
  name: 'customer.history',
  summary: 'Lists who changed a customer and its addresses, and what, page by page, the newest change first.',
  kind: 'reads',
  input: { customer_ident: required(customerReadOnly.customer_ident), ...historyFields },
  refusesOthers: true,
  answer: Type.Object(historyAnswer),
  success: 'customer history loaded',
  refusals: ['customer_not_found', 'cursor_invalid', 'cursor_expired'],
  messages: {
    cursor_invalid:
      'cursor does not belong to this history: send it unchanged, with the customer_ident that it came with',
  },
  example: { customer_ident: 'cus_01jd2q4z0c8k3v7n5m9x1r6t2w', limit: 50 },
});
