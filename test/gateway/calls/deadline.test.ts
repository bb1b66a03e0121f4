import { expect } from 'chai';
import { ignoreEvents } from '../../../shared/runtime/process/log.ts';
import { startWorker, type Worker } from '../../../workers/worker.ts';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { type Cluster, startCluster, workerSettings } from '../../support/cluster.ts';
import { expectHttpRejection } from '../../support/httpRejections.ts';
import { post } from '../../support/rawRequest.ts';
import { storedRows } from '../../support/stored.ts';
import { withTransaction } from '../../support/transactions.ts';
import { until } from '../../support/until.ts';
import { isStatementRunning } from '../../support/waiting.ts';

/** Milliseconds. */
const shortDeadline = 300;
const redis = 2;
const create = { method: 'customer.create', body: '{}', headers: { 'Idempotency-Key': 'once' } };

describe('deadline of a call', () => {
  let cluster: Cluster;
  let account: TestAccount;
  let worker: Worker | undefined;
  const start = async (callDeadlineMs: number) => {
    cluster = await startCluster({ redis, resources: ['account', 'article'], callDeadlineMs });
    account = await newAccount({}, cluster);
  };
  beforeEach(() => start(shortDeadline));
  afterEach(async () => {
    await worker?.stop();
    worker = undefined;
    await cluster.stop();
  });

  const port = () => cluster.gateways[0]?.port;
  /** Repeats the call until its answer is wanted: a busy machine may not do within the deadline what it should. */
  const postUntil = async (isWanted: (status: number) => boolean, request = create) => {
    let answer = await post(account, request, port());
    while (!isWanted(answer.status)) answer = await post(account, request, port());
    return answer;
  };
  /** The answer to a call that no worker took. A gateway that has missed workers for a whole deadline refuses it, so a slow machine gets a longer one. */
  const postUnknown = async () => {
    for (let deadline = shortDeadline; ; deadline *= 2) {
      const startedAt = performance.now();
      const answer = await post(account, create, port());
      if (answer.status !== 503) return { answer, deadline, took: performance.now() - startedAt };
      await cluster.stop();
      await start(deadline * 2);
    }
  };
  const startLateWorker = async () => {
    worker = await startWorker(['customer'], workerSettings(redis), ignoreEvents);
  };

  it('answers outcome_unknown if no worker took the call [status-504]', async () => {
    const { answer, deadline, took } = await postUnknown();

    expectHttpRejection(answer, 'outcome_unknown', 'customer.create');
    expect(took).to.be.within(deadline - 5, deadline + 5_000);
  });

  it('ends the call: a worker that starts later does not run it [status-504]', async () => {
    await post(account, create, port());

    await startLateWorker();
    const later = { ...create, body: '{"bill_city":"Kiel"}', headers: { 'Idempotency-Key': 'later' } };
    await postUntil((status) => status === 200, later);

    expect((await storedRows('customers', account.id)).map(({ bill_city }) => bill_city)).to.deep.equal([
      'Kiel',
    ]);
  });

  it('lets the client learn the outcome with the same Idempotency-Key', async () => {
    expectHttpRejection((await postUnknown()).answer, 'outcome_unknown', 'customer.create');

    await startLateWorker();
    // The first call of a worker may take longer than the deadline.
    const answer = await postUntil((status) => status === 200);

    const { data } = JSON.parse(answer.body);
    expect(answer.status).to.equal(200);
    const again = await postUntil((status) => status === 200);
    expect(JSON.parse(again.body).data).to.deep.equal(data);
    expect(await storedRows('customers', account.id)).to.have.length(1);
  });

  it('gives the answer of a call that was slow to commit, with the same Idempotency-Key [status-504]', async () => {
    await startLateWorker();
    await withTransaction(async (other) => {
      await other('number_sequences').where({ account_id: account.id }).forUpdate();
      // On a slow machine, calls end before the worker has them.
      await until(async () => {
        const unknown = await postUntil((status) => status !== 503);
        expectHttpRejection(unknown, 'outcome_unknown', 'customer.create');
        return isStatementRunning('%number_sequences%for update');
      });
    });
    await until(async () => (await storedRows('customers', account.id)).length > 0);

    const answer = await postUntil((status) => status === 200);

    const [customer] = await storedRows('customers', account.id);
    expect(JSON.parse(answer.body).data).to.include({ customer_ident: customer?.customer_ident });
    expect(await storedRows('customers', account.id)).to.have.length(1);
  });
});
