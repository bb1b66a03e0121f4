import { expect } from 'chai';
import { newAccount } from '../../support/account.ts';
import { newApp } from '../../support/apps.ts';
import { ownCluster } from '../../support/fixtures.ts';
import { expectHttpRejection } from '../../support/httpRejections.ts';
import {
  accountKey,
  emittedFor,
  newLimitedApp,
  statusesOf,
  stretchSecond,
} from '../../support/rateLimits.ts';
import { post, type Signer } from '../../support/rawRequest.ts';

describe('rate limit', () => {
  const cluster = ownCluster({ redis: 10, gateways: 2 });

  const send = (signer: Signer, gateway = 0) => post(signer, {}, cluster.gateways[gateway]?.port);
  const limitedAccount = async (requestsPerSecond: number) => {
    const account = await newAccount({ requests_per_second: requestsPerSecond }, cluster);
    await stretchSecond(cluster, accountKey(account.id));
    return account;
  };
  const limitedApp = async (accountId: number, requestsPerSecond: number) => {
    const app = await newLimitedApp(accountId, requestsPerSecond);
    await stretchSecond(cluster, app.appId);
    return app;
  };

  it('of an app counts what came to any gateway [rate-limit]', async () => {
    const app = await limitedApp((await newAccount({}, cluster)).id, 3);

    const answers = [await send(app, 0), await send(app, 1), await send(app, 0), await send(app, 1)];

    expect(statusesOf(answers)).to.deep.equal([200, 200, 200, 429]);
    expect(answers.map(emittedFor).map(({ remaining }) => remaining)).to.deep.equal(['2', '1', '0', '0']);
    expect(await send(app, 0)).to.include({ status: 429 });
  });

  it('of an app accepts no more when requests arrive at two gateways at once', async () => {
    const app = await limitedApp((await newAccount({}, cluster)).id, 7);

    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => send(app, index % 2)));

    expect(statusesOf(answers).filter((status) => status === 200)).to.have.length(7);
  });

  it('of an account counts the requests of all of its apps', async () => {
    const account = await limitedAccount(3);
    const other = await newApp(account.id);

    const answers = [await send(account), await send(other, 1), await send(account), await send(other)];

    expect(statusesOf(answers)).to.deep.equal([200, 200, 200, 429]);
    expect(answers.map(emittedFor)).to.deep.equal(
      ['2', '1', '0', '0'].map((remaining) => ({ limit: '3', remaining })),
    );
    expectHttpRejection(await send(account, 1), 'rate_limited');
  });

  it('of an account does not affect other accounts', async () => {
    const [account, other] = [await limitedAccount(1), await limitedAccount(1)];
    await send(account);

    expect(statusesOf([await send(account), await send(other)])).to.deep.equal([429, 200]);
  });

  for (const [own, common, emitted] of [
    [2, 10, '2'],
    [10, 2, '2'],
  ] as const)
    it(`of an app (${own}) and of its account (${common}): both apply, the tighter one is reported`, async () => {
      const app = await limitedApp((await limitedAccount(common)).id, own);

      const answers = [await send(app), await send(app), await send(app)];

      expect(statusesOf(answers)).to.deep.equal([200, 200, 429]);
      expect(answers.map(emittedFor)).to.deep.equal(
        ['1', '0', '0'].map((remaining) => ({ limit: emitted, remaining })),
      );
    });

  it('of an account is reported to an app when its other apps have left less than its own limit', async () => {
    const account = await limitedAccount(5);
    const app = await limitedApp(account.id, 4);
    const before = emittedFor(await send(app));

    for (let sent = 0; sent < 2; sent += 1) await send(account);

    expect([before, emittedFor(await send(app))]).to.deep.equal([
      { limit: '4', remaining: '3' },
      { limit: '5', remaining: '1' },
    ]);
  });

  it('of an account is not used up by what an app sends beyond its own limit', async () => {
    const account = await limitedAccount(2);
    const app = await limitedApp(account.id, 1);

    const answers = await Promise.all(Array.from({ length: 10 }, () => send(app)));

    expect(statusesOf(answers).filter((status) => status === 429)).to.have.length(9);
    expect(await send(account)).to.include({ status: 200 });
  });
});
