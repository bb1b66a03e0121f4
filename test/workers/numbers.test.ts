import { expect } from 'chai';
import type { Knex } from 'knex';
import type { Call } from '../../shared/wire/call.ts';
import { implementations } from '../../workers/operations/implementations.ts';
import { SetRunner } from '../../workers/sets/setRunner.ts';
import { sequenceLock } from '../../workers/stores/locks.ts';
import type { Scoped } from '../../workers/stores/scope.ts';
import { Stores } from '../../workers/stores/stores.ts';
import { newAccount } from '../support/account.ts';
import { articleRow, upFrom } from '../support/articles.ts';
import { callOf } from '../support/calls.ts';
import { freshAccount } from '../support/fixtures.ts';
import { database } from '../support/servers.ts';
import { quietRunner, setRunner } from '../support/setRunners.ts';
import { withTransaction } from '../support/transactions.ts';

describe('numbers store', () => {
  const account = freshAccount();

  const textsFrom = (start: number, count: number) => upFrom(start, count).map(String);
  const open = (count: number, { id } = account) =>
    Array.from({ length: count }, () => ({ account: id, number: '' }));
  const take = (numbers: readonly string[]) =>
    database()('articles').insert(numbers.map((number) => articleRow(account.id, number)));
  const next = async () => {
    const row = await database()('number_sequences')
      .where({ account_id: account.id, resource: 'article' })
      .first();
    return Number(row.next_number);
  };

  /** Gives numbers in a transaction; also returns the number of look-ups. */
  async function assign(requests: readonly { account: number; number: string }[]) {
    let lookUps = 0;
    const numbers = await database().transaction(async (transaction: Knex.Transaction) => {
      const awaited = sequenceLock(account.id);
      const { articles, numbers: store } = new Stores(transaction, { awaited });
      const taken = (wanted: readonly Scoped[]) => {
        lookUps += 1;
        return articles.takenNumbers(wanted);
      };
      return store.assign(
        'article',
        requests.map((request, owner) => ({ owner, ...request })),
        { takenNumbers: taken },
      );
    });
    return { numbers: [...numbers.values()], lookUps };
  }

  it('gives consecutive numbers in the order of the requests', async () => {
    expect((await assign(open(3))).numbers).to.deep.equal(['10001', '10002', '10003']);
    expect((await assign(open(2))).numbers).to.deep.equal(['10004', '10005']);
    expect(await next()).to.equal(10_006);
  });

  it('leaves numbers set by hand as they are, and skips them in the same set', async () => {
    const byHand = ['10002', 'A-1'].map((number) => ({ account: account.id, number }));
    const [first, second] = byHand as [(typeof byHand)[0], (typeof byHand)[0]];

    const { numbers } = await assign([first, ...open(2), second]);

    expect(numbers).to.deep.equal(['10002', '10001', '10003', 'A-1']);
  });

  it('does not touch the sequence when every number is set by hand', async () => {
    const { numbers, lookUps } = await assign([{ account: account.id, number: '10001' }]);

    expect({ numbers, lookUps }).to.deep.equal({ numbers: ['10001'], lookUps: 0 });
    expect(await next()).to.equal(10_001);
  });

  it('skips thousands of numbers set by hand in a few look-ups', async () => {
    await take(textsFrom(10_001, 3_000));

    const { numbers, lookUps } = await assign(open(3));

    expect(numbers).to.deep.equal(['13001', '13002', '13003']);
    expect(lookUps).to.be.at.most(10);
    expect(await next()).to.equal(13_004);
  });

  it('skips more numbers than are looked up at once', async () => {
    for (const start of [10_001, 15_001, 20_001]) await take(textsFrom(start, 5_000));

    const { numbers, lookUps } = await assign(open(2));

    expect(numbers).to.deep.equal(['25001', '25002']);
    expect(lookUps).to.be.at.most(15);
  });

  it('goes on in other transactions, apart from other accounts, behind more than one may look up', async () => {
    for (const start of [10_001, 15_001, 20_001, 25_001, 30_001]) await take(textsFrom(start, 5_000));
    const other = await newAccount();
    const calls = [account, other].map(({ id }) => callOf('article.create', id, { article_title: 'Tea' }));
    const [ours, theirs] = calls as [Call<object>, Call<object>];
    const runner = new SetRunner(implementations['article.create'], { ...quietRunner, database: database() });

    const first = await runner.run(calls);
    const later = await runner.run([ours]);

    expect([...first.replies.keys()]).to.deep.equal([theirs]);
    expect([...first.lockedCalls.values()]).to.deep.equal([
      { lock: sequenceLock(account.id), calls: [ours] },
    ]);
    expect([...later.replies.keys()]).to.deep.equal([ours]);
    expect(await next()).to.equal(35_002);
  });

  it('divides a set that needs more numbers than one transaction finds', async () => {
    await take(textsFrom(10_001, 42_000).filter((number) => Number(number) % 3_000 !== 0));
    const calls = Array.from({ length: 12 }, () =>
      callOf('article.create', account.id, { article_title: 'Tea' }),
    );

    const replies = await setRunner('article.create').run(calls);

    expect(replies.map((reply) => reply?.kind)).to.deep.equal(calls.map(() => 'done'));
    expect(await next()).to.equal(45_001);
  });

  it('fills the gaps between numbers set by hand', async () => {
    await take(textsFrom(10_001, 2_000).filter((number) => Number(number) % 100 !== 0));

    const { numbers } = await assign(open(256));

    expect(numbers.slice(0, 20)).to.deep.equal(
      Array.from({ length: 20 }, (_, index) => String(10_100 + index * 100)),
    );
    expect(numbers.slice(20)).to.deep.equal(textsFrom(12_001, 236));
    expect(await next()).to.equal(12_237);
  });

  it('skips no number that it has looked up and not given', async () => {
    await take(['10001', '10002', '10003']);
    await assign(open(1));

    expect((await assign(open(1))).numbers).to.deep.equal(['10005']);
  });

  it('uses the sequence of each account in one set', async () => {
    const stranger = await newAccount({ number_start: 1 });
    await take(textsFrom(10_001, 500));

    const { numbers } = await assign([...open(2), ...open(2, stranger), ...open(1)]);

    expect(numbers).to.deep.equal(['10501', '10502', '1', '2', '10503']);
  });

  it('ignores other texts that look like a number', async () => {
    await take(['010001', '10001 a', '10001.0', '+10001']);

    expect((await assign(open(1))).numbers).to.deep.equal(['10001']);
  });

  it('leaves no gap after a transaction that was rolled back', async () => {
    await withTransaction(async (other) => {
      await new Stores(other).numbers.assign(
        'article',
        open(5).map((request, owner) => ({ owner, ...request })),
        { takenNumbers: async () => new Set() },
      );
    });

    expect((await assign(open(1))).numbers).to.deep.equal(['10001']);
  });

  it('gives distinct numbers to concurrent transactions', async () => {
    const given = await Promise.all(Array.from({ length: 12 }, () => assign(open(10))));

    const numbers = given.flatMap(({ numbers }) => numbers).toSorted();
    expect(numbers).to.deep.equal(textsFrom(10_001, 120));
  });

  it('writes the sequence when an update validates a number and is accepted, and at no other time', async () => {
    const { article_ident } = await account.client.article.create({ article_title: 'Tea' });
    await take(['A-1']);
    const validations = async () => {
      const rows = await database()('number_sequences').where({ account_id: account.id }).orderBy('resource');
      return rows.map((row) => `${row.resource} ${row.validations}`);
    };
    const update = (request: object) => account.send('article.update', { article_ident, ...request });
    await update({ validate: 'article_nr', article_nr: 'A-1' });
    await update({ validate: 'article_sku', article_sku: 'S-1' });
    await update({ article_nr: 'A-2' });

    const before = await validations();
    await update({ validate: 'article_nr', article_nr: 'A-3' });

    expect(before).to.deep.equal(['article 0', 'customer 0', 'invoice 0']);
    expect(await validations()).to.deep.equal(['article 1', 'customer 0', 'invoice 0']);
    expect(await next()).to.equal(10_002);
  });
});
