import { expect } from 'chai';
import { newAccount, type TestAccount } from '../support/account.ts';

describe('customer.delete', () => {
  let account: TestAccount;
  before(async () => {
    account = await newAccount();
  });

  it('removes a customer and its delivery addresses', async () => {
    const { customer_ident, address_ident } = await account.client.customer.create({ divergent_delivery_address: 1 });

    const { status, code, envelope } = await account.send('customer.delete', { customer_ident });

    expect({ status, code }).to.deep.equal({ status: 200, code: '' });
    expect(envelope).to.deep.equal({ response: true, data: null, method: 'customer.delete', message: 'customer deleted' });
    expect((await account.send('customer.exists', { customer_ident })).envelope.message).to.equal('customer does not exist');
    expect((await account.send('address.exists', { address_ident })).envelope.message).to.equal('address does not exist');
  });

  it('refuses an unknown customer', async () => {
    const { code, envelope } = await account.send('customer.delete', { customer_ident: 'cus_unknown' });

    expect(code).to.equal('customer_not_found');
    expect(envelope).to.deep.include({ response: false, data: null, message: 'customer not found' });
  });

  it('refuses a request without customer_ident', async () => {
    const { code, envelope } = await account.send('customer.delete', {});

    expect(code).to.equal('field_required');
    expect(envelope).to.deep.include({ response: false, data: null, message: 'customer_ident not set' });
  });

  it("leaves another account's customer alone", async () => {
    const stranger = await newAccount();
    const { customer_ident } = await stranger.client.customer.create({});

    const { envelope } = await account.send('customer.delete', { customer_ident });

    expect(envelope).to.deep.include({ response: false, message: 'customer not found' });
    expect(await stranger.client.customer.exists({ customer_ident })).to.deep.equal({ customer_ident });
  });

  it('removes a customer once when two calls meet', async () => {
    const { customer_ident } = await account.client.customer.create({});

    const answers = await Promise.all([1, 2, 3].map(() => account.send('customer.delete', { customer_ident })));

    expect(answers.filter(({ envelope }) => envelope.response)).to.have.length(1);
  });
});
