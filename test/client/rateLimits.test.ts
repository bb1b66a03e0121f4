import { expect } from 'chai';
import { AbortedError, type Counterfoil, counterfoil } from '../../client/webClient.ts';
import { newAccount } from '../support/account.ts';
import { recordEvents } from '../support/events.ts';
import { freshAccount, ownCluster } from '../support/fixtures.ts';
import { newLimitedApp, stretchSecond } from '../support/rateLimits.ts';
import type { Signer } from '../support/rawRequest.ts';
import { storedRows } from '../support/stored.ts';

describe('client of an app with a rate limit (waits for the limit)', () => {
  const { emit, emitted } = recordEvents();
  const cluster = ownCluster({ redis: 10, emit });
  const account = freshAccount(() => newAccount({}, cluster));

  const open = (signer: Signer, repeats: number): Counterfoil =>
    counterfoil({ url: cluster.url, ...signer, repeats });

  it('repeats when the limit allows it; each call runs once', async () => {
    const client = open(await newLimitedApp(account.id, 2), 20);

    const made = await Promise.all(Array.from({ length: 5 }, () => client.customer.create({})));

    const stored = (await storedRows('customers', account.id)).map(({ customer_ident }) => customer_ident);
    expect(stored).to.have.members(made.map(({ customer_ident }) => customer_ident));
    expect(emitted('request').filter(({ status }) => status === 429)).to.not.be.empty;
    await client.close();
  });

  it('waits instead of being refused, once it knows the limit', async () => {
    const app = await newLimitedApp(account.id, 3);
    await stretchSecond(cluster, app.appId);
    const client = open(app, 0);
    const controller = new AbortController();
    const options = { deadlineMs: 120_000, signal: controller.signal };
    const create = () => client.customer.create({}, options);

    await create();
    await Promise.all([create(), create()]);
    const waiting = create().catch((error: unknown) => error);
    controller.abort();

    expect(await waiting)
      .to.be.instanceOf(AbortedError)
      .and.to.include({ attempts: 0 });
    expect(await storedRows('customers', account.id)).to.have.length(3);
    await client.close();
  });
});
