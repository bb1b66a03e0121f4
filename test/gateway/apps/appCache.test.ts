import { expect } from 'chai';
import { App } from '../../../gateway/apps/app.ts';
import { AppCache, knownTtlMs } from '../../../gateway/apps/appCache.ts';
import { RejectionDelay } from '../../../gateway/apps/rejectionDelay.ts';
import type { CallClient } from '../../../gateway/calls/callClient.ts';
import type { Gateway } from '../../../gateway/gateway.ts';
import { KeyGuard } from '../../../gateway/keys/keyGuard.ts';
import { settingsApplySeconds } from '../../../shared/contract/values/contractLimits.ts';
import { ignoreEvents } from '../../../shared/runtime/process/log.ts';
import { KeyRing } from '../../../shared/secrets/keyRing.ts';
import { newAccount } from '../../support/account.ts';
import { newApp, revoke } from '../../support/apps.ts';
import { secretKey } from '../../support/cluster.ts';
import { ownCluster } from '../../support/fixtures.ts';
import { RawConnection } from '../../support/rawConnection.ts';
import { post, rawRequest, type Signer } from '../../support/rawRequest.ts';
import { until } from '../../support/until.ts';

describe('an app that was looked up', () => {
  const now = performance.now.bind(performance);
  let keys: KeyGuard;
  let apps: AppCache;
  let app: Signer;
  let lookups: Promise<unknown>[];
  const cluster = ownCluster({ redis: 5 });
  beforeEach(async () => {
    const { callClient } = cluster.gateways[0] as Gateway;
    keys = new KeyGuard(callClient, new KeyRing(secretKey), ignoreEvents);
    await keys.start();
    lookups = [];
    const call: CallClient['call'] = (...call) => {
      const lookup = callClient.call(...call);
      lookups.push(lookup);
      return lookup;
    };
    const counted = { call, queues: callClient.queues } as CallClient;
    apps = new AppCache({
      callClient: counted,
      keys,
      rejectionDelay: new RejectionDelay(),
      emit: ignoreEvents,
    });
    app = await newApp((await newAccount({}, cluster)).id);
    await apps.find(app.appId);
  });
  afterEach(() => {
    performance.now = now;
    keys.stop();
  });

  const later = (ms: number) => {
    performance.now = () => now() + ms;
  };

  it('is known without another look-up while it is new', () => {
    expect(apps.known(app.appId)?.app).to.be.instanceOf(App);
    expect(lookups).to.have.length(1);
  });

  it('is known for less time than a setting takes to apply', () =>
    expect(knownTtlMs).to.be.below(1_000 * settingsApplySeconds));

  it('is looked up again in the background when a request names it, once for all requests', () => {
    later(5_000);

    expect(apps.known(app.appId)?.app).to.be.instanceOf(App);
    expect(apps.find(app.appId)).to.be.instanceOf(App);
    expect(lookups).to.have.length(2);
  });

  it('is unknown when it is too old, so a body that arrives late needs another look-up [revoked-soon]', async () => {
    await revoke(app);
    later(knownTtlMs + 1);

    expect(apps.known(app.appId)).to.equal(undefined);
    expect(await apps.find(app.appId)).to.equal('app_revoked');
  });

  it('is found again if its time is over when the body has arrived [revoked-soon]', async () => {
    const { port, monitor } = cluster.gateways[0] as Gateway;
    expect((await post(app, {}, port)).status).to.equal(200);
    const request = rawRequest(app);
    const bodyAt = request.indexOf('\r\n\r\n') + 4;
    const connection = await RawConnection.open(port);
    await connection.send(request.subarray(0, bodyAt));
    await until(() => monitor.state().requests === 1);

    await revoke(app);
    later(knownTtlMs + 1);
    await connection.send(request.subarray(bodyAt));

    expect((await connection.answer()).status).to.equal(401);
    connection.close();
  });
});
