import Type from 'typebox';
import { beyondPage, customerFilter, customerSorts, listFields } from '../resources/list.ts';
import { customerRecord } from '../resources/records.ts';
import { operation } from './operation.ts';

export const customerList = operation({
  name: 'customer.list',
  summary: 'Lists customers, page by page, in order of creation or sorted.',
  kind: 'reads',
  input: listFields(customerFilter, customerSorts),
  refusesOthers: true,
  answer: Type.Object({ customers: Type.Array(customerRecord), ...beyondPage }),
  success: 'customers found',
  refusals: ['cursor_invalid', 'cursor_expired'],
  example: { filter: { customer_nr: '10001' }, search: 'mus', limit: 50 },
});
