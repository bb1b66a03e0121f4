import { newAccount } from '../../test/support/account.ts';
import { cluster, secretKey } from '../../test/support/cluster.ts';
import { database } from '../../test/support/servers.ts';
import { sendDrawn } from './httpAttacks.ts';
import { tamper } from './networkAttacks.ts';
import type { Target } from './target.ts';

const seed = Number(process.env.ATTACK_SEED ?? Math.floor(Math.random() * 1e6));

/** Quick forms of some attacks; `npm run test:all -- attacks` makes all of them. */
describe(`attacks (ATTACK_SEED=${seed})`, () => {
  let target: Target;
  before(async () => {
    await newAccount(); // the key of the database is stored with the first app
    const { gateways } = await cluster();
    target = { database: database(), ports: gateways.map(({ port }) => port), secretKey };
  });

  it('with drawn HTTP requests run none that is hidden in a body', async () => {
    await sendDrawn(target, seed, 100);
  });

  it('by a proxy that changes requests signed with v2 neither change nor repeat one', async () => {
    await tamper(target, seed, 40);
  });
});
