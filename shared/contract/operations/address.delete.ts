import Type from 'typebox';
import { addressReadOnly } from '../resources/address.ts';
import { ifVersion, required } from '../resources/field.ts';
import { operation } from './operation.ts';

export const addressDelete = operation({
  name: 'address.delete',
  summary: 'Deletes a delivery address.',
  kind: 'writes',
  input: { address_ident: required(addressReadOnly.address_ident), if_version: ifVersion },
  answer: Type.Null(),
  success: 'address deleted',
  refusals: ['address_not_found', 'record_changed'],
  example: { address_ident: 'adr_01jd2q4z0c8k3v7n5m9x1r6t2w' },
});
