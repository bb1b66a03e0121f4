import { expect } from 'chai';
import { batchRun } from '../../../shared/contract/operations/batch.run.ts';
import type { Erasures } from '../../../workers/stores/erasures.ts';
import { giant } from '../giant.ts';
import { type Bounds, customer, once, range } from '../measurement.ts';

export const erasures: Bounds<Erasures> = {
  request: [
    once('256 records', { items: 256, perItem: 2 }, (store) =>
      store.request(range(256).map((nr) => ({ account: giant, value: customer(nr) }))),
    ),
  ],
  eraseHistory: [
    once('4 of ten changes', { items: 4, perItem: 6 }, (store) =>
      store.eraseHistory({ account: giant, value: customer(1) }, -1, 4),
    ),
  ],
  requested: [once('1,000 of many', { items: 1_000 }, (store) => store.requested(0, 1_000))],
  removeAnswers: [
    once('1,000 answers', { items: 1_000, perItem: 3 }, (store) =>
      store.removeAnswers(giant, new Set([customer(1)]), '', 1_000),
    ),
    // Answers of atomic batches are rewritten one by one.
    once('1,000 answers, one of an atomic batch', { items: 1_000, perItem: 3 }, async (store, database) => {
      const result = { method: 'customer.update', data: { customer_ident: customer(1), bill_city: 'Ulm' } };
      const reply = `\n${JSON.stringify({ method: batchRun.name, data: { results: [result] } })}`;
      const row = { account_id: giant, call_id: 'batch', reply, date_expires: '2124-01-01 00:00:00' };
      await database('inbox').insert(row);
      await store.removeAnswers(giant, new Set([customer(1)]), '', 1_000);
      expect((await database('inbox').first('reply').where({ call_id: 'batch' })).reply).not.to.include(
        'Ulm',
      );
    }),
  ],
  done: [
    once('1,000 of many', { items: 1_000, perItem: 3 }, (store) =>
      store.done(giant, range(1_000).map(customer)),
    ),
  ],
};
