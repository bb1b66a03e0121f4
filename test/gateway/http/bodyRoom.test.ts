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
  it('lets in what fits, and more when a body has left', () => {
    const room = new BodyRoom(100);
    const first = body('a', 60);

    expect(room.enter(first)).to.equal(true);
    expect(room.enter(body('b', 50))).to.equal(false);
    room.leave(first);
    expect(room.enter(body('b', 50))).to.equal(true);
  });

  it('counts a body that leaves twice once', () => {
    const room = new BodyRoom(100);
    const [first, second] = [body('a', 60), body('b', 40)];
    for (const each of [first, second]) room.enter(each);
    room.leave(first);
    room.leave(first);

    expect(room.enter(body('c', 61))).to.equal(false);
    expect(room.enter(body('c', 60))).to.equal(true);
  });

  it('gives one app four fifths at most, and the rest to others', () => {
    const room = new BodyRoom(100);
    const sizes = Array.from({ length: 100 }, () => room.enter(body('a', 1)));

    expect(sizes.filter(Boolean)).to.have.length(80);
    expect(room.enter(body('b', 10))).to.equal(true);
  });

  it('cuts off one late sender for another body, and no other', () => {
    const room = new BodyRoom(100);
    const [swift, late] = [body('a', 50), body('b', 50)];
    for (const each of [swift, late]) room.enter(each);
    expect(room.enter(body('c', 50))).to.equal(false);
    late.isLate = true;

    expect(room.enter(body('c', 50))).to.equal(true);

    expect([swift.isCut, late.isCut]).to.deep.equal([false, true]);
  });

  it('does not cut off a late sender for an app that has its share', () => {
    const room = new BodyRoom(100);
    for (let at = 0; at < 80; at += 1) room.enter(body('a', 1));
    const late = body('b', 1);
    room.enter(late);
    late.isLate = true;

    expect(room.enter(body('a', 1))).to.equal(false);

    expect(late.isCut).to.equal(false);
  });

  it('cuts off senders that are too slow, even if there is room', () => {
    const room = new BodyRoom(100);
    const [swift, slow] = [body('a', 10), body('b', 90)];
    for (const each of [swift, slow]) room.enter(each);
    slow.isSlow = true;
    room.sweep(0, 0);

    expect([swift.isCut, slow.isCut]).to.deep.equal([false, true]);
    expect(room.enter(body('c', 90))).to.equal(true);
  });

  it('lets in those that wait when there is room, in their order', async () => {
    const room = new BodyRoom(100, 60_000);
    const first = body('a', 100);
    room.enter(first);
    const entered: string[] = [];
    const waits = ['b', 'c'].map((appId) => room.wait(body(appId, 50)).then(() => entered.push(appId)));
    room.leave(first);
    await Promise.all(waits);

    expect(entered).to.deep.equal(['b', 'c']);
  });

  it('does not hold up others for one that waits because of its own app', async () => {
    const room = new BodyRoom(100, 60_000);
    for (let at = 0; at < 80; at += 1) room.enter(body('a', 1));
    void room.wait(body('a', 1));

    expect(await room.wait(body('b', 10))).to.equal(true);
  });

  it('refuses those that have waited too long', async () => {
    const room = new BodyRoom(100, 1);
    room.enter(body('a', 100));

    expect(await room.wait(body('b', 50))).to.equal(false);
  });

  it('lets a limited number wait, and not only of one app', async () => {
    const room = new BodyRoom(100, 60_000);
    room.enter(body('x', 100));
    const refused: string[] = [];
    const wait = (appId: string) =>
      void room.wait(body(appId, 50)).then((mayEnter) => mayEnter || refused.push(appId));
    for (let at = 0; at < 50; at += 1) wait('a');
    for (let at = 0; at < 20; at += 1) wait('b');
    await new Promise((resolve) => setImmediate(resolve));

    expect(refused.filter((appId) => appId === 'a')).to.have.length(2);
    expect(refused.filter((appId) => appId === 'b')).to.have.length(4);
  });
});
