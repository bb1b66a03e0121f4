import Type from 'typebox';
import { addressFilter, addressSorts, beyondPage, listFields } from '../resources/list.ts';
import { addressRecord } from '../resources/records.ts';
import { operation } from './operation.ts';

export const addressList = operation({
  name: 'address.list',
  summary: 'Lists delivery addresses, page by page, in order of creation or sorted.',
  kind: 'reads',
  input: listFields(addressFilter, addressSorts),
  refusesOthers: true,
  answer: Type.Object({ addresses: Type.Array(addressRecord), ...beyondPage }),
  success: 'addresses found',
  refusals: ['cursor_invalid', 'cursor_expired'],
  example: { filter: { customer_ident: 'cus_01jd2q4z0c8k3v7n5m9x1r6t2w' }, limit: 2 },
});
