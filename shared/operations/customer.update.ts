import { customerFields, customerReadOnly } from '../resources/customer.ts';
import { allOptional, nameOf, required } from '../resources/field.ts';
import { updateAnswerOf } from '../resources/records.ts';
import { operation } from './operation.ts';

export const customerUpdate = operation({
  name: 'customer.update',
  summary: 'Changes the sent fields of a customer.',
  kind: 'writes',
  input: {
    customer_ident: required(customerReadOnly.customer_ident),
    validate: nameOf(customerFields),
    ...allOptional(customerFields),
  },
  answer: updateAnswerOf('customer_ident', customerFields),
  success: 'customer updated',
  refusals: {
    customer_not_found: 'customer not found',
    value_exists: '<field> already exists',
    external_ident_exists: 'external_ident already exists',
  },
  example: { customer_ident: 'cus_01jd2q4z0c8k3v7n5m9x1r6t2w', bill_city: 'Hamburg' },
});
