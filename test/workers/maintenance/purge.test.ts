import { expect } from 'chai';
import { migrateUp } from '../../../migrations/migrations.ts';
import { type Emit, ignoreEvents } from '../../../shared/runtime/process/log.ts';
import { Purge } from '../../../workers/maintenance/purge.ts';
import { Inbox } from '../../../workers/stores/inbox.ts';
import { WebhookDeliveries } from '../../../workers/stores/webhookDeliveries.ts';
import { newAccount } from '../../support/account.ts';
import { callOf } from '../../support/calls.ts';
import { recordEvents } from '../../support/events.ts';
import { addInboxRows, countInboxRows, farOff, longAgo } from '../../support/inboxRows.ts';
import { newDatabase, type OwnDatabase } from '../../support/ownDatabase.ts';
import { doneWith } from '../../support/replies.ts';
import { database } from '../../support/servers.ts';
import { setRunner } from '../../support/setRunners.ts';
import { storedRows } from '../../support/stored.ts';
import { until } from '../../support/until.ts';

/** Uses its own database, since workers of other tests purge the shared one. */
describe('purge', () => {
  let own: OwnDatabase;
  before(async () => {
    own = await newDatabase('purge');
    await migrateUp(own.pool);
  });
  beforeEach(() => own.pool('inbox').truncate());
  after(() => own.drop());

  const purge = (rowsPerStep: number, emit: Emit, stop = new AbortController().signal) =>
    new Purge({ rowsPerStep, emit, stop }).inbox(new Inbox(own.pool));
  const expired = () => countInboxRows(own.pool, longAgo);

  /** The number of deleting statements that the work sends; beside them, a purge measures the table. */
  async function statementsOf(work: () => Promise<unknown>): Promise<number> {
    let statements = 0;
    const count = ({ sql }: { readonly sql: string }) => {
      if (sql.startsWith('DELETE')) statements += 1;
    };
    own.pool.on('query', count);
    await work().finally(() => own.pool.off('query', count));
    return statements;
  }

  it('removes what has expired, in steps, and nothing else', async () => {
    const { emit, emitted } = recordEvents();
    await addInboxRows(own.pool, 7, farOff);
    await addInboxRows(own.pool, 25, longAgo);

    const steps = await statementsOf(() => purge(10, emit));

    expect(steps).to.equal(3);
    expect(await expired()).to.equal(0);
    expect(await countInboxRows(own.pool, farOff)).to.equal(7);
    expect(emitted('inbox_purged').map(({ rows }) => rows)).to.deep.equal([25]);
  });

  it('removes deliveries of webhooks that are no longer listed, in steps, and no others', async () => {
    const { emit, emitted } = recordEvents();
    const deliveries = new WebhookDeliveries(own.pool);
    const row = { account_id: 1, webhook_ident: 'whk_1' };
    const hoursAgo = (hours: number) => own.pool.raw('UTC_TIMESTAMP() - INTERVAL ? HOUR', [hours]);
    const rows = (count: number, name: string, hours: number) =>
      Array.from({ length: count }, (_, nr) => ({
        ...row,
        delivery_id: `msg_${name}_${nr}`,
        date_attempted: hoursAgo(hours),
      }));
    await own.pool('webhook_deliveries').insert([...rows(25, 'old', 73), ...rows(7, 'new', 71)]);

    const purging = new Purge({ rowsPerStep: 10, emit, stop: new AbortController().signal });
    const steps = await statementsOf(() => purging.deliveries(deliveries));

    expect(steps).to.equal(3);
    expect(await own.pool('webhook_deliveries').pluck('delivery_id')).to.have.members(
      rows(7, 'new', 71).map(({ delivery_id }) => delivery_id),
    );
    expect(emitted('deliveries_purged').map(({ rows }) => rows)).to.deep.equal([25]);
  });

  it('keeps what expires in a minute', async () => {
    const { emit, emitted } = recordEvents();
    const soon = new Date(Date.now() + 60_000).toISOString().slice(0, 19).replace('T', ' ');
    await addInboxRows(own.pool, 7, soon);

    await purge(10, emit);

    expect(await countInboxRows(own.pool, soon)).to.equal(7);
    expect(emitted('inbox_purged')).to.deep.equal([]);
  });

  it('emits nothing if nothing has expired', async () => {
    const { emit, emitted } = recordEvents();
    await addInboxRows(own.pool, 7, farOff);

    const steps = await statementsOf(() => purge(10, emit));

    expect(steps).to.equal(1);
    expect(emitted('inbox_purged')).to.deep.equal([]);
    expect(emitted('inbox_measured').map(({ lagMs }) => lagMs)).to.deep.equal([0]);
  });

  it('stops in the middle when it is aborted', async () => {
    const stopping = new AbortController();
    const { emit, emitted } = recordEvents();
    await addInboxRows(own.pool, 5_000, longAgo);

    const purging = purge(1, emit, stopping.signal);
    await until(async () => (await expired()) < 5_000);
    stopping.abort();
    await purging;

    const [{ rows } = { rows: 0 }] = emitted('inbox_purged');
    expect(rows).to.be.within(1, 4_999);
    expect(await expired()).to.equal(5_000 - rows);
  });

  it('leaves what it has no time for to the next run, and measures it', async () => {
    const { emit, emitted } = recordEvents();
    let steps = 0;
    const endless = Object.assign(new Inbox(own.pool), {
      removeExpired: async (max: number) => {
        steps += 1;
        await addInboxRows(own.pool, max, longAgo);
        return Inbox.prototype.removeExpired.call(endless, max);
      },
    });
    await addInboxRows(own.pool, 10, longAgo);

    const { signal: stop } = new AbortController();
    await new Purge({ rowsPerStep: 10, maxMs: 50, emit, stop }).inbox(endless);

    expect(emitted('inbox_purged').map(({ rows }) => rows)).to.deep.equal([10 * steps]);
    expect(await expired()).to.equal(10);
    expect(emitted('inbox_measured').map(({ lagMs }) => lagMs > 0)).to.deep.equal([true]);
  });

  it('lets the accounts that have expired rows take turns, when one has more than there is time for', async () => {
    const removed = new Set<number>();
    const rows = {
      accounts: async () => ({ expired: [1, 2, 3], last: undefined }),
      remove: async (account: number, max: number) => {
        removed.add(account);
        await own.pool.raw('SELECT 1');
        return max;
      },
    };
    const { signal: stop } = new AbortController();
    const purging = new Purge({ rowsPerStep: 10, maxMs: 5, emit: ignoreEvents, stop });

    await until(async () => {
      await purging.accounts('changes_purged', rows);
      return removed.size === 3;
    });
  });

  it("leaves rows that it can't remove to the next run, and emits no values", async () => {
    const { emit, emitted } = recordEvents();
    await addInboxRows(own.pool, 25, longAgo);
    await own.pool.schema.renameTable('inbox', 'elsewhere');
    await purge(10, emit);
    await own.pool.schema.renameTable('elsewhere', 'inbox');
    expect(emitted('purge_failed').map(({ error }) => error.code)).to.deep.equal(['ER_NO_SUCH_TABLE']);
    expect(JSON.stringify(emitted('purge_failed'))).not.to.match(/DELETE|\d{4}-\d\d-\d\d/);

    await purge(10, emit);

    expect(await expired()).to.equal(0);
    expect(emitted('purge_failed')).to.have.length(1);
  });

  it('does not delay writers, not even in the middle of a step', async () => {
    await addInboxRows(own.pool, 25, longAgo);
    await addInboxRows(own.pool, 1, farOff);
    const calls = ['key-1', undefined].map((key) =>
      callOf('article.create', 1, { article_title: 'Tea' }, key ? { key, fingerprint: 'one' } : {}),
    );

    const step = await own.pool.transaction();
    const removed = await new Inbox(step).removeExpired(10);
    await new Inbox(own.pool).record(new Map(calls.map((call) => [call, doneWith()])));
    await step.rollback();

    expect(removed).to.equal(10);
    expect((await new Inbox(own.pool).find(calls)).size).to.equal(2);
  });

  it('runs beside sets, and no set is replayed', async () => {
    const { emit, emitted } = recordEvents();
    const { id } = await newAccount();
    await addInboxRows(database(), 2_000, longAgo);

    const { signal: stop } = new AbortController();
    const purging = new Purge({ rowsPerStep: 20, emit: ignoreEvents, stop }).inbox(new Inbox(database()));
    for (let sets = 0; (await countInboxRows(database(), longAgo)) > 0; sets += 1) {
      const calls = Array.from({ length: 5 }, () => callOf('article.create', id, { article_title: 'Tea' }));
      const replies = await setRunner('article.create', database(), emit).run(calls);
      expect(replies.map((reply) => reply?.code)).to.deep.equal(calls.map(() => ''));
      expect(await storedRows('inbox', id)).to.have.length((sets + 1) * 5);
    }
    await purging;

    expect(emitted('set_retried')).to.deep.equal([]);
  });
});

