import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { storedRow } from '../support/stored.ts';

describe('customer.put', () => {
  it('takes the term of credit of the account for a new customer, and keeps that of a known one', async () => {
    const account = await newAccount({ term_of_credit: 21 });
    const fields = { external_ident: 'E-1' };

    await account.send('customer.put', { ...fields, bill_city: 'Berlin' });
    expect(await storedRow('customers', account.id, fields)).to.include({ term_of_credit: 21 });
    await account.send('customer.put', { ...fields, term_of_credit: 7 });
    await account.send('customer.put', { ...fields, bill_city: 'Potsdam' });

    expect(await storedRow('customers', account.id, fields)).to.include({ term_of_credit: 7, revision: 2 });
  });

  it('gives a new Leitweg-ID to orders without an invoice number, like an update', async () => {
    const account = await newAccount();
    const customer = { external_ident: 'E-1', public_authority_id: '04011000-1234512345-06' };
    const { customer_ident } = await account.client.customer.create({ external_ident: 'E-1' });
    const article = await account.client.article.create({ article_title: 'Tea' });
    await account.internal('order.create', { customer_ident, items: [{ ...article, quantity: 1 }] });

    const { envelope } = await account.send('customer.put', customer);

    expect(envelope.data).to.deep.equal({ customer_ident, result: 'updated' });
    const { public_authority_id } = customer;
    expect(await storedRow('orders', account.id, {})).to.include({ public_authority_id });
  });
});
