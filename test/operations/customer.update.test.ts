import { expect } from 'chai';
import { expectDone } from '../support/answers.ts';
import { newCustomer, readAddresses, readCustomer } from '../support/customers.ts';
import { customerRows, deliveryRows, samplesOf, sourceRows } from '../support/fieldTable.ts';
import { freshAccount } from '../support/fixtures.ts';
import { itNeedsAnIdent, onCustomers } from '../support/identRules.ts';
import { storedRow } from '../support/stored.ts';

const method = 'customer.update';

describe('customer.update', () => {
  const account = freshAccount();

  itNeedsAnIdent(() => onCustomers(method, { bill_city: 'Berlin' }), {
    code: 'customer_not_found',
    message: 'customer not found',
  });

  it('answers every updated field with its stored value', async () => {
    const customer_ident = await newCustomer(account);
    const sent = {
      customer_ident,
      bill_city: '  Berlin ',
      bill_country: 'AT',
      bill_title: '5',
      bill_zipcode: 10115,
    };

    const answer = await account.send(method, sent);

    const stored = { bill_city: 'Berlin', bill_country: 'at', bill_title: 5, bill_zipcode: '10115' };
    expectDone(answer, method, 'customer updated', { customer_ident, ...stored });
    expect(await storedRow('customers', account.id, { customer_ident })).to.include(stored);
  });

  it('updates all fields at once', async () => {
    const customer_ident = await newCustomer(account);
    const fields = {
      ...samplesOf(customerRows),
      date_created: '2020-02-02 02:02:02',
      public_authority_id: '992-90009-96',
    };

    const answer = await account.send(method, { customer_ident, ...fields });

    expectDone(answer, method, 'customer updated', { customer_ident, ...fields });
    expect(await readCustomer(account, customer_ident)).to.include(fields);
  });

  for (const row of customerRows) {
    it(`writes ${row.name} alone`, async () => {
      const customer_ident = await newCustomer(account, {
        external_ident: 'E-1',
        divergent_delivery_address: 1,
      });
      const { date_updated: _, ...before } = await storedRow('customers', account.id, { customer_ident });
      const changed = samplesOf([row]);

      const answer = await account.send(method, { customer_ident, ...changed });

      expectDone(answer, method, 'customer updated', { customer_ident, ...changed });
      const { date_updated: __, ...after } = await storedRow('customers', account.id, { customer_ident });
      expect(after).to.deep.equal({ ...before, ...changed, revision: 1 });
    });
  }

  it('empties a string field', async () => {
    const customer_ident = await newCustomer(account, {
      bill_city: 'Berlin',
      user_note: 'pays late',
      bill_country: 'de',
    });
    const emptied = { bill_city: '', user_note: '  ', bill_country: '' };

    const answer = await account.send(method, { customer_ident, ...emptied });

    expectDone(answer, method, 'customer updated', { customer_ident, ...emptied, user_note: '' });
    expect(await readCustomer(account, customer_ident)).to.include({ ...emptied, user_note: '' });
  });

  it('leaves all other customers unchanged', async () => {
    const [one, other] = [await newCustomer(account), await newCustomer(account)];
    const before = await readCustomer(account, other);

    await account.client.customer.update({ customer_ident: one, ...samplesOf(customerRows) });

    expect(await readCustomer(account, other)).to.deep.equal(before);
  });

  it('ignores the source, the switch and delivery fields', async () => {
    const fields = {
      ...samplesOf(sourceRows),
      divergent_delivery_address: 1 as const,
      delivery_city: 'Potsdam',
    };
    const customer_ident = await newCustomer(account, fields);
    const before = [
      await readCustomer(account, customer_ident),
      await readAddresses(account, customer_ident),
    ];
    const ignored = { external_ident: 'other', external_account_name: 7.5, divergent_delivery_address: 0 };

    const answer = await account.send(method, { customer_ident, ...ignored, ...samplesOf(deliveryRows) });

    expectDone(answer, method, 'customer updated', { customer_ident });
    const [customer, addresses] = [
      await readCustomer(account, customer_ident),
      await readAddresses(account, customer_ident),
    ];
    expect([{ ...customer, date_updated: '', version: '' }, addresses]).to.deep.equal([
      { ...before[0], date_updated: '', version: '' },
      before[1],
    ]);
  });
});
