import { expect } from 'chai';
import { newAccount, type TestAccount } from '../support/account.ts';
import { articleNumbers, articleRow, upFrom } from '../support/articles.ts';
import { database } from '../support/servers.ts';

describe('article.create numbers', () => {
  let account: TestAccount;
  beforeEach(async () => {
    account = await newAccount();
  });

  const create = (fields: object = {}) => account.client.article.create({ article_title: 'Tea', ...fields });
  const createdNumber = async (fields: object = {}) =>
    (await account.client.article.read(await create(fields))).article_nr;

  it('count up from 10001', async () => {
    expect(await createdNumber()).to.equal('10001');
    expect(await createdNumber({ article_nr: '' })).to.equal('10002');
    expect(await createdNumber({ article_nr: '  ' })).to.equal('10003');
  });

  it('begin at the start that the account has set', async () => {
    account = await newAccount({ number_start: 7 });

    expect([await createdNumber(), await createdNumber()]).to.deep.equal(['7', '8']);
  });

  it('have a sequence of their own in each account', async () => {
    const stranger = await newAccount();
    await stranger.client.article.create({ article_title: 'Tea' });

    expect(await createdNumber()).to.equal('10001');
  });

  it('have another sequence than the customers', async () => {
    await account.client.customer.create({});

    expect(await createdNumber()).to.equal('10001');
  });

  it('may be set by hand, even twice', async () => {
    expect(await createdNumber({ article_nr: 'A-1' })).to.equal('A-1');
    expect(await createdNumber({ article_nr: 'A-1' })).to.equal('A-1');
    expect(await createdNumber()).to.equal('10001');
  });

  it('skip those that were set by hand', async () => {
    for (const article_nr of ['10001', '10003', '10004']) await create({ article_nr });

    expect([await createdNumber(), await createdNumber()]).to.deep.equal(['10002', '10005']);
  });

  it('skip those that an update set', async () => {
    const { article_ident } = await create({ article_nr: 'A-1' });
    await account.client.article.update({ article_ident, article_nr: '10001' });

    expect(await createdNumber()).to.equal('10002');
  });

  it("do not skip another account's", async () => {
    const stranger = await newAccount();
    await stranger.client.article.create({ article_title: 'Tea', article_nr: '10001' });

    expect(await createdNumber()).to.equal('10001');
  });

  it('leave no gap after refused creates', async () => {
    await create({ external_ident: 'E-1' });
    await account.send('article.create', { article_title: 'Tea', external_ident: 'E-1' });
    await account.send('article.create', { article_title: '' });
    await account.send('article.create', { article_title: 'Tea', article_price: '12abc' });

    expect(await createdNumber()).to.equal('10002');
  });

  it('are unique and without a gap when many creates meet [numbers-unique]', async () => {
    await Promise.all(upFrom(1, 200).map(() => create()));

    expect(await articleNumbers(account.id)).to.deep.equal(upFrom(10_001, 200));
  });

  it('are unique and without a gap in concurrent creates of several accounts', async () => {
    const accounts = [account, await newAccount(), await newAccount()] as const;

    const creates = upFrom(1, 50).flatMap(() =>
      accounts.map(({ client }) => client.article.create({ article_title: 'Tea' })),
    );
    await Promise.all(creates);

    for (const each of accounts) expect(await articleNumbers(each.id)).to.deep.equal(upFrom(10_001, 50));
  });

  it('skip thousands that were set by hand', async () => {
    const taken = upFrom(10_001, 3_000).filter((number) => number !== 12_345);
    await database()('articles').insert(taken.map((number) => articleRow(account.id, String(number))));

    expect([await createdNumber(), await createdNumber()]).to.deep.equal(['12345', '13001']);
  });

  it('are unique when creates with their own numbers run at the same time', async () => {
    const byHand = upFrom(0, 60).map((at) => create({ article_nr: String(10_001 + at * 2) }));
    const generated = await Promise.all(upFrom(0, 60).map(() => create()));
    await Promise.all(byHand);

    const read = await Promise.all(generated.map((made) => account.client.article.read(made)));

    expect(new Set(read.map(({ article_nr }) => article_nr))).to.have.property('size', 60);
  });
});
