import { expect } from 'chai';
import { Redis } from 'ioredis';
import { newId } from '../../../shared/contract/values/idents.ts';
import type { Emit } from '../../../shared/runtime/process/log.ts';
import type { Call } from '../../../shared/wire/call.ts';
import type { Reply } from '../../../shared/wire/envelope.ts';
import { type IsolatedRunner, PoisonIsolation } from '../../../workers/jobs/poisonIsolation.ts';
import { callOf } from '../../support/calls.ts';
import { recordEvents } from '../../support/events.ts';
import { type PrivateRedis, startPrivateRedis } from '../../support/privateRedis.ts';
import { doneWith } from '../../support/replies.ts';
import { type AnswerSet, settling } from '../../support/setResults.ts';
import { until } from '../../support/until.ts';

const fine: Reply = doneWith();

/** A worker that dies in a test runs no further: its set never ends. */
describe('calls of a job whose worker died', () => {
  let server: PrivateRedis;
  let redis: Redis;
  let settled: Map<string, Reply | 'expired'>;
  let jobId: string;
  // A server of its own: without memory, one that others use would refuse their calls.
  before(async () => {
    server = await startPrivateRedis();
    redis = new Redis(server.server.url);
  });
  beforeEach(async () => {
    await redis.config('RESETSTAT');
    settled = new Map();
    jobId = newId();
  });
  after(async () => {
    redis.disconnect();
    await server.remove();
  });

  const poisonIsolationWith = (emit: Emit) => new PoisonIsolation({ redis, clock: Date, emit });
  const runnersWith = (runner: IsolatedRunner) => new Map([['article.create', runner]]);
  const deliveriesOf = (calls: readonly Call[]) =>
    calls.map((call) => ({
      call,
      settle: (reply: Reply) => void settled.set(call.id, reply),
      expire: () => void settled.set(call.id, 'expired'),
    }));
  const codeOf = ({ id }: Call) => (settled.get(id) as Reply | undefined)?.code;
  const creates = (count: number) =>
    Array.from({ length: count }, () => callOf('article.create', 1, { article_title: 'Tea' }));
  /** A worker that takes the job over. It dies of the poison, and records its sets. */
  const heir = (poison?: Call, storedReply?: Reply) => {
    const sets: string[][] = [];
    const { emit, emitted } = recordEvents();
    const runSet: AnswerSet = async (calls) => {
      sets.push(calls.map(({ id }) => id));
      if (poison && calls.includes(poison)) await new Promise(() => {});
      return calls.map(() => fine);
    };
    const runner = { run: settling(runSet), storedReply: async () => storedReply };
    const poisonIsolation = poisonIsolationWith(emit);
    return {
      sets,
      emitted,
      run: (calls: readonly Call[]) => poisonIsolation.run(jobId, deliveriesOf(calls), runnersWith(runner)),
    };
  };
  /** Lets a worker take the job over, and die of the poison. */
  const die = async (calls: readonly Call[], poison: Call) => {
    const { sets, run } = heir(poison);
    void run(calls);
    await until(() => sets.at(-1)?.includes(poison.id));
  };
  const ids = (calls: readonly Call[]) => calls.map(({ id }) => id);

  it('run one by one when there are few', async () => {
    const calls = creates(3);
    const { sets, run } = heir();

    await run(calls);

    expect(sets).to.deep.equal(calls.map(({ id }) => [id]));
    expect([...settled]).to.deep.equal(calls.map(({ id }) => [id, fine]));
  });

  it('run in four parts when there are many', async () => {
    const calls = creates(100);
    const { sets, run } = heir();

    await run(calls);

    expect(sets.map(({ length }) => length)).to.deep.equal([25, 25, 25, 25]);
    expect(sets.flat()).to.deep.equal(ids(calls));
  });

  it('are given up when a worker died of them alone, and their neighbours are answered [deadly-call]', async () => {
    const calls = creates(4);
    const poison = calls[2] as Call;
    await die(calls, poison);
    const { sets, emitted, run } = heir(poison);

    await run(calls);

    expect(sets.flat()).not.to.include(poison.id);
    expect(codeOf(poison)).to.equal('internal_error');
    expect(calls.filter(({ id }) => settled.get(id) === fine)).to.have.length(3);
    expect(emitted('call_failed').map(({ callId, error }) => [callId, error.code])).to.deep.equal([
      [poison.id, 'worker_died'],
    ]);
  });

  it('are answered from the inbox when the worker died after they were done', async () => {
    const calls = creates(4);
    const poison = calls[2] as Call;
    await die(calls, poison);
    const known = doneWith('{"from":"the inbox"}');

    await heir(poison, known).run(calls);

    expect(settled.get(poison.id)).to.equal(known);
  });

  it('run one by one when a worker died of their part', async () => {
    const calls = creates(64);
    const poison = calls[9] as Call;
    await die(calls, poison);
    await die(calls, poison);
    const { run } = heir(poison);

    await run(calls);

    expect(codeOf(poison)).to.equal('internal_error');
    expect(calls.filter(({ id }) => settled.get(id) === fine)).to.have.length(63);
  });

  it('run one job after the other, however many come, and in whichever lanes [deadly-call]', async () => {
    let open = 0;
    let max = 0;
    const runSet: AnswerSet = async (calls) => {
      open += 1;
      max = Math.max(max, open);
      await new Promise(setImmediate);
      open -= 1;
      return calls.map(() => fine);
    };
    const newLane = () => runnersWith({ run: settling(runSet), storedReply: async () => undefined });
    const poisonIsolation = poisonIsolationWith(recordEvents().emit);

    await Promise.all(
      [newLane(), newLane(), newLane()].map((lane) =>
        poisonIsolation.run(newId(), deliveriesOf(creates(4)), lane),
      ),
    );

    expect(max).to.equal(1);
    expect(settled.size).to.equal(12);
  });

  describe('while Redis accepts no writes', () => {
    beforeEach(() => redis.config('SET', 'maxmemory', '1'));
    afterEach(() => redis.config('SET', 'maxmemory', '0'));

    it('do not run before they are announced', async () => {
      const calls = creates(4);
      const { sets, run } = heir();
      const running = run(calls);
      await until(async () => (await redis.info('errorstats')).includes('errorstat_EXECABORT'));
      const early = sets.length;

      await redis.config('SET', 'maxmemory', '0');
      await running;

      expect(early).to.equal(0);
      expect(calls.map(({ id }) => settled.get(id))).to.deep.equal(calls.map(() => fine));
    });

    it('expire when their deadline passes', async () => {
      const calls = creates(3).map((call) => ({ ...call, deadline: Date.now() + 300 }));
      const { sets, run } = heir();

      await run(calls);

      expect(sets).to.be.empty;
      expect([...settled]).to.deep.equal(calls.map(({ id }) => [id, 'expired']));
    });
  });
});
