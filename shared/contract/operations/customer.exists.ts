import Type from 'typebox';
import { customerReadOnly } from '../resources/customer.ts';
import { required } from '../resources/field.ts';
import { operation } from './operation.ts';

export const customerExists = operation({
  name: 'customer.exists',
  summary: 'Checks whether a customer exists.',
  kind: 'reads',
  input: { customer_ident: required(customerReadOnly.customer_ident) },
  answer: Type.Object({ customer_ident: Type.String() }),
  success: 'customer does exist',
  refusals: ['customer_not_found'],
  messages: { customer_not_found: 'customer does not exist' },
  example: { customer_ident: 'cus_01jd2q4z0c8k3v7n5m9x1r6t2w' },
});
