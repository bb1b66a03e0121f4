import { install } from '@sinonjs/fake-timers';
import { expect } from 'chai';
import { BatchLimiter } from '../../../gateway/batch/batchLimiter.ts';
import { maxBatchBytes } from '../../../shared/contract/values/contractLimits.ts';
import { until } from '../../support/until.ts';

describe('batch limiter', () => {
  let now: number;
  let batchLimiter: BatchLimiter;
  const callClient = { lastSingleCallAt: 0 };
  let entered: string[];
  let leaves: Map<string, () => void>;
  beforeEach(() => begin());
  afterEach(() => {
    for (const leave of leaves.values()) leave();
  });

  const begin = (options: { readonly maxWaitMs?: number; readonly sliceMs?: number } = {}) => {
    now = 0;
    callClient.lastSingleCallAt = Number.NEGATIVE_INFINITY;
    batchLimiter = new BatchLimiter({
      maxWaitMs: 25_000,
      sliceMs: 25_000,
      ...options,
      callClient,
      now: () => now,
    });
    entered = [];
    leaves = new Map();
  };
  /** Lets everything happen that does not have to wait. */
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const enter = (name: string, account = 1, bytes = 65_536) => {
    // Batches that the test before left waiting may enter while this one runs.
    const [itsEntered, itsLeaves] = [entered, leaves];
    return batchLimiter.acquire(account, bytes).then((release) => {
      itsEntered.push(release ? name : `${name} refused`);
      if (release) itsLeaves.set(name, release);
    });
  };
  const leave = async (name: string) => {
    leaves.get(name)?.();
    leaves.delete(name);
    await settled();
  };
  const leaveAll = async () => {
    while (leaves.size > 0) await leave([...leaves.keys()][0] as string);
  };

  it('lets several in while there are no single calls', async () => {
    for (let index = 0; index < 10; index += 1) void enter(`${index}`, index);
    await settled();

    expect(entered).to.have.length(8);
    await leave('0');
    expect(entered).to.have.length(9);
  });

  it('lets one in at a time beside single calls, in their order [batches-yield]', async () => {
    callClient.lastSingleCallAt = now;
    for (const name of ['a', 'b', 'c']) void enter(name);
    await settled();

    expect(entered).to.deep.equal(['a']);
    await leave('a');
    expect(entered).to.deep.equal(['a', 'b']);
    await leave('b');
    expect(entered).to.deep.equal(['a', 'b', 'c']);
  });

  it('lets small ones share the place beside single calls, and none past a large one that waits', async () => {
    callClient.lastSingleCallAt = now;
    for (let index = 0; index < 65; index += 1) void enter(`s${index}`, 1, 1_000);
    await settled();
    expect(entered).to.have.length(64);

    for (const name of ['s0', 's1']) await leave(name);
    expect(entered).to.include('s64');
    void enter('large', 2);
    void enter('late', 1, 1_000);
    await settled();
    expect(entered).to.have.length(65);
    await leaveAll();
    expect(entered.slice(-2)).to.deep.equal(['large', 'late']);
  });

  it('lets several in again when there were no single calls for a second', async () => {
    callClient.lastSingleCallAt = now;
    for (const name of ['a', 'b', 'c']) void enter(name);
    await settled();
    now = 1_001;

    await leave('a');

    expect(entered).to.deep.equal(['a', 'b', 'c']);
  });

  it('lets accounts take turns, even more than two', async () => {
    callClient.lastSingleCallAt = now;
    for (const name of ['a1', 'a2', 'a3']) void enter(name, 1);
    for (const name of ['b1', 'b2']) void enter(name, 2);
    void enter('c1', 3);
    await settled();
    await leaveAll();

    expect(entered).to.deep.equal(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('does not let a slow batch keep out others, nor its account enter twice before them', async () => {
    const timers = install({ toFake: ['setTimeout', 'clearTimeout'] });
    begin({ sliceMs: 1 });
    callClient.lastSingleCallAt = now;
    for (const name of ['a1', 'a2']) void enter(name, 1);
    for (const name of ['b1', 'b2']) void enter(name, 2);
    await settled();

    timers.tick(1);
    await settled();
    expect(entered).to.deep.equal(['a1', 'b1']);
    await leave('b1');
    expect(entered).to.deep.equal(['a1', 'b1', 'b2']);
    await leave('b2');
    expect(entered).to.deep.equal(['a1', 'b1', 'b2', 'a2']);
    await leaveAll();
    timers.uninstall();
  });

  it('lets an account have four slow batches at most beside those of others', async () => {
    begin({ sliceMs: 1 });
    callClient.lastSingleCallAt = now;
    await enter('b', 2);
    for (let index = 0; index < 6; index += 1) void enter(`a${index}`, 1);

    await until(() => entered.length === 5);
    await enter('c', 3);

    expect(entered).to.deep.equal(['b', 'a0', 'a1', 'a2', 'a3', 'c']);
  });

  it('lets an account have eight batches while there are no others, and lets the next account in before more', async () => {
    for (let index = 0; index < 10; index += 1) void enter(`a${index}`, 1);
    await settled();
    expect(entered).to.have.length(8);

    void enter('b', 2);
    await leave('a0');

    expect(entered.slice(8)).to.deep.equal(['b']);
    await leaveAll();
  });

  it('gives room to wait to the account with the fewest bytes, and refuses the newest of the account with the most', async () => {
    callClient.lastSingleCallAt = now;
    for (let index = 0; index < 17; index += 1) void enter(`a${index}`, 1, maxBatchBytes);
    await settled();
    expect(entered, 'room for sixteen, of one account too').to.deep.equal(['a0']);

    for (let index = 0; index < 9; index += 1) void enter(`b${index}`, 2, maxBatchBytes);
    await settled();

    const refused = entered.filter((name) => name.endsWith('refused'));
    expect(refused).to.have.members([
      ...[16, 15, 14, 13, 12, 11, 10, 9].map((index) => `a${index} refused`),
      'b8 refused',
    ]);
    await leaveAll();
    expect(entered.filter((name) => name.startsWith('b') && !name.endsWith('refused'))).to.have.length(8);
  });

  it('lets 256 small batches wait, and makes room for a large one by the newest of them', async () => {
    callClient.lastSingleCallAt = now;
    for (let index = 0; index < 258; index += 1) void enter(`a${index}`);
    await settled();
    expect(entered).to.deep.equal(['a0', 'a257 refused']);

    void enter('b', 2, maxBatchBytes);
    await settled();

    const refused = Array.from({ length: 16 }, (_, index) => `a${256 - index} refused`);
    expect(entered.slice(2)).to.have.members(refused);
    await leaveAll();
    expect(entered).to.include('b');
  });

  it('takes nobody the room to wait for a batch that is refused all the same', async () => {
    callClient.lastSingleCallAt = now;
    void enter('inside', 3);
    for (let index = 0; index < 8; index += 1) void enter(`a${index}`, 1, maxBatchBytes);
    for (const name of ['a8', 'a9']) void enter(name, 1);
    for (let index = 0; index < 7; index += 1) void enter(`b${index}`, 2, maxBatchBytes);
    void enter('b7', 2);

    await enter('b8', 2, maxBatchBytes);

    expect(entered).to.deep.equal(['inside', 'b8 refused']);
    await leaveAll();
  });

  it('refuses a batch that waited too long', async () => {
    begin({ maxWaitMs: 1 });
    callClient.lastSingleCallAt = now;
    void enter('a');

    await enter('b');

    expect(entered).to.deep.equal(['a', 'b refused']);
    await leave('a');
    await enter('c');
    expect(entered).to.deep.equal(['a', 'b refused', 'c']);
  });
});
