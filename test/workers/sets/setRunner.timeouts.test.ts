import { expect } from 'chai';
import type { Call } from '../../../shared/wire/call.ts';
import { internalError, type Reply } from '../../../shared/wire/envelope.ts';
import { type Database, openDatabase } from '../../../workers/database/database.ts';
import { implementations } from '../../../workers/operations/implementations.ts';
import { SetRunner } from '../../../workers/sets/setRunner.ts';
import { expensiveLock } from '../../../workers/stores/locks.ts';
import { callOf } from '../../support/calls.ts';
import { servers } from '../../support/servers.ts';
import { quietRunner } from '../../support/setRunners.ts';
import { endlessSelect } from '../../support/waiting.ts';

const limitMs = 300;

describe('a call whose statement always takes too long', () => {
  let pool: Database;
  let runner: SetRunner;
  before(() => {
    pool = openDatabase(servers().mariadb.url, 1, limitMs);
    const run = async () => {
      await pool.raw(endlessSelect);
      return () => expect.fail('the server ends the statement');
    };
    const implementation = { ...implementations['article.read'], run };
    runner = new SetRunner(implementation, { ...quietRunner, database: pool });
  });
  after(() => pool.destroy());

  const newCall = () => callOf('article.read', 1, { article_ident: 'a' });

  it('fails when it runs apart, long before its deadline', async () => {
    const call = newCall();

    // The driver of a busy machine may notice the timeout before the server's error: then the call is tried again.
    let replies: ReadonlyMap<Call, Reply> = new Map();
    while (replies.size === 0 && Date.now() < call.deadline)
      ({ replies } = await runner.run([call], expensiveLock(call.account)));

    expect([...replies]).to.deep.equal([[call, internalError]]);
  });

  it('is tried again apart from others when it was in a set', async () => {
    const call = newCall();

    const { replies, lockedCalls } = await runner.run([call]);

    expect(replies).to.be.empty;
    expect([...lockedCalls.values()].map(({ calls }) => calls)).to.deep.equal([[call]]);
  });
});
