import { expect } from 'chai';
import { ignoreEvents } from '../../../shared/runtime/process/log.ts';
import { connectToSend } from '../../../shared/runtime/redis/redis.ts';
import { type PrivateRedis, startPrivateRedis } from '../../support/privateRedis.ts';
import { publishStatus } from '../../support/statusReports.ts';
import { until } from '../../support/until.ts';
import { type PageServer, startPageServer } from './pageServer.ts';

describe('status page without Redis (starts and stops Redis)', () => {
  let redis: PrivateRedis;
  let page: PageServer;
  before(async () => {
    redis = await startPrivateRedis();
    const connection = connectToSend(redis.server.url, ignoreEvents);
    await until(() => connection.status === 'ready');
    await publishStatus(connection, { title: 'worker of before' });
    connection.disconnect();
    page = await startPageServer(redis.server.url);
    await until(async () => (await page.state()).report?.tables.processes.rows.length === 1);
  });
  after(async () => {
    await page.stop();
    await redis.remove();
  });

  const board = () => page.get(`/${page.token}/queues/api/queues`);

  it('says since when Redis is away and when the shown data were read, and recovers', async () => {
    await redis.server.stop();
    await until(async () => (await page.state()).problem !== '');
    const away = await page.state();
    const boardAway = await board();
    await redis.server.start();
    await until(async () => (await page.state()).problem === '');
    const { plots } = await page.state();

    expect([boardAway.status, (await board()).status]).to.deep.equal([500, 200]);
    expect(away.problem).to.match(
      /^Redis has not answered since \d\d:\d\d:\d\d \(.+\)\. What is shown was read at \d\d:\d\d:\d\d, \d+s ago\.$/,
    );
    expect(away.report?.tables.processes.rows[0]?.cells[0]).to.equal('worker of before');
    expect(away.plots.each[0]?.summary).to.include('now -');
    expect(plots.agesS.length).to.be.above(away.plots.agesS.length);
  });
});
