import Type from 'typebox';
import {
  beyondPage,
  customerFilter,
  customerSorts,
  queryError,
  searchedListFields,
} from '../resources/list.ts';
import { customerRecord } from '../resources/records.ts';
import { operation } from './operation.ts';

export const customerList = operation({
  name: 'customer.list',
  summary: 'Lists customers, page by page, in order of creation or sorted.',
  kind: 'reads',
  input: searchedListFields(customerFilter, customerSorts),
  refusesOthers: true,
  check: queryError,
  answer: Type.Object({ customers: Type.Array(customerRecord), ...beyondPage }),
  success: 'customers found',
  refusals: ['cursor_invalid', 'cursor_expired'],
  example: { filter: { customer_nr: '10001' }, search: 'mus', limit: 50 },
});
