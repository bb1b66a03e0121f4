import Type from 'typebox';
import { addressReadOnly, deliveryFields } from '../resources/address.ts';
import { customerFields, customerReadOnly } from '../resources/customer.ts';
import { choice, optional, required } from '../resources/field.ts';
import { beyondFound, findValues, namesFrom } from '../resources/find.ts';
import { importSource } from '../resources/importSource.ts';
import { foundRecord } from '../resources/records.ts';
import { operation } from './operation.ts';

const { customer_ident, version, date_updated, divergent_delivery_address } = customerReadOnly;

/** Fields of the delivery address that was created together with the customer. */
export const foundDeliveryFields = {
  divergent_delivery_address,
  ...deliveryFields,
  address_ident: addressReadOnly.address_ident,
  address_version: addressReadOnly.version,
};

export const foundCustomerFields = {
  ...importSource,
  ...customerFields,
  date_updated,
  ...foundDeliveryFields,
};

export const customerFind = operation({
  name: 'customer.find',
  summary: 'Finds the customers that have given values in one field.',
  kind: 'reads',
  input: {
    by: required(choice(['customer_nr', 'bill_email', 'external_ident', 'customer_ident'])),
    values: findValues,
    fields: namesFrom(Object.keys(foundCustomerFields) as (keyof typeof foundCustomerFields)[]),
    external_account_name: optional(importSource.external_account_name),
    customer_type: optional(customerFields.customer_type),
  },
  answer: Type.Object({
    customers: Type.Array(foundRecord({ customer_ident, version }, foundCustomerFields)),
    ...beyondFound,
  }),
  success: 'customers found',
  refusals: [],
  example: { by: 'customer_nr', values: ['10001', '10009'], fields: ['bill_company', 'delivery_city'] },
});
