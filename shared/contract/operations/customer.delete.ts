import Type from 'typebox';
import { customerReadOnly } from '../resources/customer.ts';
import { flag, ifVersion, required } from '../resources/field.ts';
import { operation } from './operation.ts';

export const customerDelete = operation({
  name: 'customer.delete',
  summary: 'Deletes a customer and its delivery addresses.',
  kind: 'writes',
  input: {
    customer_ident: required(customerReadOnly.customer_ident),
    if_version: ifVersion,
    erase: flag(),
  },
  answer: Type.Null(),
  success: 'customer deleted',
  refusals: ['customer_not_found', 'record_changed'],
  example: { customer_ident: 'cus_01jd2q4z0c8k3v7n5m9x1r6t2w' },
});
