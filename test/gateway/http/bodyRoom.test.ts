import { expect } from 'chai';
import { BodyRoom } from '../../../gateway/http/bodyRooms.ts';

/** A body that is received, by the name of its sender. */
interface TestBody {
  readonly appId: string;
  readonly bytes: number;
  isLate: boolean;
  isSlow: boolean;
  isCut: boolean;
  isTooSlow(): boolean;
  cut(): void;
}

const body = (appId: string, bytes: number): TestBody => ({
  appId,
  bytes,
  isLate: false,
  isSlow: false,
  isCut: false,
  isTooSlow() {
    return this.isSlow;
  },
  cut() {
    this.isCut = true;
  },
});

describe('room for bodies', () => {
  it('admits bodies that fit, and more when one was released', () => {
    const room = new BodyRoom(100);
    const release = room.acquire(body('a', 60));

    expect(room.acquire(body('b', 50))).to.equal(undefined);
    release?.();
    expect(room.acquire(body('b', 50))).to.be.a('function');
  });

  it('counts a body that is released twice once', () => {
    const room = new BodyRoom(100);
    const release = room.acquire(body('a', 60));
    room.acquire(body('b', 40));
    release?.();
    release?.();

    expect(room.acquire(body('c', 61))).to.equal(undefined);
    expect(room.acquire(body('c', 60))).to.be.a('function');
  });

  it('cuts off one late sender for another body, and no other', () => {
    const room = new BodyRoom(100);
    const [swift, late] = [body('a', 50), body('b', 50)];
    for (const each of [swift, late]) room.acquire(each);
    expect(room.acquire(body('c', 50))).to.equal(undefined);
    late.isLate = true;

    expect(room.acquire(body('c', 50))).to.be.a('function');

    expect([swift.isCut, late.isCut]).to.deep.equal([false, true]);
  });

  it('does not cut off a late sender for an app that has its share', () => {
    const room = new BodyRoom(100);
    for (let index = 0; index < 80; index += 1) room.acquire(body('a', 1));
    const late = body('b', 1);
    room.acquire(late);
    late.isLate = true;

    expect(room.acquire(body('a', 1))).to.equal(undefined);

    expect(late.isCut).to.equal(false);
  });

  it('cuts off senders that are too slow, even if there is room', () => {
    const room = new BodyRoom(100);
    const [swift, slow] = [body('a', 10), body('b', 90)];
    for (const each of [swift, slow]) room.acquire(each);
    slow.isSlow = true;
    room.sweep(0, 0);

    expect([swift.isCut, slow.isCut]).to.deep.equal([false, true]);
    expect(room.acquire(body('c', 90))).to.be.a('function');
  });

  it('lets in those that wait when there is room, in their order', async () => {
    const room = new BodyRoom(100, 60_000);
    const first = body('a', 100);
    const release = room.acquire(first);
    const entered: string[] = [];
    const waits = ['b', 'c'].map((appId) => room.wait(body(appId, 50)).then(() => entered.push(appId)));
    release?.();
    await Promise.all(waits);

    expect(entered).to.deep.equal(['b', 'c']);
  });

  it('does not delay others because of one that waits for its own app', async () => {
    const room = new BodyRoom(100, 60_000);
    for (let index = 0; index < 80; index += 1) room.acquire(body('a', 1));
    void room.wait(body('a', 1));

    expect(await room.wait(body('b', 10))).to.be.a('function');
  });

  it('refuses those that have waited too long', async () => {
    const room = new BodyRoom(100, 1);
    room.acquire(body('a', 100));

    expect(await room.wait(body('b', 50))).to.equal(undefined);
  });

  it('lets a limited number wait, and not only of one app', async () => {
    const room = new BodyRoom(100, 60_000);
    room.acquire(body('x', 100));
    const refused: string[] = [];
    const wait = (appId: string) =>
      void room.wait(body(appId, 50)).then((release) => release ?? refused.push(appId));
    for (let index = 0; index < 50; index += 1) wait('a');
    for (let index = 0; index < 20; index += 1) wait('b');
    await new Promise((resolve) => setImmediate(resolve));

    expect(refused.filter((appId) => appId === 'a')).to.have.length(2);
    expect(refused.filter((appId) => appId === 'b')).to.have.length(4);
  });
});
