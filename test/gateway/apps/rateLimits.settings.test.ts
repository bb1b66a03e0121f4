import { expect } from 'chai';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { administer } from '../../support/administration.ts';
import { type Cluster, startCluster } from '../../support/cluster.ts';
import { nothingTold, toldOf } from '../../support/rateLimits.ts';
import { post } from '../../support/rawRequest.ts';
import { until } from '../../support/until.ts';

/** Milliseconds, as for a revoked app. */
const knownAfterMs = 10_000;

describe('rate limit that is set', () => {
  let cluster: Cluster;
  before(async () => {
    cluster = await startCluster({ redis: 10 });
  });
  after(() => cluster.stop());

  const told = async (account: TestAccount) => toldOf(await post(account, {}, cluster.gateways[0]?.port));
  const changed = async (account: TestAccount, limit: string | undefined) => {
    const begun = performance.now();
    await until(async () => (await told(account)).limit === limit);
    return performance.now() - begun;
  };

  for (const [command, identOf] of [
    ['app', ({ appId }: TestAccount) => appId],
    ['account', ({ accountIdent }: TestAccount) => accountIdent],
  ] as const)
    it(`for an ${command} that is used all the time is known within 10 seconds, and so is its end`, async () => {
      const account = await newAccount({}, cluster);
      const set = (limit: string) =>
        administer(command, 'set', identOf(account), '--requests-per-second', limit);
      expect(await told(account)).to.deep.equal(nothingTold);

      expect(await set('1000')).to.include({ code: 0 });
      expect(await changed(account, '1000')).to.be.below(knownAfterMs);

      expect(await set('off')).to.include({ code: 0 });
      expect(await changed(account, undefined)).to.be.below(knownAfterMs);
    });
});
