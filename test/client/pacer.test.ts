import { expect } from 'chai';
import { Pacer } from '../../client/pacer.ts';

/** An answer at a time, of an app with 2 requests a second. */
const answer = (remaining: number, status = 200) => ({
  status,
  header: (name: string) =>
    ({ 'ratelimit-limit': '2', 'ratelimit-remaining': `${remaining}`, 'ratelimit-reset': '1' })[name] ?? '',
});
const withoutLimit = (status: number) => ({ status, header: () => '' });

describe('Pacer', () => {
  it('lets everything pass until an answer reports a limit', () => {
    const pacer = new Pacer();
    pacer.answered(withoutLimit(200), 0);

    expect([0, 1, 2].map((now) => pacer.take(now))).to.deep.equal([0, 0, 0]);
  });

  it('lets as many requests pass in each second as the limit allows', () => {
    const pacer = new Pacer();
    pacer.take(0);
    pacer.answered(answer(1), 10);

    expect([20, 30, 1_009, 1_010, 1_020, 1_030].map((now) => pacer.take(now))).to.deep.equal([
      0, 980, 1, 0, 0, 980,
    ]);
  });

  it("counts another program's requests", () => {
    const pacer = new Pacer();
    pacer.answered(answer(1), 0);
    pacer.take(1_000);
    pacer.answered(answer(0), 1_010);

    expect(pacer.take(1_020)).to.equal(980);
  });

  it('waits for the second after a refusal', () => {
    const pacer = new Pacer();
    pacer.answered(answer(0, 429), 500);

    expect(pacer.take(600)).to.equal(900);
  });

  it('forgets a limit that an operation no longer reports, but not for an overload', () => {
    const pacer = new Pacer();
    pacer.answered(answer(0), 0);
    pacer.answered(withoutLimit(503), 10);
    expect(pacer.take(20)).to.be.above(0);

    pacer.answered(withoutLimit(200), 30);

    expect(pacer.take(40)).to.equal(0);
  });
});
