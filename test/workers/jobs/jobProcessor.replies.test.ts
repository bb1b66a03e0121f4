import { expect } from 'chai';
import { newId } from '../../../shared/contract/values/idents.ts';
import { ignoreEvents } from '../../../shared/runtime/process/log.ts';
import type { RedisClient } from '../../../shared/runtime/redis/client.ts';
import type { CallJob } from '../../../shared/wire/call.ts';
import { replyStream } from '../../../shared/wire/queues.ts';
import { JobProcessor } from '../../../workers/jobs/jobProcessor.ts';
import { PoisonIsolation } from '../../../workers/jobs/poisonIsolation.ts';
import { ReplySender } from '../../../workers/jobs/replySender.ts';
import { implementations } from '../../../workers/operations/implementations.ts';
import { Coalescer } from '../../../workers/sets/coalescer.ts';
import { callOf } from '../../support/calls.ts';
import { openRedis } from '../../support/openRedis.ts';
import { doneWith } from '../../support/replies.ts';
import { type AnswerSet, settling } from '../../support/setResults.ts';
import { coalescerOptions } from '../../support/setRunners.ts';
import { until } from '../../support/until.ts';

describe('the replies of a job', () => {
  let redis: RedisClient;
  before(() => {
    redis = openRedis(12);
  });
  after(() => redis.disconnect());

  const answerAll: AnswerSet = async (calls) => calls.map(() => doneWith());
  const delivered = (data: CallJob) => ({ id: newId(), data, deliveryCount: 1 });
  const processorOf = (runExists: AnswerSet) => {
    const coalescers = new Map([
      [
        'article.read',
        new Coalescer(implementations['article.read'], settling(answerAll), ignoreEvents, coalescerOptions()),
      ],
      [
        'article.exists',
        new Coalescer(
          implementations['article.exists'],
          settling(runExists),
          ignoreEvents,
          coalescerOptions(),
        ),
      ],
    ]);
    const poisonIsolation = new PoisonIsolation({ redis, clock: Date, emit: ignoreEvents });
    return new JobProcessor({
      coalescers,
      runners: new Map(),
      poisonIsolation,
      replies: new ReplySender(redis),
      emit: ignoreEvents,
    });
  };

  it('leave while another call of the job still runs', async () => {
    const replyTo = replyStream(newId());
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const jobs = processorOf((calls) => gate.then(() => answerAll(calls)));
    const calls = [
      callOf('article.read', 1, { article_ident: 'a' }),
      callOf('article.exists', 1, { article_ident: 'a' }),
    ];

    const processed = jobs.process(delivered({ replyTo, calls }));
    await until(async () => (await redis.xlen(replyTo)) === 1);
    open();
    await processed;

    expect(await redis.xlen(replyTo)).to.equal(2);
  });

  it('are none for a job without calls', async () => {
    const replyTo = replyStream(newId());

    await processorOf(answerAll).process(delivered({ replyTo, calls: [] }));

    expect(await redis.exists(replyTo)).to.equal(0);
  });
});
