import Type from 'typebox';
import { customerFields, customerReadOnly } from '../resources/customer.ts';
import { allOptional, nameOf, required } from '../resources/field.ts';
import { customerRecord } from '../resources/records.ts';
import { operation } from './operation.ts';

export const customerUpdate = operation({
  name: 'customer.update',
  summary: 'Changes the fields of a customer that are sent.',
  kind: 'writes',
  input: {
    customer_ident: required(customerReadOnly.customer_ident),
    validate: nameOf(customerFields),
    ...allOptional(customerFields),
  },
  answer: Type.Intersect([Type.Object({ customer_ident: Type.String() }), Type.Partial(customerRecord)]),
  success: 'customer updated',
  refusals: {
    customer_not_found: 'customer not found',
    value_exists: '<field> already exists',
    external_ident_exists: 'external_ident already exists',
  },
  example: { customer_ident: 'cus_01jd2q4z0c8k3v7n5m9x1r6t2w', bill_city: 'Hamburg' },
});
