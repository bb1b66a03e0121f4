// @alone: measures the time of refusals.
import { expect } from 'chai';
import { newIdent } from '../../../shared/contract/values/idents.ts';
import { AppIds, appIdKeyOf } from '../../../shared/secrets/appIds.ts';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { newSigner } from '../../support/apps.ts';
import { type Cluster, startCluster } from '../../support/cluster.ts';
import { RawConnection } from '../../support/rawConnection.ts';
import { type Difference, rawRequest, type Signer } from '../../support/rawRequest.ts';
import { signedV2, timestamp, v2Header } from '../../support/signatures.ts';
import { percentile } from '../../support/statistics.ts';

/** Number of measurements of each kind of refusal, in turns. */
const samples = 80;

/** Maximum distance of medians, in milliseconds and of the median: less than a look-up takes, however busy the machine is. */
const toleranceMs = 1;
const toleranceShare = 0.15;
const maxRounds = 3;

interface Kind {
  readonly what: string;
  readonly make: () => [Signer, Difference?];
}

describe('refusals (measures many requests)', () => {
  let cluster: Cluster;
  let connection: RawConnection;
  let account: TestAccount;
  before(async () => {
    cluster = await startCluster({ redis: 5 });
    connection = await RawConnection.open(cluster.gateways[0]?.port ?? 0);
    account = await newAccount({}, cluster);
  });
  after(async () => {
    connection.close();
    await cluster.stop();
  });

  const wrong = ({ appId }: Signer): [Signer] => [{ appId, apiSecret: 'wrong' }];
  const elsewhere = new AppIds(appIdKeyOf(Buffer.alloc(32, 9)));
  const [again, replayed] = [newSigner(), { header: '' }];
  const kinds: readonly Kind[] = [
    { what: 'of a known app', make: () => wrong(account) },
    { what: 'of an invented id', make: () => wrong({ ...newSigner(), appId: elsewhere.make() }) },
    { what: 'of an unknown id, looked up', make: () => wrong(newSigner()) },
    {
      what: 'of an id without a check part',
      make: () => wrong({ ...newSigner(), appId: newIdent('app') }),
    },
    { what: 'of an unknown id, looked up just before', make: () => wrong(again) },
    { what: 'with a malformed signature', make: () => [account, { headers: { 'X-Svc-Hmac': 'x' } }] },
    { what: 'without a signature', make: () => [account, { headers: { 'X-Svc-Hmac': undefined } }] },
    {
      what: 'with a stale signature v2',
      make: () => [account, signedV2(account, {}, { timestamp: timestamp(-400) })],
    },
    {
      what: 'with a malformed signature v2',
      make: () => [account, { headers: { 'X-Svc-Signature': 'v2' } }],
    },
    {
      what: 'with a signature v2 that was sent before',
      make: () => [account, { headers: { 'X-Svc-Signature': replayed.header } }],
    },
  ];

  it('take equally long, whatever is wrong and whether the app is known [same-rejection]', async function () {
    this.timeout(300_000);
    replayed.header = v2Header(account);
    await answered(account, { headers: { 'X-Svc-Signature': replayed.header } });
    let tables = '';
    // A difference of the gateway is there in each round; one that something else on the machine caused is not.
    for (let round = 0; round < maxRounds; round += 1) {
      const medians = await measured();
      const all = medians.map(([, ms]) => ms);
      const table = medians.map(([what, ms]) => `${what}: ${ms.toFixed(2)} ms`).join('\n');
      if (process.env.SHOW_TIMES) process.stderr.write(`${table}\n`);
      const tolerance = Math.max(toleranceMs, toleranceShare * percentile(all, 50));
      if (Math.max(...all) - Math.min(...all) < tolerance) return;
      tables += `${table}\n\n`;
    }
    expect.fail(`differences in ${maxRounds} rounds:\n${tables}`);
  });

  /** The median time of each kind. */
  async function measured() {
    const times = new Map<string, number[]>(kinds.map(({ what }) => [what, []]));
    for (let sample = -20; sample < samples; sample += 1)
      for (const { what, make } of kinds) {
        const startedAt = performance.now();
        const status = await answered(...make());
        // The first ones are for the gateway to learn how long look-ups take.
        if (sample >= 0) times.get(what)?.push(performance.now() - startedAt);
        expect(status, what).to.equal(401);
      }
    return [...times].map(([what, all]) => [what, percentile(all, 50)] as const);
  }

  async function answered(signer: Signer, difference: Difference = {}): Promise<number> {
    void connection.send(rawRequest(signer, difference));
    return (await connection.answer()).status;
  }
});
