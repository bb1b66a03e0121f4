import { expect } from 'chai';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { administer } from '../../support/administration.ts';
import { ownCluster } from '../../support/fixtures.ts';
import { emittedFor, nothingEmitted } from '../../support/rateLimits.ts';
import { post } from '../../support/rawRequest.ts';
import { until } from '../../support/until.ts';

/** Milliseconds, as for a revoked app. */
const knownAfterMs = 10_000;

describe('rate limit that is set (waits for gateways to notice)', () => {
  const cluster = ownCluster({ redis: 10 });

  const emitted = async (account: TestAccount) =>
    emittedFor(await post(account, {}, cluster.gateways[0]?.port));
  const changed = async (account: TestAccount, limit: string | undefined) => {
    const startedAt = performance.now();
    await until(async () => (await emitted(account)).limit === limit);
    return performance.now() - startedAt;
  };

  for (const [command, identOf] of [
    ['app', ({ appId }: TestAccount) => appId],
    ['account', ({ accountIdent }: TestAccount) => accountIdent],
  ] as const)
    it(`for an ${command} that is used all the time applies within 10 seconds, and so does its removal`, async () => {
      const account = await newAccount({}, cluster);
      const set = (limit: string) =>
        administer(command, 'set', identOf(account), '--requests-per-second', limit);
      expect(await emitted(account)).to.deep.equal(nothingEmitted);

      expect(await set('1000')).to.include({ code: 0 });
      expect(await changed(account, '1000')).to.be.below(knownAfterMs);

      expect(await set('off')).to.include({ code: 0 });
      expect(await changed(account, undefined)).to.be.below(knownAfterMs);
    });
});
