import { expect } from 'chai';
import {
  type Stored,
  storageUse,
  storageWarnings,
  storedColumns,
} from '../../../observe/report/storageUse.ts';

describe('what is stored', () => {
  const MiB = 1_048_576;
  const hour = 3_600_000;
  const samples = (ms: number, redis: number) => ({
    first: { at: 0, redis: 100 * MiB, tables: { inbox: 10, changes: 20, customers: 30, articles: 5 } },
    last: { at: ms, redis, tables: { inbox: 40, changes: 20, customers: 60, articles: 5 } },
  });
  const memory = { used: 200 * MiB, max: 500 * MiB };

  it('grows by what was measured in the last hour, and is full when that reaches the limit', () => {
    const stored = storageUse({ memory }, samples(hour / 2, 150 * MiB));

    expect(stored.map(({ name, bytes, bytesPerHour }) => [name, bytes, bytesPerHour])).to.deep.equal([
      ['redis', 200 * MiB, 100 * MiB],
      ['inbox', 40, 60],
      ['changes', 20, 0],
      ['records', 65, 60],
    ]);
    expect(stored[0]?.fullInMs).to.equal(3 * hour);
    expect(storageWarnings(stored)).to.have.length(1);
    expect(storageWarnings(stored)[0]).to.match(
      /^redis is 40 % full \(200 MiB of 500 MiB\), and full in about 3h if/,
    );
  });

  it('has no growth before it was measured for five minutes, and none without a limit that ends', () => {
    const [redis] = storageUse({ memory }, samples(200_000, 150 * MiB));
    const [unlimited] = storageUse({ memory: { used: 1, max: 0 } }, samples(hour, 150 * MiB));

    expect(redis?.bytesPerHour).to.equal(undefined);
    expect(redis?.fullInMs).to.equal(undefined);
    expect([unlimited?.maxBytes, unlimited?.fullInMs]).to.deep.equal([undefined, undefined]);
  });

  it('is full within 24 times the time in which its growth was measured, or at a time that nobody knows', () => {
    const fullIn = (last: number) =>
      storageUse({ memory: { used: 200 * MiB, max: 1_000 * MiB } }, samples(hour / 10, last * MiB))[0]
        ?.fullInMs;

    expect(fullIn(140), 'full in two hours').to.be.closeTo(2 * hour, 1);
    expect(fullIn(120), 'full in four hours, for which six minutes say too little').to.equal(undefined);
  });

  it('is shown as full later than the time that can be foreseen', () => {
    const cellOf = (memory: { used: number; max: number }, ms: number, last: number) =>
      storedColumns
        .find(({ title }) => title === 'FULL IN')
        ?.cell(storageUse({ memory }, samples(ms, last * MiB))[0] as Stored);

    expect(cellOf(memory, hour, 200)).to.equal('3h');
    expect(cellOf(memory, hour, 101)).to.equal('>1d');
    expect(cellOf(memory, hour / 10, 90), 'it shrinks').to.equal('>2h24m');
    expect(cellOf(memory, 200_000, 200), 'too early').to.equal('-');
    expect(cellOf({ used: 1, max: 0 }, hour, 200), 'no limit').to.equal('-');
  });

  it('warns of a Redis that is nearly full, but not of one that shrinks or is full: that is the diagnosis', () => {
    const warnings = (used: number, then: number) =>
      storageWarnings(
        storageUse({ memory: { used: used * MiB, max: 500 * MiB } }, samples(hour, then * MiB)),
      );

    expect(warnings(410, 90)).to.deep.equal([
      'redis is 82 % full (410 MiB of 500 MiB). A full Redis refuses all writes, so all calls are rejected: look at what waits (counterfoil queues), or raise maxmemory (docs/operating.md, "Raise maxmemory")',
    ]);
    expect(warnings(300, 90)).to.deep.equal([]);
    expect(warnings(300, 101), 'full in 200 hours').to.deep.equal([]);
    expect(warnings(500, 400)).to.deep.equal([]);
  });
});
