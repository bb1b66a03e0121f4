import Type from 'typebox';
import { addressReadOnly } from '../resources/address.ts';
import { required } from '../resources/field.ts';
import { operation } from './operation.ts';

export const addressExists = operation({
  name: 'address.exists',
  summary: 'Checks whether a delivery address exists.',
  kind: 'reads',
  input: { address_ident: required(addressReadOnly.address_ident) },
  answer: Type.Object({ address_ident: Type.String() }),
  success: 'address does exist',
  refusals: ['address_not_found'],
  messages: { address_not_found: 'address does not exist' },
  example: { address_ident: 'adr_01jd2q4z0c8k3v7n5m9x1r6t2w' },
});
