import Type from 'typebox';
import { atomicEntries } from '../resources/atomicEntries.ts';
import { operation } from './operation.ts';

export const customerBatch = operation({
  name: 'customer.batch',
  summary: 'Runs the entries of an atomic batch that writes customers and addresses.',
  kind: 'writes',
  input: { entries: atomicEntries },
  answer: Type.Null(),
  success: 'batch finished',
  refusals: [],
  example: {
    entries: [
      {
        method: 'customer.update',
        input: { customer_ident: 'cus_01jd2q4z0c8k3v7n5m9x1r6t2w', bill_city: 'Hamburg' },
      },
    ],
  },
});
