import { expect } from 'chai';
import { newAccount, type TestAccount } from '../support/account.ts';
import { expectDone, expectRefused } from '../support/answers.ts';
import { changesBy } from '../support/changes.ts';
import { addAddresses, addArticles } from '../support/manyRows.ts';
import { storedRows } from '../support/stored.ts';
import { withTransaction } from '../support/transactions.ts';

const method = 'account.empty';
const tables = ['customers', 'addresses', 'articles'] as const;

describe(method, () => {
  let account: TestAccount;
  beforeEach(async () => {
    account = await newAccount({ is_sandbox: 1 });
  });

  const expectEmptied = async (deleted: number, is_empty: number) =>
    expectDone(await account.send(method, {}), method, 'records deleted', { deleted, is_empty });
  const rowsOf = async ({ id }: TestAccount) =>
    (await Promise.all(tables.map((table) => storedRows(table, id)))).flat();

  it('deletes customers with their addresses, and articles, and lists each of them as deleted', async () => {
    const customer = await account.client.customer.create({ divergent_delivery_address: 1 });
    const { article_ident } = await account.client.article.create({ article_title: 'Tea' });
    const other = await newAccount({ is_sandbox: 1 });
    await other.client.customer.create({ divergent_delivery_address: 1 });

    const lines = await changesBy(account, () => expectEmptied(2, 1));

    expect(lines).to.deep.equal([
      `deleted address ${customer.address_ident}`,
      `deleted customer ${customer.customer_ident}`,
      `deleted article ${article_ident}`,
    ]);
    expect(await rowsOf(account)).to.deep.equal([]);
    expect(await rowsOf(other)).to.have.length(2);
  });

  it('refuses another account, and leaves its records', async () => {
    account = await newAccount();
    await account.client.customer.create({});

    expectRefused(await account.send(method, {}), method, {
      code: 'account_not_sandbox',
      message: "account is not a sandbox: its records can't be deleted all at once",
    });
    expect(await rowsOf(account)).to.have.length(1);
  });

  it('has nothing to do in an empty account', () => expectEmptied(0, 1));

  it('deletes a bounded number with each call, and says whether to call again', async () => {
    await addArticles(account.id, 'S-1', 1_001);

    await expectEmptied(1_000, 0);
    await expectEmptied(1, 1);
  });

  it('deletes fewer customers with one call if they have many addresses', async () => {
    const customers = [];
    for (let index = 0; index < 3; index += 1) customers.push(await account.client.customer.create({}));
    for (const { customer_ident } of customers) await addAddresses(account.id, customer_ident, 3_000);

    await expectEmptied(1, 0);
    await expectEmptied(1, 0);
    await expectEmptied(1, 1);
    expect(await rowsOf(account)).to.deep.equal([]);
  });

  it('deletes a customer with more addresses than one transaction removes', async () => {
    const { customer_ident } = await account.client.customer.create({});
    await addAddresses(account.id, customer_ident, 10_001);

    await expectEmptied(1, 1);
    expect(await rowsOf(account)).to.deep.equal([]);
  });

  it('leaves a record that another call has locked, without waiting for it', async () => {
    const { article_ident } = await account.client.article.create({ article_title: 'Tea' });
    await account.client.article.create({ article_title: 'Coffee' });

    await withTransaction(async (other) => {
      await other('articles').where({ account_id: account.id, article_ident }).forUpdate();
      await expectEmptied(1, 0);
    });
    await expectEmptied(1, 1);
  });

  it('lets generated numbers begin again when nothing is left', async () => {
    const create = async () => {
      const { customer_ident } = await account.client.customer.create({});
      return (await account.client.customer.read({ customer_ident })).customer.customer_nr;
    };
    const numbers = [await create(), await create()];
    await expectEmptied(2, 1);

    expect(numbers).to.deep.equal(['10001', '10002']);
    expect(await create()).to.equal('10001');
  });

  it('answers a repeated create as before, and creates nothing', async () => {
    const create = () => account.send('article.create', { article_title: 'Tea' }, 'key');
    const first = await create();
    await expectEmptied(1, 1);

    expect((await create()).envelope).to.deep.equal(first.envelope);
    expect(await rowsOf(account)).to.deep.equal([]);
  });

  it('runs beside creates and other calls of itself', async () => {
    const create = () => account.client.customer.create({ divergent_delivery_address: 1 });
    const empty = () => account.client.account.empty({});
    const works = Array.from({ length: 60 }, (_, index) => (index % 3 === 0 ? empty() : create()));
    await Promise.all(works);
    while ((await empty()).is_empty === 0);

    expect(await rowsOf(account)).to.deep.equal([]);
    const sequences = await storedRows('number_sequences', account.id);
    expect(sequences.map(({ next_number }) => next_number)).to.deep.equal([10_001, 10_001, 10_001]);
  });

  it('refuses fields', async () => {
    expect(await account.send(method, { resources: ['customer'] })).to.include({ code: 'field_unknown' });
  });
});
