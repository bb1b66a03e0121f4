import { expect } from 'chai';
import { newIdent } from '../../shared/contract/values/idents.ts';
import { expectDone, expectRefused } from '../support/answers.ts';
import { newCustomer } from '../support/customers.ts';
import { freshAccount } from '../support/fixtures.ts';
import { storedRows } from '../support/stored.ts';
import { withTransaction } from '../support/transactions.ts';
import { until } from '../support/until.ts';
import { isStatementRunning, watched } from '../support/waiting.ts';

describe('address.create and customer.delete in other transactions', () => {
  let customer_ident: string;
  const account = freshAccount();
  beforeEach(async () => {
    customer_ident = await newCustomer(account);
  });

  it('address.create refuses a customer that is being deleted', async () => {
    await withTransaction(async (other) => {
      await other('customers').where({ account_id: account.id, customer_ident }).delete();
      const creating = watched(account.send('address.create', { customer_ident }));
      await until(async () => creating.isSettled() || (await isWaiting()));
      await other.commit();

      const refusal = { code: 'customer_not_found', message: 'customer not found' };
      expectRefused(await creating.promise, 'address.create', refusal);
    });

    expect(await storedRows('addresses', account.id)).to.deep.equal([]);
  });

  it('address.create adds to a customer whose deletion is rolled back', async () => {
    await withTransaction(async (other) => {
      await other('customers').where({ account_id: account.id, customer_ident }).delete();
      const creating = watched(account.send('address.create', { customer_ident }));
      await until(async () => creating.isSettled() || (await isWaiting()));
      await other.rollback();

      expect((await creating.promise).envelope.message).to.equal('address created');
    });

    expect(await storedRows('addresses', account.id)).to.have.length(1);
  });

  it('customer.delete removes an address that is being created', async () => {
    const address_ident = newIdent('adr');

    await withTransaction(async (other) => {
      await other('addresses').insert({ account_id: account.id, customer_ident, address_ident });
      const deleting = watched(account.send('customer.delete', { customer_ident }));
      await until(async () => deleting.isSettled() || (await isWaiting()));
      await other.commit();

      expectDone(await deleting.promise, 'customer.delete', 'customer deleted', null);
    });

    expect(await storedRows('addresses', account.id)).to.deep.equal([]);
  });
});

/** True if a call waits for the customer or, with no lock of its own, for what refers to it. */
async function isWaiting(): Promise<boolean> {
  return (
    (await isStatementRunning('select%`customers`%')) ||
    (await isStatementRunning('insert into `addresses`%'))
  );
}
