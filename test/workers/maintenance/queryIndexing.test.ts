import { expect } from 'chai';
import { Lifecycle } from '../../../shared/runtime/process/lifecycle.ts';
import { startQueryIndexing } from '../../../workers/maintenance/queryIndexing.ts';
import { queriedTables, wordsIn, wordsOf } from '../../../workers/stores/queriedTables.ts';
import { QueryIndexProgress } from '../../../workers/stores/queryIndexProgress.ts';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { recordEvents } from '../../support/events.ts';
import { addRows, type Row } from '../../support/listing.ts';
import { indexed } from '../../support/queryIndex.ts';
import { drawing } from '../../support/random.ts';
import { database } from '../../support/servers.ts';
import { until } from '../../support/until.ts';

/** A row of `query_records`, or of `query_words`. */
interface Indexed {
  readonly resource: number;
  readonly ident: string;
  readonly words: string;
  readonly word: string;
}

describe('the query index', () => {
  const rowsIn = (table: string, { id }: TestAccount): Promise<readonly Row[]> =>
    database()(table).where({ account_id: id });

  const indexedRows = (table: string, { id }: TestAccount): Promise<readonly Indexed[]> =>
    database()(table).where({ account_id: id });

  /** Entries that the index should have, by the records. */
  async function expected(account: TestAccount): Promise<readonly string[]> {
    const tables = Object.values(queriedTables);
    const all = await Promise.all(
      tables.map(async (each) => {
        const rows = await rowsIn(each.table, account);
        return rows.map((row) => `${each.code} ${row[each.ident] as string}:${wordsOf(row, each)}`);
      }),
    );
    return all.flat().toSorted();
  }

  async function expectExact(account: TestAccount): Promise<void> {
    const records = await indexedRows('query_records', account);
    const texts = records.map(({ resource, ident, words }) => `${resource} ${ident}:${words}`);
    expect(texts.toSorted()).to.deep.equal(await expected(account));
    const named = records.flatMap(({ resource, ident, words }) =>
      wordsIn(words).map((word) => `${resource} ${word} ${ident}`),
    );
    const entries = await indexedRows('query_words', account);
    const words = entries.map(({ resource, word, ident }) => `${resource} ${word} ${ident}`);
    expect(words.toSorted()).to.deep.equal(named.toSorted());
  }

  it('is exact after drawn writes at the same time, written by two processes (36 writes)', async () => {
    const account = await newAccount();
    const { below, one } = drawing(31);
    const names = ['Müller', 'Meier GmbH', 'Tee & Kaffee', 'Lange Straße 5', '', '123 abc', 'Muller'];
    const written = new AbortController();
    const indexing = (async () => {
      const progress = new QueryIndexProgress(database());
      while (!written.signal.aborted) await progress.advance(account.id);
    })();
    const idents: string[] = [];
    for (let round = 0; round < 6; round += 1)
      await Promise.all(
        Array.from({ length: 6 }, async () => {
          const name = { bill_company: one(names), bill_lastname: one(names) };
          const customer_ident = idents[below(idents.length * 2)];
          if (customer_ident === undefined)
            idents.push((await account.client.customer.create(name)).customer_ident);
          else if (below(4) > 0) await account.send('customer.update', { customer_ident, ...name });
          else await account.send('customer.delete', { customer_ident });
        }),
      );
    written.abort();
    await indexing;
    await indexed(account);

    await expectExact(account);
  });

  it('is built from the records if the changes that it lacks are no longer kept', async () => {
    const account = await newAccount();
    const kept = await account.client.customer.create({ bill_company: 'Kept' });
    const { customer_ident } = await account.client.customer.create({ bill_company: 'Gone' });
    await indexed(account);
    await database()('customers').where({ account_id: account.id, customer_ident }).delete();
    await addRows('articles', [{ account_id: account.id, article_ident: 'art_old', article_title: 'Old' }]);
    await database()('change_positions')
      .where({ account_id: account.id })
      .update({ purged_position: 3, last_position: 3 });
    await indexed(account);

    await expectExact(account);
    expect(await expected(account)).to.deep.equal([
      `1 ${kept.customer_ident}: kept | 10001 | `,
      '2 art_old: old | | ',
    ]);
  });

  it('measures what it lacks of all accounts, however many looks that takes', async () => {
    const pages = [
      Array.from({ length: 64 }, (_, index) => ({ account: index + 1, last: 2, changes: 2, seconds: 3_600 })),
      [{ account: 65, last: 1, changes: 1, seconds: 1 }],
    ];
    const late = async (after: number) => pages[after === 0 ? 0 : 1] ?? [];
    const { emit, emitted } = recordEvents();
    const lifecycle = new Lifecycle();
    startQueryIndexing({ late, advance: async () => true }, lifecycle, emit);
    await until(() => emitted('query_index_measured').length >= 4);
    await lifecycle.stop();

    const all = { accounts: 65, changes: 129, seconds: 3_600 };
    const first = { accounts: 64, changes: 128, seconds: 3_600 };
    expect(emitted('query_index_measured').slice(0, 4)).to.deep.equal([first, all, all, all]);
  });

  it('goes on with the other accounts if the step of one fails', async () => {
    const steps: number[] = [];
    const late = [1, 2, 3].map((account) => ({ account, last: 1, changes: 1, seconds: 0 }));
    const advance = async (account: number) => {
      steps.push(account);
      if (account === 1) throw new Error('poison');
      return false;
    };
    const { emit, emitted } = recordEvents();
    const lifecycle = new Lifecycle();
    startQueryIndexing({ late: async () => late, advance }, lifecycle, emit);
    await until(() => steps.length >= 3);
    await lifecycle.stop();

    expect(steps.slice(0, 3)).to.deep.equal([1, 2, 3]);
    expect(emitted('query_index_failed').length).to.be.at.least(1);
  });
});
