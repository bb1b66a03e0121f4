import { expect } from 'chai';
import { type AtomicEntry, RefusedError } from '../../client/webClient.ts';
import { freshAccount } from '../support/fixtures.ts';
import { storedRows } from '../support/stored.ts';
import { thrown } from '../support/thrown.ts';

describe('client.atomicBatch', () => {
  const account = freshAccount();

  it('resolves to the answer of each operation', async () => {
    const [customer, address] = await account.client.atomicBatch([
      { method: 'customer.create', data: { bill_city: 'Kiel' } },
      { method: 'address.create', data: { customer_ident: { entry: 0 }, delivery_city: 'Ulm' } },
    ]);

    expect(address.customer_ident).to.equal(customer.customer_ident);
    expect(await storedRows('addresses', account.id)).to.have.length(1);
  });

  it('throws when an entry is refused, and says which one', async () => {
    const error = (await thrown(() =>
      account.client.atomicBatch([
        { method: 'article.create', data: { article_title: 'Tea' } },
        { method: 'article.delete', data: { article_ident: 'art_unknown' } },
      ]),
    )) as RefusedError;

    expect(error).to.be.instanceOf(RefusedError).and.to.include({ code: 'batch_refused' });
    expect(error.message).to.equal('nothing was done: entry 1 was refused: article not found');
    expect(error.data).to.deep.include({ entry: 1, codes: ['not_done', 'article_not_found'] });
    expect(await storedRows('articles', account.id)).to.have.length(0);
  });

  it('rejects what is not a list of operations', async () => {
    const error = await thrown(() => account.client.atomicBatch({} as unknown as AtomicEntry[]));

    expect(error).to.be.instanceOf(TypeError);
  });
});
