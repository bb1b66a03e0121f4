import { expect } from 'chai';
import { Turnstile } from '../../gateway/batch/turnstile.ts';

describe('turnstile of batches', () => {
  let now: number;
  let turnstile: Turnstile;
  let entered: string[];
  beforeEach(() => {
    now = 0;
    turnstile = new Turnstile({ patienceMs: 5_000, now: () => now });
    entered = [];
  });

  /** Lets everything happen that does not have to wait. */
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const enter = (name: string, account = 1) =>
    turnstile.enter(account).then((mayEnter) => entered.push(mayEnter ? name : `${name} refused`));
  const leave = async () => {
    turnstile.leave();
    await settled();
  };

  it('lets several in while nobody makes single calls', async () => {
    for (let at = 0; at < 10; at += 1) void enter(`${at}`);
    await settled();

    expect(entered).to.have.length(8);
    await leave();
    expect(entered).to.have.length(9);
    await leave();
  });

  it('lets one in at a time beside single calls, in their order', async () => {
    turnstile.singleCall();
    for (const name of ['a', 'b', 'c']) void enter(name);
    await settled();

    expect(entered).to.deep.equal(['a']);
    await leave();
    expect(entered).to.deep.equal(['a', 'b']);
    await leave();
    expect(entered).to.deep.equal(['a', 'b', 'c']);
  });

  it('lets several in again when there were no single calls for a second', async () => {
    turnstile.singleCall();
    for (const name of ['a', 'b', 'c']) void enter(name);
    await settled();
    now = 1_001;

    await leave();

    expect(entered).to.deep.equal(['a', 'b', 'c']);
  });

  it('lets accounts take turns', async () => {
    turnstile.singleCall();
    for (const name of ['a1', 'a2', 'a3']) void enter(name, 1);
    void enter('b1', 2);
    for (let at = 0; at < 3; at += 1) await leave();

    expect(entered).to.deep.equal(['a1', 'b1', 'a2', 'a3']);
  });

  it('refuses what would make too many wait, and leaves room for other accounts', async () => {
    turnstile.singleCall();
    for (let at = 0; at < 14; at += 1) void enter(`${at}`, 1);
    for (let at = 14; at < 19; at += 1) void enter(`${at}`, 2);
    await settled();

    expect(entered).to.deep.equal(['0', '13 refused', '18 refused']);
    for (let at = 0; at < 16; at += 1) await leave();
    expect(entered).to.have.length(19);
  });

  it('refuses what waited for too long', async () => {
    turnstile = new Turnstile({ patienceMs: 1, now: () => now });
    turnstile.singleCall();
    void enter('a');

    await enter('b');

    expect(entered).to.deep.equal(['a', 'b refused']);
    await leave();
    await enter('c');
    expect(entered).to.deep.equal(['a', 'b refused', 'c']);
  });
});
