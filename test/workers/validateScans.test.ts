import { expect } from 'chai';
import { Claims } from '../../workers/stores/claims.ts';
import { newAccount } from '../support/account.ts';
import { freshAccount, ownCluster } from '../support/fixtures.ts';
import { database } from '../support/servers.ts';
import { withTransaction } from '../support/transactions.ts';
import { until } from '../support/until.ts';

/** A search in these fields reads the whole account. */
describe('a validate of a field without an index', () => {
  const cluster = ownCluster({ redis: 13 });
  const account = freshAccount(() => newAccount({}, cluster));

  const create = () => account.client.customer.create({ bill_city: 'Kiel' });
  const claim = (customer_ident: string, bill_city: string) =>
    account.send('customer.update', { customer_ident, validate: 'bill_city', bill_city });

  it('locks no number sequence', async () => {
    const { customer_ident } = await create();
    await withTransaction(async (transaction) => {
      await transaction('number_sequences').where({ account_id: account.id }).forUpdate();

      expect((await claim(customer_ident, 'Ulm')).status).to.equal(200);
    });
  });

  it('accepts one of two concurrent updates that claim the same value', async () => {
    const idents = await Promise.all(Array.from({ length: 40 }, create));

    const answers = await Promise.all(
      idents.map(({ customer_ident }, index) => claim(customer_ident, `city ${index % 20}`)),
    );

    const passed = answers.flatMap(({ envelope }, index) => (envelope.response ? [index % 20] : []));
    expect(passed.toSorted((a, b) => a - b)).to.deep.equal(Array.from({ length: 20 }, (_, index) => index));
    await until(
      async () => (await database()('value_claims').where({ account_id: account.id })).length === 0,
    );
  });

  it('waits for another transaction that claims the same value; others go on meanwhile', async () => {
    const [one, other, third] = await Promise.all([create(), create(), create()]);
    let isAnswered = false;
    await withTransaction(async (transaction) => {
      await new Claims(transaction).claim([{ account: account.id, field: 'bill_city', value: 'Ulm' }]);
      await transaction('customers')
        .where({ account_id: account.id, customer_ident: other.customer_ident })
        .update({ bill_city: 'Ulm' });
      const waiting = claim(one.customer_ident, 'Ulm').finally(() => {
        isAnswered = true;
      });

      expect((await claim(third.customer_ident, 'Bonn')).status).to.equal(200);
      await create();
      expect(isAnswered).to.equal(false);
      await transaction.commit();
      expect((await waiting).code).to.equal('value_exists');
    });
  });
});
