import { expect } from 'chai';
import { request } from 'undici';
import { signatureHeader } from '../../../shared/contract/keys/hmac.ts';
import type { Worker } from '../../../workers/worker.ts';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { startCluster } from '../../support/cluster.ts';
import { addArticles } from '../../support/manyRows.ts';
import { Scrape } from '../../support/metrics.ts';
import { RolesUnderLoad } from '../../support/rolesUnderLoad.ts';

const mebibyte = 1_048_576;
const reads = 1_500;

describe('single reads of large answers', () => {
  it('are refused without room for them, and small ones are answered', async () => {
    const cluster = await startCluster({ redis: 12, maxBytes: 3 * mebibyte });
    const account = await newAccount({}, cluster);
    await addArticles(account.id, 'S', 100, { article_description: 'x'.repeat(60_000) });
    await addArticles(account.id, 'small', 1);
    const statusOf = async (article_sku: string) =>
      (await account.send('article.read', { article_identifier: 'sku', article_sku })).status;

    const large = await Promise.all(Array.from({ length: 20 }, () => statusOf('S')));
    const small = await Promise.all(Array.from({ length: 20 }, () => statusOf('small')));
    const after = await statusOf('S');
    await cluster.stop();

    expect(new Set(large)).to.deep.equal(new Set([200, 503]));
    expect(new Set([...small, after])).to.deep.equal(new Set([200]));
  });
});

describe('a page of many records', () => {
  for (const { room, maxBytes, runs } of [
    { room: 'when half of the room is enough for the largest answer', maxBytes: 2 * mebibyte, runs: 1 },
    { room: 'when half of the room is less than the largest answer', maxBytes: 1.5 * mebibyte, runs: 2 },
  ])
    it(`runs ${runs === 1 ? 'once' : 'twice'} ${room}`, async () => {
      const cluster = await startCluster({ redis: 12, maxBytes });
      const account = await newAccount({}, cluster);
      await addArticles(account.id, 'page', 100, { article_description: 'x'.repeat(1_000) });

      const { status, envelope } = await account.send('article.list', { limit: 100 });
      const scrape = await Scrape.of(cluster.workers[0] as Worker);
      await cluster.stop();

      expect(status).to.equal(200);
      expect(envelope.data).to.have.property('articles').with.lengthOf(100);
      expect(scrape.sum('counterfoil_set_duration_seconds_count', { operation: 'article.list' })).to.equal(
        runs,
      );
    });
});

describe('a flood of single reads of large answers (fills the room for answers)', () => {
  let roles: RolesUnderLoad;
  let account: TestAccount;
  let other: TestAccount;
  before(async () => {
    roles = await RolesUnderLoad.start();
    account = await newAccount({}, roles.cluster);
    other = await newAccount({}, roles.cluster);
    await addArticles(account.id, 'S', 100, { article_description: 'x'.repeat(60_000) });
    await addArticles(other.id, 'S', 1);
  });
  after(() => roles.stop());

  const body = JSON.stringify({ article_identifier: 'sku', article_sku: 'S' });
  const read = async ({ appId, apiSecret }: TestAccount) => {
    const headers = {
      'Content-Type': 'application/json',
      'X-Svc-Method': 'article.read',
      'X-Svc-Hmac': signatureHeader(appId, body, apiSecret),
    };
    const response = await request(`${roles.url}/api/v1`, { method: 'POST', body, headers });
    const { byteLength } = await response.body.arrayBuffer();
    return { status: response.statusCode, bytes: byteLength };
  };

  it('is answered one read after another', async () => {
    const { status, bytes } = await read(account);

    expect(status).to.equal(200);
    expect(bytes).to.be.within(300_000, mebibyte);
  });

  it('neither fills the memory of a gateway nor keeps others from being answered, however many come [answers-bounded]', async () => {
    const before = await roles.peaks();

    const flood = Promise.all(Array.from({ length: reads }, () => read(account)));
    const beside = [];
    for (let count = 0; count < 20; count += 1) beside.push((await read(other)).status);
    const answers = await flood;

    const statuses = new Set(answers.map(({ status }) => status));
    const peaks = await roles.peaks();
    const growth = (name: 'gateway' | 'worker' | 'redis') =>
      Math.round((peaks[name] - before[name]) / mebibyte);
    if (process.env.SHOW_PEAKS)
      process.stdout.write(
        `      gateway +${growth('gateway')}, worker +${growth('worker')}, Redis +${growth('redis')} MiB; ${answers.filter(({ status }) => status === 200).length} of ${reads} answered\n`,
      );
    expect(roles.ended()).to.deep.equal([]);
    expect([...statuses].toSorted((a, b) => a - b).join()).to.be.oneOf(['200', '200,503']);
    expect(new Set(beside)).to.deep.equal(new Set([200]));
    expect(growth('gateway')).to.be.below(450);
    expect(growth('redis')).to.be.below(200);
  });
});
