import { addressReadOnly, deliveryFields } from '../resources/address.ts';
import { allOptional, ifVersion, required } from '../resources/field.ts';
import { updateAnswerOf } from '../resources/records.ts';
import { operation } from './operation.ts';

export const addressUpdate = operation({
  name: 'address.update',
  summary: 'Changes the sent fields of a delivery address.',
  kind: 'writes',
  input: {
    address_ident: required(addressReadOnly.address_ident),
    if_version: ifVersion,
    ...allOptional(deliveryFields),
  },
  answer: updateAnswerOf('address_ident', deliveryFields),
  success: 'address updated',
  refusals: ['address_not_found', 'record_changed'],
  example: { address_ident: 'adr_01jd2q4z0c8k3v7n5m9x1r6t2w', delivery_city: 'Werder' },
});
