import { connect } from 'node:net';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { counterfoil } from '../../../client/webClient.ts';
import { ChangeNotificationReader } from '../../../gateway/changes/changeNotificationReader.ts';
import { maxWaitingReaders } from '../../../shared/contract/resources/change.ts';
import { ignoreEvents } from '../../../shared/runtime/process/log.ts';
import { connectToWait } from '../../../shared/runtime/redis/redis.ts';
import { notificationOf, notificationStream } from '../../../shared/wire/changeNotifications.ts';
import { newAccount } from '../../support/account.ts';
import { cursorNow } from '../../support/changes.ts';
import { recordEvents } from '../../support/events.ts';
import { freshAccount, ownCluster } from '../../support/fixtures.ts';
import { startPrivateRedis } from '../../support/privateRedis.ts';
import { signedRequest } from '../../support/rawRequest.ts';
import { thrownBy } from '../../support/thrown.ts';
import { until } from '../../support/until.ts';

/** Milliseconds, far more than a test takes: whoever is answered sooner was woken. */
const long = 7_000;

describe('waiting for changes (many waiting requests)', () => {
  const { emit, emitted } = recordEvents();
  let cursor: string;
  const cluster = ownCluster({ redis: 14, drainMs: 100, emit });
  const account = freshAccount(() => newAccount({}, cluster));
  beforeEach(async () => {
    cursor = await cursorNow(account);
  });

  const state = () => cluster.gateways[0]?.monitor.state();
  const waiting = () => state()?.waitingReaders;
  const list = (wait_ms: number) => account.client.changes.list({ after: cursor, wait_ms });
  const create = () => account.client.article.create({ article_title: 'Tea' });

  it('answers at once when a change is made, to all who wait [changes-waiting]', async () => {
    const startedAt = performance.now();
    const readers = [list(long), list(long), list(long)];
    await until(() => waiting() === 3);
    await create();

    for (const { changes } of await Promise.all(readers)) expect(changes).to.have.length(1);
    expect(performance.now() - startedAt).to.be.below(long);
    expect(waiting()).to.equal(0);
  });

  it('takes no room of calls, and no statement, while it waits [changes-waiting]', async () => {
    const reader = list(long);
    await until(() => waiting() === 1 && state()?.lanes.every(({ calls }) => calls === 0));
    const before = emitted('set').length;
    const other = await newAccount({}, cluster);
    await other.client.article.create({ article_title: 'Of another account' });
    const methods = emitted('set')
      .slice(before)
      .map(({ method }) => method);

    expect(methods).to.deep.equal(['account.app', 'article.create']);
    expect(waiting()).to.equal(1);
    await create();
    await reader;
  });

  it('answers an empty list when the time is over, with the same cursor', async () => {
    expect(await list(100)).to.deep.equal({ changes: [], cursor });
  });

  it('answers at once with a new cursor when there are only changes that were not asked for', async () => {
    await create();

    const answer = await account.client.changes.list({
      after: cursor,
      resources: ['customer'],
      wait_ms: long,
    });

    expect(answer.changes).to.deep.equal([]);
    expect(answer.cursor).not.to.equal(cursor);
  });

  it('does not wait without a cursor, nor if there is a change', async () => {
    await create();
    const answers = [await list(long), await account.client.changes.list({ wait_ms: long })];

    expect(answers.map(({ changes }) => changes.length)).to.deep.equal([1, 0]);
  });

  it('refuses to wait longer than three quarters of the deadline', async () => {
    for (const [wait_ms, maximum] of [
      [7_501, 7_500],
      [20_001, 20_000],
    ] as const) {
      const { code, envelope } = await account.send('changes.list', { after: cursor, wait_ms });
      expect(code).to.equal('field_invalid');
      expect(envelope.message).to.equal(`wait_ms must be an integer from 0 to ${maximum}`);
    }
  });

  it('refuses to wait in a batch, and lists changes there', async () => {
    await create();
    const [waits, lists] = await account.client.batch([
      { method: 'changes.list', data: { after: cursor, wait_ms: 1 } },
      { method: 'changes.list', data: { after: cursor } },
    ]);

    expect(waits.error?.message).to.match(/wait_ms must be 0 in a batch/);
    expect(lists.data?.changes).to.have.length(1);
  });

  it('refuses more waiting readers than an account may have, and no others [changes-waiting]', async () => {
    const { appId, apiSecret } = account;
    const client = counterfoil({ url: cluster.url, appId, apiSecret, repeats: 0, connections: 200 });
    const request = { after: cursor, wait_ms: long };
    const readers = Array.from({ length: maxWaitingReaders.account }, () => client.changes.list(request));
    await until(() => waiting() === maxWaitingReaders.account);
    const { status, code } = await account.send('changes.list', { after: cursor, wait_ms: long });
    const other = await newAccount({}, cluster);
    const after = await cursorNow(other);
    const { changes } = await other.client.changes.list({ after, wait_ms: 10 });
    await create();
    await Promise.all(readers);
    await client.close();

    expect({ status, code, changes }).to.deep.equal({ status: 503, code: 'unavailable', changes: [] });
  });

  it('forgets a client that has gone', async () => {
    const { appId: app_id, apiSecret: api_secret } = account;
    const port = cluster.gateways[0]?.port ?? 0;
    const body = { after: cursor, wait_ms: long };
    const socket = connect(port, '127.0.0.1');
    socket.write(signedRequest(port, { app_id, api_secret }, 'changes.list', body));
    await until(() => waiting() === 1);
    socket.destroy();

    await until(() => waiting() === 0);
  });

  it('answers those who wait when the gateway stops [changes-waiting]', async () => {
    const reader = list(long);
    await until(() => waiting() === 1);
    const startedAt = performance.now();
    await cluster.gateways[0]?.stop();

    expect(await reader).to.deep.equal({ changes: [], cursor });
    expect(performance.now() - startedAt).to.be.below(long);
  });
});

describe('notifications of changes', () => {
  it('begin when Redis has memory again, for those who asked after that', async () => {
    const own = await startPrivateRedis();
    const redis = connectToWait(own.server.url, ignoreEvents, 0) as Redis;
    const notifications = new ChangeNotificationReader({ redis, emit: ignoreEvents });
    const notified: string[] = [];
    try {
      await redis.config('SET', 'maxmemory', '1');
      expect(await thrownBy(() => notifications.follow(1, () => notified.push('early')))).to.match(
        /OOM|EXECABORT/,
      );
      await redis.config('SET', 'maxmemory', '0');

      const leave = await notifications.follow(1, () => notified.push('late'));
      await redis.xadd(notificationStream, '*', ...notificationOf([1]));

      await until(() => notified.length > 0);
      expect(notified).to.deep.equal(['late']);
      leave();
    } finally {
      notifications.stop();
      redis.disconnect();
      await own.remove();
    }
  });
});
