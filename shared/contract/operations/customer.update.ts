import { customerFields, customerReadOnly } from '../resources/customer.ts';
import { allOptional, emptyNumber, ifVersion, nameOf, notEmpty, required } from '../resources/field.ts';
import { updateAnswerOf } from '../resources/records.ts';
import { operation } from './operation.ts';

export const customerUpdate = operation({
  name: 'customer.update',
  summary: 'Changes the sent fields of a customer.',
  kind: 'writes',
  input: {
    customer_ident: required(customerReadOnly.customer_ident),
    if_version: ifVersion,
    validate: nameOf(customerFields),
    ...allOptional(customerFields),
    customer_nr: notEmpty(customerFields.customer_nr, emptyNumber),
  },
  answer: updateAnswerOf('customer_ident', customerFields),
  success: 'customer updated',
  refusals: ['customer_not_found', 'record_changed', 'value_exists', 'external_ident_exists'],
  example: { customer_ident: 'cus_01jd2q4z0c8k3v7n5m9x1r6t2w', bill_city: 'Hamburg' },
});