describe('removal of the answers of erased customers', () => {
  it('lets the other purges have their turn, however often an app erases', async () => {
    let searches = 0;
    const requested = Array.from({ length: 1_000 }, (_, index) => ({ account: 1, value: `cus_${index}` }));
    const erasures = {
      requested: async () => requested,
      eraseHistory: async () => ({ addresses: [], last: undefined }),
      removeAnswers: async () => {
        searches += 1;
        return { removed: 0, last: undefined };
      },
      done: async () => {},
    };

    const { signal: stop } = new AbortController();
    await new Purge({ rowsPerStep: 10, maxMs: 20, emit: ignoreEvents, stop }).erasures(erasures);

    expect(searches).to.be.at.least(1);
  });

  it('fails without keeping the other purges from their turn, if it finds no erasures', async () => {
    const { emit, emitted } = recordEvents();
    const erasures = {
      requested: () => Promise.reject(new Error('denied')),
      eraseHistory: async () => ({ addresses: [], last: undefined }),
      removeAnswers: async () => ({ removed: 0, last: undefined }),
      done: async () => {},
    };

    await new Purge({ rowsPerStep: 10, emit, stop: AbortSignal.timeout(1_000) }).erasures(erasures);

    expect(emitted('purge_failed')).to.have.length(1);
  });

  it('goes on with the next accounts if one fails', async () => {
    const ended: number[] = [];
    const { emit, emitted } = recordEvents();
    const erasures = {
      requested: async (after: number) =>
        [1, 2, 3].filter((account) => account > after).map((account) => ({ account, value: 'cus_1' })),
      eraseHistory: async () => ({ addresses: [], last: undefined }),
      removeAnswers: async (account: number) => {
        if (account === 1) throw new Error('denied');
        return { removed: 0, last: undefined };
      },
      done: async (account: number) => {
        ended.push(account);
      },
    };

    await new Purge({ rowsPerStep: 10, emit, stop: AbortSignal.timeout(1_000) }).erasures(erasures);

    expect(ended).to.deep.equal([2, 3]);
    expect(emitted('purge_failed')).to.have.length(1);
  });
});
