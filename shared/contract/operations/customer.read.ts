import Type from 'typebox';
import { customerFields, customerReadOnly } from '../resources/customer.ts';
import { choice, emptyIsUnsent } from '../resources/field.ts';
import { importSource } from '../resources/importSource.ts';
import { addressRecord, customerRecord } from '../resources/records.ts';
import { missingLookup } from '../resources/request.ts';
import { operation } from './operation.ts';

export const customerLookup = {
  ident: 'customer_ident',
  identifier: 'customer_identifier',
  fields: { customer_nr: 'customer_nr', external_ident: 'external_ident', bill_email: 'bill_email' },
} as const;

export const customerRead = operation({
  name: 'customer.read',
  summary: 'Reads a customer and its delivery addresses.',
  kind: 'reads',
  input: {
    customer_ident: customerReadOnly.customer_ident,
    customer_identifier: emptyIsUnsent(choice(['customer_nr', 'external_ident', 'bill_email'])),
    customer_nr: emptyIsUnsent(customerFields.customer_nr),
    external_ident: emptyIsUnsent(importSource.external_ident),
    bill_email: emptyIsUnsent(customerFields.bill_email),
  },
  lookup: customerLookup,
  check: (input) => missingLookup(customerLookup, input),
  answer: Type.Object({
    customer: customerRecord,
    /** Oldest first, at most 1,000 and 512 KiB. */
    address_data: Type.Array(addressRecord),
    /** Number of all addresses; present only if `address_data` does not have all of them. */
    address_count: Type.Optional(Type.Integer()),
    /** Present only if several customers have the value: the oldest, at most 100 and 512 KiB. `count` is of all. */
    customers: Type.Optional(Type.Array(customerRecord)),
    count: Type.Optional(Type.Integer()),
  }),
  success: 'customer and address data loaded',
  refusals: ['customer_not_found'],
  example: { customer_ident: 'cus_01jd2q4z0c8k3v7n5m9x1r6t2w' },
});
