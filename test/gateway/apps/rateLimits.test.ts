import { expect } from 'chai';
import { newAccount } from '../../support/account.ts';
import { newApp } from '../../support/apps.ts';
import { ownCluster, sharedAccount } from '../../support/fixtures.ts';
import { expectHttpRejection } from '../../support/httpRejections.ts';
import {
  emittedFor,
  newLimitedApp,
  nothingEmitted,
  statusesOf,
  stretchSecond,
} from '../../support/rateLimits.ts';
import { type Difference, post, type Signer } from '../../support/rawRequest.ts';
import { storedRows } from '../../support/stored.ts';
import { until } from '../../support/until.ts';

const exceeded = { 'ratelimit-limit': '1', 'ratelimit-remaining': '0' };

describe('rate limit of an app', () => {
  const cluster = ownCluster({ redis: 10 });
  const account = sharedAccount(() => newAccount({}, cluster));

  const send = (signer: Signer, difference: Difference = {}) =>
    post(signer, difference, cluster.gateways[0]?.port);
  const limitedTo = async (requestsPerSecond: number) => {
    const app = await newLimitedApp(account.id, requestsPerSecond);
    await stretchSecond(cluster, app.appId);
    return app;
  };
  const usedUp = async () => {
    const app = await limitedTo(1);
    await send(app);
    return app;
  };

  it('accepts the allowed requests, reports how many are left, and refuses the next ones', async () => {
    const app = await limitedTo(3);
    const answers = [await send(app), await send(app), await send(app), await send(app), await send(app)];

    expect(statusesOf(answers)).to.deep.equal([200, 200, 200, 429, 429]);
    expect(answers.map(emittedFor)).to.deep.equal(
      ['2', '1', '0', '0', '0'].map((remaining) => ({ limit: '3', remaining })),
    );
    expectHttpRejection(answers[3] ?? fail(), 'rate_limited');
  });

  it('reports when to retry, in whole seconds', async () => {
    const { headers } = await send(await usedUp());

    expect(headers).to.include(exceeded);
    expect(headers['retry-after']).to.match(/^\d+$/).and.equal(headers['ratelimit-reset']);
    expect(Number(headers['retry-after'])).to.equal(1);
  });

  it('restarts each second', async () => {
    const app = await newLimitedApp(account.id, 1);
    const answers = [await send(app)];
    await until(async () => answers.push(await send(app)) && answers.at(-1)?.status === 429);
    await until(async () => answers.push(await send(app)) && answers.at(-1)?.status === 200);

    for (const { status, headers } of answers) {
      expect(headers).to.include({ ...exceeded, 'ratelimit-reset': '1' });
      expect(headers['retry-after']).to.equal(status === 429 ? '1' : undefined);
    }
  });

  it('runs no rejected request [status-4xx]', async () => {
    const app = await usedUp();

    const answer = await send(app, { method: 'customer.create', body: '{}' });

    expectHttpRejection(answer, 'rate_limited', 'customer.create');
    expect(await storedRows('customers', account.id)).to.deep.equal([]);
  });

  it('does not affect other apps [rate-limit]', async () => {
    const [app, other] = [await usedUp(), await limitedTo(1)];

    expect(statusesOf([await send(app), await send(other)])).to.deep.equal([429, 200]);
  });

  it('that is not set is not reported', async () => {
    const answer = await send(await newApp(account.id));

    expect(answer.status).to.equal(200);
    expect(Object.keys(answer.headers).join()).not.to.match(/ratelimit|retry-after/);
  });

  const signed: readonly [string, number, Difference][] = [
    ['what an operation did', 200, { method: 'article.create', body: '{"article_title":"Tea"}' }],
    ['what an operation refused', 200, {}],
    ['a wrong field', 200, { body: '{"no_such_field":1}' }],
    ['an unknown method', 400, { method: 'no.such' }],
    ['a missing method', 400, { method: '' }],
    ['a malformed body', 400, { body: '{' }],
  ];
  for (const [what, status, difference] of signed) {
    it(`counts a request whose answer reports ${what}`, async () => {
      const app = await limitedTo(2);

      const answers = [await send(app, difference), await send(app), await send(app)];

      expect(statusesOf(answers)).to.deep.equal([status, 200, 429]);
      expect(emittedFor(answers[0] ?? fail())).to.deep.equal({ limit: '2', remaining: '1' });
    });

    it(`is checked before ${what}`, async () => {
      expectHttpRejection(await send(await usedUp(), difference), 'rate_limited', difference.method);
    });
  }

  const unsigned: readonly [string, number, Difference][] = [
    ['has no signature', 401, { headers: { 'X-Svc-Hmac': undefined } }],
    ['is no JSON by its type', 415, { headers: { 'Content-Type': 'text/plain' } }],
    ['is too large', 413, { body: ' '.repeat(1_048_577) }],
    ['has another verb', 405, { verb: 'PUT' }],
    ['has another path', 404, { path: '/api/v2' }],
  ];
  for (const [what, status, difference] of unsigned) {
    it(`neither counts nor refuses a request that ${what}`, async () => {
      const app = await limitedTo(1);

      const answers = [await send(app, difference), await send(app), await send(app, difference)];

      expect(statusesOf(answers)).to.deep.equal([status, 200, status]);
      expect(emittedFor(answers[2] ?? fail())).to.deep.equal(nothingEmitted);
    });
  }

  it('is not used up by a sender that knows the app but not its secret', async () => {
    const app = await limitedTo(1);
    const stranger = { ...app, apiSecret: 'guessed' };

    const strange = await Promise.all(Array.from({ length: 10 }, () => send(stranger)));

    expect(new Set(statusesOf(strange))).to.deep.equal(new Set([401]));
    expect(await send(app)).to.include({ status: 200 });
    expect(await send(stranger)).to.include({ status: 401 });
  });
});

function fail(): never {
  throw new Error('there is no such answer');
}
