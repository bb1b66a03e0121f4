import { expect } from 'chai';
import { newAddress, newCustomer } from '../support/customers.ts';
import { freshAccount } from '../support/fixtures.ts';
import { database } from '../support/servers.ts';

describe('version', () => {
  let customer_ident: string;
  let address_ident: string;
  let article_ident: string;
  const account = freshAccount();
  beforeEach(async () => {
    const made = { divergent_delivery_address: 1 as const, customer_nr: 'K-1', bill_email: 'a@example.com' };
    const own = await account.client.customer.create({ ...made, external_ident: 'E-1' });
    customer_ident = own.customer_ident;
    address_ident = own.address_ident as string;
    ({ article_ident } = await account.client.article.create({ article_title: 'Tea', article_sku: 'S-1' }));
  });

  const versions = async () => {
    const { customer, address_data } = await account.client.customer.read({ customer_ident });
    const address = address_data.find((each) => each.address_ident === address_ident)?.version;
    const article = (await account.client.article.read({ article_ident })).version;
    return { customer: customer.version, address, article };
  };
  type Name = keyof Awaited<ReturnType<typeof versions>>;

  const send = (method: string, body: object) => account.send(method, body);
  const changes: readonly (readonly [
    name: string,
    changed: readonly Name[],
    work: () => Promise<unknown>,
  ])[] = [
    ['customer.update', ['customer'], () => send('customer.update', { customer_ident, bill_city: 'Ulm' })],
    ['customer.update without a field', ['customer'], () => send('customer.update', { customer_ident })],
    ['address.create', ['customer'], () => newAddress(account, customer_ident)],
    [
      'address.update',
      ['customer', 'address'],
      () => send('address.update', { address_ident, delivery_city: 'Ulm' }),
    ],
    ['address.delete', ['customer', 'address'], () => send('address.delete', { address_ident })],
    ['article.update', ['article'], () => send('article.update', { article_ident, article_price: 1 })],
    ['the same value', ['article'], () => send('article.update', { article_ident, article_title: 'Tea' })],
    ['reads', [], versions],
    ['a refused update', [], () => send('customer.update', { customer_ident, bill_country: 'zz' })],
    ['a refused condition', [], () => send('article.update', { article_ident, if_version: 'v' })],
    [
      'a refused validate',
      [],
      async () => {
        await newCustomer(account, { customer_nr: 'K-2' });
        const sent = { customer_ident, validate: 'customer_nr', customer_nr: 'K-2' };
        expect((await send('customer.update', sent)).code).to.equal('value_exists');
      },
    ],
    [
      'changes of other records',
      [],
      async () => {
        const other = await newCustomer(account, { divergent_delivery_address: 1 });
        await newAddress(account, other);
        await send('customer.update', { customer_ident: other, bill_city: 'Ulm' });
        await account.client.article.create({ article_title: 'Tea' });
      },
    ],
    [
      'orders and their sales',
      [],
      () => account.internal('order.create', { customer_ident, items: [{ article_ident, quantity: 2 }] }),
    ],
  ];
  for (const [name, changed, work] of changes)
    it(`${changed.length > 0 ? `of ${changed.join(' and ')} changes` : 'stays'} with ${name}`, async () => {
      const before = await versions();

      await work();

      const after = await versions();
      const different = (['customer', 'address', 'article'] as const).filter(
        (each) => after[each] !== before[each],
      );
      expect(different).to.deep.equal(changed);
    });

  it('is the same in every read of the same record', async () => {
    const { client } = account;
    await newCustomer(account, { customer_nr: 'K-1' });
    const { customer, article, address } = await versions();
    const byNumber = await client.customer.read({ customer_identifier: 'customer_nr', customer_nr: 'K-1' });
    const fields = ['address_version' as const];
    const found = await client.customer.find({ by: 'customer_nr', values: ['K-1'], fields });
    const plain = await client.customer.find({ by: 'bill_email', values: ['a@example.com'] });

    expect([byNumber.customer.version, byNumber.customers?.[0]?.version]).to.deep.equal([customer, customer]);
    expect(found.customers[0]).to.include({ version: customer, address_version: address });
    expect(plain.customers[0]).to.include({ version: customer });
    expect((await client.address.read({ address_ident })).address.version).to.equal(address);
    const bySku = await client.article.read({ article_identifier: 'sku', article_sku: 'S-1' });
    const [foundBySku] = (await client.article.find({ by: 'article_sku', values: ['S-1'] })).articles;
    expect([bySku.version, foundBySku?.version]).to.deep.equal([article, article]);
  });

  it('of a customer never repeats, whatever happens to its addresses', async () => {
    const seen = [(await versions()).customer];
    const added: string[] = [];
    for (const step of ['+', '+', '-', '+', '-', '-', 'u', '+', 'u', '-', '+']) {
      if (step === '+') added.push(await newAddress(account, customer_ident));
      else if (step === '-') await send('address.delete', { address_ident: added.pop() });
      else await send('address.update', { address_ident: added[0] ?? address_ident });
      seen.push((await versions()).customer);
    }

    expect(new Set(seen).size).to.equal(seen.length);
  });

  it('changes with two updates of one second', async () => {
    const seen = new Set([(await versions()).article]);
    for (let index = 0; index < 4; index += 1) {
      await send('article.update', { article_ident });
      seen.add((await versions()).article);
    }

    expect(seen.size).to.equal(5);
  });

  it('differs from one with the same count before a restored backup', async () => {
    const before = await versions();

    for (const table of ['customers', 'addresses', 'articles'])
      await database()(table)
        .where({ account_id: account.id })
        .update({ date_updated: '2031-01-01 00:00:00' });

    const after = await versions();
    for (const name of ['customer', 'address', 'article'] as const)
      expect(after[name]).not.to.equal(before[name]);
  });

  it('is ignored in creates and updates', async () => {
    for (const sent of ['v', '', null, 7, { no: 'sense' }]) {
      const created = await send('article.create', { article_title: 'Tea', version: sent });
      const updated = await send('article.update', { article_ident, version: sent });
      expect([created.envelope.message, updated.envelope.message]).to.deep.equal([
        'article created',
        'article updated',
      ]);
      expect(updated.envelope.data).to.deep.equal({ article_ident });
    }
  });
});
