import { expect } from 'chai';
import { newAccount, type TestAccount } from '../support/account.ts';
import { articleRow, upFrom } from '../support/articles.ts';
import { freshAccount } from '../support/fixtures.ts';
import { articleKind, customerKind, recordKinds } from '../support/recordKinds.ts';
import { database } from '../support/servers.ts';
import { runSet } from '../support/sets.ts';
import { storedRow, storedRows } from '../support/stored.ts';

for (const kind of recordKinds) {
  const { resource, table, ident, number, needed, create } = kind;
  const method = `${resource}.create` as const;

  describe(`numbers of ${method}`, () => {
    const account = freshAccount();

    const createdNumber = async (fields: object = {}, by = account) =>
      (await storedRow(table, by.id, { [ident]: await create(by, fields) }))[number];
    const createdNumbers = async (count: number, by = account) => {
      const numbers: unknown[] = [];
      for (let index = 0; index < count; index += 1) numbers.push(await createdNumber({}, by));
      return numbers;
    };
    const storedNumbers = async ({ id }: TestAccount) =>
      (await storedRows(table, id)).map((row) => Number(row[number])).toSorted((one, other) => one - other);

    it('count up from 10001', async () => {
      expect(await createdNumbers(3)).to.deep.equal(['10001', '10002', '10003']);
    });

    it("begin with the account's own start", async () => {
      expect(await createdNumbers(2, await newAccount({ number_start: 7 }))).to.deep.equal(['7', '8']);
    });

    it('are given when the number is empty or blank', async () => {
      expect(await createdNumber({ [number]: '' })).to.equal('10001');
      expect(await createdNumber({ [number]: ' \t\u0007 ' })).to.equal('10002');
    });

    it('are not given when a number is sent, which may repeat', async () => {
      for (const sent of ['K-1', 'K-1', '0', '00010001', '-1'])
        expect(await createdNumber({ [number]: sent })).to.equal(sent);
      const given = await createdNumber();

      expect(given).to.equal('10001');
      expect(await createdNumber({ [number]: '10001' })).to.equal(given);
    });

    it('skip those that were set by hand', async () => {
      for (const byHand of ['10001', '10002', '10004']) await create(account, { [number]: byHand });

      expect(await createdNumbers(3)).to.deep.equal(['10003', '10005', '10006']);
    });

    it('skip those that an update has set', async () => {
      await account.send(`${resource}.update`, { [ident]: await create(account), [number]: '10002' });

      expect(await createdNumber()).to.equal('10003');
    });

    it('skip those that are sent in the same set, in any order', async () => {
      const sent = [{}, { [number]: '10001' }, {}, { [number]: '10003' }];

      const replies = await runSet(
        method,
        sent.map((fields) => [account, { ...needed, ...fields }] as const),
      );

      const rows = replies.map(({ data }) => storedRow(table, account.id, { [ident]: data?.[ident] }));
      const numbers = (await Promise.all(rows)).map((row) => row[number]);
      expect(numbers).to.deep.equal(['10002', '10001', '10004', '10003']);
    });

    it('are counted for each account and resource, and skip no numbers of others', async () => {
      const stranger = await newAccount();
      const other = kind === customerKind ? articleKind : customerKind;
      await create(stranger, { [number]: '10001' });
      await other.create(account, { [other.number]: '10001' });
      await other.create(account);

      expect(await createdNumber()).to.equal('10001');
      expect(await createdNumber({}, stranger)).to.equal('10002');
    });

    it('are counted for each account within one set', async () => {
      const stranger = await newAccount({ number_start: 500 });

      await runSet(
        method,
        [account, stranger, stranger, account, stranger].map((each) => [each, needed] as const),
      );

      expect(await storedNumbers(account)).to.deep.equal([10_001, 10_002]);
      expect(await storedNumbers(stranger)).to.deep.equal([500, 501, 502]);
    });

    it('have no gap after refused creates', async () => {
      await create(account, { external_ident: 'E-1' });
      const wrong = kind === customerKind ? { public_authority_id: '1-06' } : { article_title: '' };

      for (const fields of [{ external_ident: 'E-1' }, { date_created: 'x' }, { colour: 'red' }, wrong])
        expect((await account.send(method, { ...needed, ...fields })).envelope.response).to.equal(false);

      expect(await createdNumber()).to.equal('10002');
    });

    it('have no gap when creates of the same set are refused', async () => {
      const sent = [{ external_ident: 'E-1' }, { external_ident: 'E-1' }, {}, { external_ident: 'E-1' }, {}];

      await runSet(
        method,
        sent.map((each) => [account, { ...needed, ...each }] as const),
      );

      expect(await storedNumbers(account)).to.deep.equal([10_001, 10_002, 10_003]);
    });

    it('are not given again after a record was deleted', async () => {
      await account.send(`${resource}.delete`, { [ident]: await create(account) });

      expect(await createdNumber()).to.equal('10002');
    });

    it('are unique and without a gap in concurrent creates of several accounts (120 at once) [numbers-unique]', async () => {
      const accounts = [account, await newAccount(), await newAccount()];

      await Promise.all(upFrom(1, 40).flatMap(() => accounts.map((each) => create(each))));

      for (const each of accounts) expect(await storedNumbers(each)).to.deep.equal(upFrom(10_001, 40));
    });

    it('are unique when creates with their own numbers run at the same time', async () => {
      const byHand = upFrom(0, 40).map((index) => create(account, { [number]: `${10_001 + index * 2}` }));
      const generated = await Promise.all(upFrom(0, 40).map(() => createdNumber()));
      await Promise.all(byHand);

      expect(new Set(generated)).to.have.property('size', 40);
    });
  });
}

it('numbers skip thousands that were set by hand', async () => {
  const account = await newAccount();
  const taken = upFrom(10_001, 3_000).filter((number) => number !== 12_345);
  await database()('articles').insert(taken.map((number) => articleRow(account.id, String(number))));

  for (const free of ['12345', '13001']) {
    const article_ident = await articleKind.create(account);
    expect(await storedRow('articles', account.id, { article_ident })).to.include({ article_nr: free });
  }
});
