import path from 'node:path';
import { expect } from 'chai';
import { decodeTime } from 'ulid';
import { counterfoil } from '../../../client/nodeClient.ts';
import { newAccount } from '../../support/account.ts';
import { cluster, roleEnvironment } from '../../support/cluster.ts';
import { compiled } from '../../support/command.ts';
import { freePort } from '../../support/ports.ts';
import { Role } from '../../support/role.ts';
import { until } from '../../support/until.ts';

const toleranceMs = 250;

/** Returns the time at which an ident was made, in milliseconds. */
function timeOf(ident: string): number {
  return decodeTime(ident.slice(-26).toUpperCase());
}

describe('a gateway whose host is an hour ahead', () => {
  let role: Role;
  let url: string;
  before(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const env = { ...roleEnvironment(0, port), LOG_LEVEL: 'silent', CLOCK_SKEW_MS: '3600000' };
    await compiled();
    role = await Role.start('gateway', { env, requires: [path.resolve('lab/faults/skewedClock.cjs')] });
  });
  after(() => role.stop());

  it('makes records that are listed before those that other gateways make later [clock-skew]', async () => {
    const account = await newAccount({}, await cluster());
    const ahead = counterfoil({ url, appId: account.appId, apiSecret: account.apiSecret });
    const article = { article_title: 'Tea', article_sku: 'TEA' };

    const first = await ahead.article.create(article);
    // On a busy machine, what gateways know of Redis's time differs by some milliseconds.
    await until(() => Date.now() > timeOf(first.article_ident) + toleranceMs);
    const second = await account.client.article.create(article);
    await ahead.close();

    const found = await account.client.article.read({ article_identifier: 'sku', article_sku: 'TEA' });
    expect(found.articles?.map(({ article_ident }) => article_ident)).to.deep.equal([
      first.article_ident,
      second.article_ident,
    ]);
  });
});
