import { expect } from 'chai';
import { newAccount, type TestAccount } from '../support/account.ts';
import { newApp, newSigner, revoke, rotate } from '../support/apps.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { recordEvents } from '../support/events.ts';
import { post, type Signer } from '../support/rawRequest.ts';
import { until } from '../support/until.ts';

describe('apps', () => {
  const { tell, told } = recordEvents();
  let cluster: Cluster;
  let account: TestAccount;
  before(async () => {
    cluster = await startCluster({ redis: 5, tell });
    account = await newAccount({}, cluster);
  });
  after(() => cluster.stop());

  const statusFor = async (signer: Signer) => (await post(signer, {}, cluster.gateways[0]?.port)).status;
  const lookUps = () =>
    told('set')
      .filter(({ method }) => method === 'account.app')
      .reduce((sum, { calls }) => sum + calls, 0);

  it('sign with both secrets while one is rotated', async () => {
    const former = await newApp(account.id);
    const current = await rotate(former);

    expect(await statusFor(current)).to.equal(200);
    expect(await statusFor(former)).to.equal(200);
  });

  it('sign no more with the secret before the last two', async () => {
    const first = await newApp(account.id);
    const second = await rotate(first);
    const third = await rotate(second);

    expect(await Promise.all([first, second, third].map(statusFor))).to.deep.equal([401, 200, 200]);
  });

  it('sign no more with a secret that was dropped', async () => {
    const dropped = await newApp(account.id);
    const current = await rotate(dropped, true);

    expect(await Promise.all([dropped, current].map(statusFor))).to.deep.equal([401, 200]);
  });

  it('are refused within 10 seconds after they were revoked, though used all the time', async () => {
    const app = await newApp(account.id);
    expect(await statusFor(app)).to.equal(200);

    await revoke(app);
    const begun = performance.now();
    await until(async () => (await statusFor(app)) === 401);

    expect(performance.now() - begun).to.be.below(10_000);
    expect(await statusFor(app)).to.equal(401);
  });

  const refused: readonly [string, () => Promise<Signer>][] = [
    ['unknown', async () => newSigner()],
    [
      'revoked',
      async () => {
        const app = await newApp(account.id);
        await revoke(app);
        return app;
      },
    ],
  ];
  for (const [what, make] of refused) {
    it(`that are ${what} are not looked up for each request`, async () => {
      const app = await make();
      const before = lookUps();

      const answers = await Promise.all(Array.from({ length: 100 }, () => statusFor(app)));
      for (let at = 0; at < 100; at += 1) answers.push(await statusFor(app));

      expect(new Set(answers)).to.deep.equal(new Set([401]));
      expect(lookUps() - before).to.be.within(1, 20);
    });
  }

  it('that are used all the time are not looked up for each request', async () => {
    const app = await newApp(account.id);
    const before = lookUps();

    const answers = await Promise.all(Array.from({ length: 100 }, () => statusFor(app)));
    for (let at = 0; at < 100; at += 1) answers.push(await statusFor(app));

    expect(new Set(answers)).to.deep.equal(new Set([200]));
    expect(lookUps() - before).to.be.within(1, 20);
  });
});
