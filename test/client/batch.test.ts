import { expect } from 'chai';
import { type BatchResult, RefusedError, RequestError } from '../../client/webClient.ts';
import { teas } from '../support/batches.ts';
import { freshAccount } from '../support/fixtures.ts';
import { storedRows } from '../support/stored.ts';
import { thrown } from '../support/thrown.ts';

describe('client.batch', () => {
  const account = freshAccount();
  const errorOf = ({ error }: BatchResult) => error;

  it('resolves to the data of each operation', async () => {
    const [article, customer] = await account.client.batch([
      { method: 'article.create', data: { article_title: 'Tea' } },
      { method: 'customer.create', data: { bill_city: 'Kiel' } },
    ]);

    // Typed like single calls: otherwise these lines do not compile.
    const article_ident: string | undefined = article.data?.article_ident;
    const customer_ident: string | undefined = customer.data?.customer_ident;
    expect([article_ident, customer_ident].map((ident) => ident?.slice(0, 4))).to.deep.equal([
      'art_',
      'cus_',
    ]);
    expect(await storedRows('customers', account.id, { customer_ident })).to.have.length(1);
  });

  it('resolves to the error that a single call throws', async () => {
    const [refused, faulty, unknown] = await account.client.batch([
      { method: 'article.delete', data: { article_ident: 'art_unknown' } },
      { method: 'customer.create', data: { bill_country: 'xx' } },
      { method: 'no.such' as 'article.read', data: { article_ident: 'a' } },
    ]);

    expect(errorOf(refused)).to.be.instanceOf(RefusedError);
    expect(errorOf(refused)).to.include({ message: 'article not found', code: 'article_not_found' });
    expect(errorOf(faulty)).to.be.instanceOf(RefusedError).and.to.include({ code: 'field_invalid' });
    expect((errorOf(faulty) as RefusedError).data).to.have.nested.property('errors[0].field', 'bill_country');
    expect(errorOf(unknown)).to.be.instanceOf(RequestError);
    expect(errorOf(unknown)).to.include({ code: 'method_unknown', status: 400 });
    expect(errorOf(unknown)?.requestId).to.match(/^\S+$/);
  });

  it('resolves to an error for a key that was used for another request', async () => {
    const create = (article_title: string) =>
      ({ method: 'article.create', data: { article_title }, key: 'a' }) as const;
    await account.client.batch([create('Tea')]);

    const [result] = await account.client.batch([create('Coffee')]);

    expect(errorOf(result)).to.be.instanceOf(RequestError);
    expect(errorOf(result)).to.include({ code: 'idempotency_key_reused', status: 409 });
  });

  it('throws when the batch as a whole is refused', async () => {
    const failure = await thrown(() => account.client.batch([]));

    expect(failure).to.be.instanceOf(RefusedError);
    expect(failure).to.include({ code: 'field_invalid' });
  });

  it('answers a repeat with the same key alike and runs it once', async () => {
    const batch = () =>
      account.client.batch(teas(5) as { method: 'article.create'; data: { article_title: string } }[], {
        idempotencyKey: 'whole',
      });

    expect(await batch()).to.deep.equal(await batch());
    expect(await storedRows('articles', account.id)).to.have.length(5);
  });
});
