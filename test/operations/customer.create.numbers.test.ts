import { expect } from 'chai';
import { newAccount, type TestAccount } from '../support/account.ts';
import { newCustomer, readCustomer } from '../support/customers.ts';
import { runSet } from '../support/sets.ts';
import { storedRows } from '../support/stored.ts';

const method = 'customer.create';

describe('customer.create numbers', () => {
  let account: TestAccount;
  beforeEach(async () => {
    account = await newAccount();
  });

  const createdNumber = async (fields: object = {}, by = account) =>
    (await readCustomer(by, await newCustomer(by, fields))).customer_nr;
  const storedNumbers = async ({ id }: TestAccount) =>
    (await storedRows('customers', id)).map((row) => row.customer_nr);

  it('count up from 10001', async () => {
    expect([await createdNumber(), await createdNumber(), await createdNumber()]).to.deep.equal([
      '10001',
      '10002',
      '10003',
    ]);
  });

  it("begin with the account's own start", async () => {
    account = await newAccount({ number_start: 7 });

    expect([await createdNumber(), await createdNumber()]).to.deep.equal(['7', '8']);
  });

  it('are given when the number is empty or blank', async () => {
    expect(await createdNumber({ customer_nr: '' })).to.equal('10001');
    expect(await createdNumber({ customer_nr: ' \t\u0007 ' })).to.equal('10002');
  });

  it('are not given when a number is sent', async () => {
    for (const customer_nr of ['K-1', '0', '00010001', '-1']) {
      expect(await createdNumber({ customer_nr })).to.equal(customer_nr);
    }
    expect(await createdNumber()).to.equal('10001');
  });

  it('may repeat when they are set by hand', async () => {
    for (const customer_nr of ['K-1', 'K-1', '10001', '10001']) {
      expect(await createdNumber({ customer_nr })).to.equal(customer_nr);
    }
  });

  it('may repeat one that was generated when they are set by hand', async () => {
    expect([await createdNumber(), await createdNumber({ customer_nr: '10001' })]).to.deep.equal([
      '10001',
      '10001',
    ]);
  });

  it('skip those that were set by hand', async () => {
    for (const customer_nr of ['10001', '10002', '10004']) await newCustomer(account, { customer_nr });

    expect([await createdNumber(), await createdNumber(), await createdNumber()]).to.deep.equal([
      '10003',
      '10005',
      '10006',
    ]);
  });

  it('skip many that were set by hand', async () => {
    const byHand = Array.from({ length: 70 }, (_, at) => String(10_001 + at));
    await Promise.all(byHand.map((customer_nr) => newCustomer(account, { customer_nr })));

    expect([await createdNumber(), await createdNumber()]).to.deep.equal(['10071', '10072']);
  });

  it('skip those that an update has set', async () => {
    const customer_ident = await newCustomer(account);
    await account.client.customer.update({ customer_ident, customer_nr: '10002' });

    expect(await createdNumber()).to.equal('10003');
  });

  it('skip those that are sent in the same set, in any order', async () => {
    const replies = await runSet(
      method,
      [{}, { customer_nr: '10001' }, {}, { customer_nr: '10003' }].map(
        (fields) => [account, fields] as const,
      ),
    );

    const read = await Promise.all(
      replies.map(({ data }) => readCustomer(account, data?.customer_ident as string)),
    );
    expect(read.map(({ customer_nr }) => customer_nr)).to.deep.equal(['10002', '10001', '10004', '10003']);
  });

  it('are counted for each account and resource, and skip no numbers of others', async () => {
    const stranger = await newAccount();
    await newCustomer(stranger, { customer_nr: '10001' });
    await account.client.article.create({ article_title: 'Tea', article_nr: '10001' });
    await account.client.article.create({ article_title: 'Tea' });

    expect(await createdNumber()).to.equal('10001');
    expect(await createdNumber({}, stranger)).to.equal('10002');
  });

  it('are counted for each account within one set', async () => {
    const stranger = await newAccount({ number_start: 500 });
    const accounts = [account, stranger, stranger, account, stranger];

    await runSet(
      method,
      accounts.map((each) => [each, {}] as const),
    );

    expect(await storedNumbers(account)).to.have.members(['10001', '10002']);
    expect(await storedNumbers(stranger)).to.have.members(['500', '501', '502']);
  });

  it('have no gap after refused creates', async () => {
    await newCustomer(account, { external_ident: 'E-1' });
    const refused = [
      { external_ident: 'E-1' },
      { bill_country: 'zz' },
      { colour: 'red' },
      { public_authority_id: '1-06' },
    ];

    for (const fields of refused) {
      expect((await account.send(method, fields)).envelope.response).to.equal(false);
    }
    expect(await createdNumber()).to.equal('10002');
  });

  it('have no gap when creates of the same set are refused', async () => {
    const fields = [{ external_ident: 'E-1' }, { external_ident: 'E-1' }, {}, { external_ident: 'E-1' }, {}];

    await runSet(
      method,
      fields.map((each) => [account, each] as const),
    );

    expect(await storedNumbers(account)).to.have.members(['10001', '10002', '10003']);
  });

  it('are not given again after a customer was deleted', async () => {
    await account.client.customer.delete({ customer_ident: await newCustomer(account) });

    expect(await createdNumber()).to.equal('10002');
  });
});
