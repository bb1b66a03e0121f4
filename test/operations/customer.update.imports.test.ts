import { expect } from 'chai';
import { newAccount, type TestAccount } from '../support/account.ts';
import { expectDone, expectRefused } from '../support/answers.ts';
import { newCustomer } from '../support/customers.ts';
import { everythingOf } from '../support/everything.ts';
import { storedRow, storedRows } from '../support/stored.ts';

const method = 'customer.update';
const imported = { customer_type: 'csv', external_account_name: 'shop', external_ident: 'E-1' };
const refusal = { code: 'external_ident_exists', message: 'external_ident already exists' };

/** `external_ident` is unique per account, type and account name; an update can change the type. */
describe('customer.update imports', () => {
  let account: TestAccount;
  beforeEach(async () => {
    account = await newAccount();
  });

  it('refuses a customer_type in which another customer has the external_ident', async () => {
    const existing = await newCustomer(account, imported);
    const customer_ident = await newCustomer(account, { ...imported, customer_type: 'native' });
    const before = await everythingOf(account);

    const answer = await account.send(method, {
      customer_ident,
      customer_type: 'csv',
      bill_city: 'Berlin',
    });

    expectRefused(answer, method, { ...refusal, data: { customer_ident: existing } });
    expect(await everythingOf(account)).to.deep.equal(before);
  });

  for (const [what, fields] of [
    ['another account name', { ...imported, external_account_name: 'other shop' }],
    ['another external_ident', { ...imported, external_ident: 'E-2' }],
    ['no external_ident', { ...imported, external_ident: '' }],
  ] as const) {
    it(`accepts the customer_type of a customer with ${what}`, async () => {
      await newCustomer(account, imported);
      const customer_ident = await newCustomer(account, { ...fields, customer_type: 'native' });

      await account.client.customer.update({ customer_ident, customer_type: 'csv' });

      expect(await storedRow('customers', account.id, { customer_ident })).to.include({
        customer_type: 'csv',
      });
    });
  }

  it('accepts the customer_type that the customer has', async () => {
    const customer_ident = await newCustomer(account, imported);

    const answer = await account.send(method, { customer_ident, customer_type: 'csv' });

    expectDone(answer, method, 'customer updated', { customer_ident, customer_type: 'csv' });
  });

  it('accepts one of many customers that move to the same type', async () => {
    const types = Array.from({ length: 12 }, (_, at) => `source ${at}`);
    const made = await Promise.all(
      types.map((customer_type) => newCustomer(account, { ...imported, customer_type })),
    );

    const answers = await Promise.all(
      made.map((customer_ident) => account.send(method, { customer_ident, customer_type: 'csv' })),
    );

    const [row] = await storedRows('customers', account.id, { customer_type: 'csv' });
    const refusals = answers.filter(({ code }) => code === 'external_ident_exists');
    expect(answers.filter(({ envelope }) => envelope.response)).to.have.length(1);
    expect(refusals).to.have.length(11);
    for (const { code, envelope } of refusals)
      expect(envelope.data).to.deep.equal({ code, customer_ident: row?.customer_ident });
    expect(await storedRows('customers', account.id, { customer_type: 'csv' })).to.have.length(1);
  });
});
