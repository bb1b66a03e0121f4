import { expect } from 'chai';
import { AppCache } from '../../../gateway/apps/appCache.ts';
import { RejectionDelay } from '../../../gateway/apps/rejectionDelay.ts';
import { Unavailable } from '../../../gateway/calls/unavailable.ts';
import type { Gateway } from '../../../gateway/gateway.ts';
import { KeyGuard } from '../../../gateway/keys/keyGuard.ts';
import { ignoreEvents } from '../../../shared/runtime/process/log.ts';
import { AppIds, appIdKeyOf } from '../../../shared/secrets/appIds.ts';
import { KeyRing } from '../../../shared/secrets/keyRing.ts';
import { newAccount } from '../../support/account.ts';
import { dropFormer, newApp, newSigner, revoke, rotate } from '../../support/apps.ts';
import { secretKey } from '../../support/cluster.ts';
import { recordEvents } from '../../support/events.ts';
import { ownCluster, sharedAccount } from '../../support/fixtures.ts';
import { post, type Signer } from '../../support/rawRequest.ts';
import { until } from '../../support/until.ts';

describe('apps (waits for gateways to notice)', () => {
  const { emit, emitted } = recordEvents();
  const cluster = ownCluster({ redis: 5, emit });
  const account = sharedAccount(() => newAccount({}, cluster));

  const statusFor = async (signer: Signer) => (await post(signer, {}, cluster.gateways[0]?.port)).status;
  const lookUps = () =>
    emitted('set')
      .filter(({ method }) => method === 'account.app')
      .reduce((sum, { calls }) => sum + calls, 0);

  it('sign with both secrets while one is rotated', async () => {
    const former = await newApp(account.id);
    const current = await rotate(former);

    expect(await statusFor(current)).to.equal(200);
    expect(await statusFor(former)).to.equal(200);
  });

  it('sign no more with a secret that was dropped', async () => {
    const dropped = await newApp(account.id);
    const current = await rotate(dropped);
    expect(await Promise.all([dropped, current].map(statusFor))).to.deep.equal([200, 200]);

    await dropFormer(dropped);

    await until(async () => (await statusFor(dropped)) === 401);
    expect(await statusFor(current)).to.equal(200);
  });

  it('are refused within 10 seconds after they were revoked, though used all the time [revoked-soon]', async () => {
    const app = await newApp(account.id);
    expect(await statusFor(app)).to.equal(200);

    await revoke(app);
    const startedAt = performance.now();
    await until(async () => (await statusFor(app)) === 401);

    expect(performance.now() - startedAt).to.be.below(10_000);
    expect(await statusFor(app)).to.equal(401);
  });

  const asked: readonly [string, number, () => Promise<Signer>][] = [
    ['used all the time', 200, () => newApp(account.id)],
    ['unknown', 401, async () => newSigner()],
    [
      'revoked',
      401,
      async () => {
        const app = await newApp(account.id);
        await revoke(app);
        return app;
      },
    ],
  ];
  for (const [what, status, make] of asked) {
    it(`that are ${what} are not looked up for each request`, async () => {
      const app = await make();
      const before = lookUps();

      const answers = await Promise.all(Array.from({ length: 100 }, () => statusFor(app)));
      for (let index = 0; index < 20; index += 1) answers.push(await statusFor(app));

      expect(new Set(answers)).to.deep.equal(new Set([status]));
      expect(lookUps() - before).to.be.within(1, 20);
    });
  }

  it('are not looked up at all when their check part is wrong', async () => {
    const before = lookUps();
    const elsewhere = new AppIds(appIdKeyOf(Buffer.alloc(32, 9)));

    const answers = await Promise.all(
      Array.from({ length: 100 }, () => statusFor({ ...newSigner(), appId: elsewhere.make() })),
    );

    expect(new Set(answers)).to.deep.equal(new Set([401]));
    expect(lookUps() - before).to.equal(0);
  });

  it('exist and are not pushed out by a flood of invented ids', async () => {
    const { callClient } = cluster.gateways[0] as Gateway;
    const keys = new KeyGuard(callClient, new KeyRing(secretKey), ignoreEvents);
    const apps = new AppCache({ callClient, keys, rejectionDelay: new RejectionDelay(), emit: ignoreEvents });
    await keys.start();
    const known = await newApp(account.id);
    await apps.find(known.appId);
    const elsewhere = new AppIds(appIdKeyOf(Buffer.alloc(32, 9)));

    for (let made = 0; made < 20_000; made += 1) expect(apps.find(elsewhere.make())).to.equal('unknown_app');

    expect(apps.known(known.appId)).to.not.equal(undefined);
    keys.stop();
  });

  it("may be tried again if their id can't be checked yet", async () => {
    const { callClient } = cluster.gateways[0] as Gateway;
    const keys = new KeyGuard(callClient, new KeyRing(Buffer.alloc(32, 9)), ignoreEvents);
    const apps = new AppCache({ callClient, keys, rejectionDelay: new RejectionDelay(), emit: ignoreEvents });

    expect(await apps.find(account.appId)).to.be.an.instanceOf(Unavailable);
  });
});
