import Type from 'typebox';
import { addressReadOnly } from '../resources/address.ts';
import { required } from '../resources/field.ts';
import { addressRecord } from '../resources/records.ts';
import { operation } from './operation.ts';

export const addressRead = operation({
  name: 'address.read',
  summary: 'Reads a delivery address.',
  kind: 'reads',
  input: { address_ident: required(addressReadOnly.address_ident) },
  answer: Type.Object({ address: addressRecord }),
  success: 'address data loaded',
  refusals: ['address_not_found'],
  example: { address_ident: 'adr_01jd2q4z0c8k3v7n5m9x1r6t2w' },
});
