import Type from 'typebox';
import { customerReadOnly } from '../resources/customer.ts';
import { required } from '../resources/field.ts';
import { addressRecord, customerRecord } from '../resources/records.ts';
import { operation } from './operation.ts';

export const customerRead = operation({
  name: 'customer.read',
  summary: 'Reads a customer and its delivery addresses.',
  kind: 'reads',
  input: { customer_ident: required(customerReadOnly.customer_ident) },
  answer: Type.Object({
    customer: customerRecord,
    /** The oldest ones: at most 1,000, and 512 KiB of them. */
    address_data: Type.Array(addressRecord),
    /** Only when `address_data` has not all of them: how many there are. */
    address_count: Type.Optional(Type.Integer()),
  }),
  success: 'customer and address data loaded',
  refusals: { customer_not_found: 'customer not found' },
  example: { customer_ident: 'cus_01jd2q4z0c8k3v7n5m9x1r6t2w' },
});
