import Type from 'typebox';
import { deliveryFields } from '../resources/address.ts';
import { customerBilling, customerReadOnly, customerTerms } from '../resources/customer.ts';
import { importSource } from '../resources/importSource.ts';
import { operation } from './operation.ts';

export const customerCreate = operation({
  name: 'customer.create',
  summary: 'Creates a customer and, if requested, a delivery address.',
  kind: 'writes',
  input: {
    ...importSource,
    ...customerBilling,
    divergent_delivery_address: customerReadOnly.divergent_delivery_address,
    ...deliveryFields,
    ...customerTerms,
  },
  assigns: { customer_ident: 'cus', address_ident: 'adr' },
  onlyWith: { flag: 'divergent_delivery_address', fields: deliveryFields },
  answer: Type.Object({
    customer_ident: Type.String(),
    address_ident: Type.Union([Type.String(), Type.Null()]),
  }),
  success: 'customer created',
  refusals: ['external_ident_exists'],
  example: {
    bill_company: 'Muster GmbH',
    bill_city: 'Berlin',
    bill_country: 'de',
    divergent_delivery_address: 1,
    delivery_zipcode: '14467',
    delivery_city: 'Potsdam',
  },
});
