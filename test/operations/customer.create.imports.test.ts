import { expect } from 'chai';
import { newAccount, type TestAccount } from '../support/account.ts';
import { expectRefused } from '../support/answers.ts';
import { newCustomer } from '../support/customers.ts';
import { recordEvents } from '../support/events.ts';
import { everythingOf } from '../support/everything.ts';
import { runSet } from '../support/sets.ts';
import { storedRow, storedRows } from '../support/stored.ts';

const method = 'customer.create';
const imported = { customer_type: 'csv', external_account_name: 'shop', external_ident: 'E-1' };
const refusal = { code: 'external_ident_exists', message: 'external_ident already exists' };

describe('customer.create imports', () => {
  let account: TestAccount;
  beforeEach(async () => {
    account = await newAccount();
  });

  it('refuses an external_ident that the source has sent before, and names the customer', async () => {
    const customer_ident = await newCustomer(account, imported);
    const before = await everythingOf(account);

    const answer = await account.send(method, {
      ...imported,
      divergent_delivery_address: 1,
      bill_city: 'Berlin',
    });

    expectRefused(answer, method, { ...refusal, data: { customer_ident } });
    expect(await everythingOf(account)).to.deep.equal(before);
  });

  it('recognizes an external_ident after sanitizing, and as an integer', async () => {
    for (const [first, again] of [
      ['E-2', ' E-2\u0007 '],
      ['Mü', 'Mu\u0308'],
      ['4711', 4711],
    ]) {
      const customer_ident = await newCustomer(account, { external_ident: first as string });

      const answer = await account.send(method, { external_ident: again });

      expectRefused(answer, method, { ...refusal, data: { customer_ident } });
    }
  });

  for (const [what, other] of [
    ['another source type', { customer_type: 'native' }],
    ['another account name', { external_account_name: 'other shop' }],
    ['no account name', { external_account_name: '' }],
    ['another case', { external_ident: 'e-1' }],
    ['an accent', { external_ident: 'É-1' }],
  ] as const) {
    it(`accepts the same external_ident with ${what}`, async () => {
      await newCustomer(account, imported);

      const customer_ident = await newCustomer(account, { ...imported, ...other });

      expect(await storedRow('customers', account.id, { customer_ident })).to.include({
        ...imported,
        ...other,
      });
    });
  }

  it('accepts an empty external_ident any number of times', async () => {
    for (const external_ident of ['', '', ' \t '])
      await newCustomer(account, { ...imported, external_ident });
    await newCustomer(account, { customer_type: 'csv', external_account_name: 'shop' });

    expect(await storedRows('customers', account.id)).to.have.length(4);
  });

  it("accepts the external_ident of another account's record", async () => {
    const stranger = await newAccount();
    await newCustomer(stranger, imported);

    await newCustomer(account, imported);

    expect(await storedRows('customers', account.id)).to.have.length(1);
  });

  it('accepts the external_ident of an article', async () => {
    const { external_ident, external_account_name } = imported;
    await account.client.article.create({
      article_title: 'Tea',
      article_type: 'csv',
      external_ident,
      external_account_name,
    });

    await newCustomer(account, imported);

    expect(await storedRows('customers', account.id)).to.have.length(1);
  });

  it('accepts an external_ident again after its customer was deleted', async () => {
    await account.client.customer.delete({ customer_ident: await newCustomer(account, imported) });

    await newCustomer(account, imported);

    expect(await storedRows('customers', account.id)).to.have.length(1);
  });

  it('creates one customer for an external_ident that is repeated in a set, at the first try', async () => {
    const stranger = await newAccount();
    const request = { ...imported, divergent_delivery_address: 1 };
    const accounts = [account, stranger, account, account];
    const { emit, emitted } = recordEvents();

    const replies = await runSet(
      method,
      accounts.map((each) => [each, request] as const),
      emit,
    );

    const [row] = await storedRows('customers', account.id);
    expect(emitted('set_replayed')).to.deep.equal([]);
    expect(replies.map(({ response }) => response)).to.deep.equal([true, true, false, false]);
    expect(replies[2]?.data).to.deep.equal({
      code: 'external_ident_exists',
      customer_ident: row?.customer_ident,
    });
    expect(await storedRows('customers', account.id)).to.have.length(1);
    expect(await storedRows('addresses', account.id)).to.have.length(1);
    expect(await storedRows('customers', stranger.id)).to.have.length(1);
  });
});
