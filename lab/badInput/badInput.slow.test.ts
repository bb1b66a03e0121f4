// @alone: a process without a processor loses its jobs to others, and reports that.
import { expect } from 'chai';
import type { Events } from '../../shared/runtime/process/events.ts';
import type { Emit } from '../../shared/runtime/process/log.ts';
import { newAccount } from '../../test/support/account.ts';
import { type Cluster, startCluster } from '../../test/support/cluster.ts';
import { drawing } from '../../test/support/random.ts';
import { type RawAnswer, RawConnection } from '../../test/support/rawConnection.ts';
import { rawRequest } from '../../test/support/rawRequest.ts';
import { mutated } from './brokenBodies.ts';
import { drawRequest } from './brokenRequests.ts';
import { Chapter, type Tally } from './chapter.ts';
import { inTime } from './inTime.ts';
import { contracts, targetOf } from './targets.ts';

/** `npm run test:all -- bad-input` sends 100,000. `BAD_INPUT_SEED` starts with another chapter, such as one that failed. */
const requests = Number(process.env.BAD_INPUT_REQUESTS ?? 1_500);
const firstSeed = Number(process.env.BAD_INPUT_SEED ?? 1);
const perChapter = 50;
/** Chapters that run at the same time. */
const lanes = 32;
const maxFailures = 5;

/** Every operation must be done, and every conditional one refused, whatever is drawn. */
const expectedResults = contracts.flatMap(({ name, input }) =>
  Object.hasOwn(input, 'if_version') ? [name, `${name} record_changed`] : [name],
);

/** Events that no request may cause. */
const accidents: readonly (keyof Events)[] = [
  ...(['crashed', 'request_crashed', 'call_failed', 'job_failed', 'queue_failed'] as const),
  ...(['connection_failed', 'calls_expired', 'app_lookup_failed'] as const),
];

describe(`bad input, ${requests} requests (many requests)`, () => {
  let cluster: Cluster;
  let port: number;
  const emitted: string[] = [];
  const emit: Emit = (event, fields) => {
    if (accidents.includes(event)) emitted.push(`${event} ${JSON.stringify(fields)}`);
  };
  before(async () => {
    cluster = await startCluster({ redis: 3, emit });
    port = cluster.gateways[0]?.port ?? 0;
  });
  after(() => cluster.stop());

  it('is refused for what is wrong in it, and what is right is stored as it was acknowledged [field-errors]', async () => {
    const tally = noTally();
    const failures = await inLanes(Math.ceil(requests / perChapter), (seed) =>
      withChapter(tally, (chapter) => chapter.run(seed, seed * perChapter, perChapter)),
    );

    expect(failures.join('\n\n')).to.equal('');
    expect(emitted).to.deep.equal([]);
    // Requests of a single kind would prove little.
    const counts = JSON.stringify(tally.requests);
    for (const count of Object.values(tally.requests)) expect(count, counts).to.be.above(requests / 20);
    if (requests > 10_000) process.stderr.write(`${counts}\n`);
  }).timeout(60_000 + requests * 20);

  it('is answered by every operation, as promised, also with a version that the record does not have', async () => {
    const tally = noTally();
    await withChapter(tally, (chapter) => chapter.runAll(contracts));

    expect([...tally.results]).to.have.members(expectedResults);
    expect(emitted).to.deep.equal([]);
  });

  it('of bytes changed at random is answered without harm', async () => {
    const failures = await inLanes(Math.ceil(requests / perChapter / 5), changedBytes);

    expect(failures.join('\n\n')).to.equal('');
    expect(emitted).to.deep.equal([]);
  }).timeout(60_000 + requests * 20);

  async function withChapter(tally: Tally, run: (chapter: Chapter) => Promise<void>): Promise<void> {
    const account = await newAccount({ time_zone: 'UTC' }, cluster);
    const connection = await RawConnection.open(port);
    const chapter = new Chapter(account, connection, tally);
    try {
      await run(chapter);
    } catch (error) {
      throw new Error(`${chapter.inFlight}\n${(error as Error).message}`, { cause: error });
    } finally {
      connection.close();
    }
  }

  async function changedBytes(seed: number): Promise<void> {
    const account = await newAccount({}, cluster);
    const connection = await RawConnection.open(port);
    try {
      const draw = drawing(seed);
      for (let number = 0; number < perChapter; number += 1) {
        const drawn = drawRequest(draw, targetOf(number * seed), () => [], account);
        const body = mutated(draw, String(drawn.difference.body));
        await connection.send(rawRequest(account, { method: drawn.operation, body }));
        expectUnharmed(await inTime(connection.answer()), `${drawn.operation} ${body.toString('latin1')}`);
      }
    } finally {
      connection.close();
    }
  }
});

function noTally(): Tally {
  return { requests: { done: 0, refused: 0, faulty: 0, notRun: 0 }, results: new Set() };
}

/** Nobody knows what such a request means, but it must be refused, or run and answered. */
function expectUnharmed({ status, body }: RawAnswer, request: string): void {
  expect(status, request.slice(0, 1_500)).to.be.oneOf([200, 400]);
  expect(JSON.parse(body)).to.have.all.keys('response', 'data', 'method', 'message');
}

/** Runs chapters, several at the same time, until some have failed. Resolves to the failures, each with the seed that repeats it. */
async function inLanes(chapters: number, run: (seed: number) => Promise<void>): Promise<readonly string[]> {
  const seeds = Array.from({ length: chapters }, (_, index) => firstSeed + index);
  const failures: string[] = [];
  const lane = async () => {
    for (
      let seed = seeds.shift();
      seed !== undefined && failures.length < maxFailures;
      seed = seeds.shift()
    ) {
      await run(seed).catch((error: Error) => failures.push(`BAD_INPUT_SEED=${seed} ${error.message}`));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return failures;
}
