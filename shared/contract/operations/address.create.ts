import Type from 'typebox';
import { addressReadOnly, deliveryFields } from '../resources/address.ts';
import { required } from '../resources/field.ts';
import { operation } from './operation.ts';

export const addressCreate = operation({
  name: 'address.create',
  summary: 'Creates a delivery address of a customer.',
  kind: 'writes',
  input: { customer_ident: required(addressReadOnly.customer_ident), ...deliveryFields },
  assigns: { address_ident: 'adr' },
  answer: Type.Object({ address_ident: Type.String(), customer_ident: Type.String() }),
  success: 'address created',
  refusals: ['customer_not_found'],
  example: { customer_ident: 'cus_01jd2q4z0c8k3v7n5m9x1r6t2w', delivery_city: 'Potsdam' },
});
