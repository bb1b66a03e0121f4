import type { Reply } from '../../../shared/wire/envelope.ts';
import { withCheckDigits } from '../../../test/support/leitwegId.ts';
import { until } from '../../../test/support/until.ts';
import { changesIn } from '../../../workers/stores/changeWriter.ts';
import { versionOf } from '../../../workers/stores/versions.ts';
import { dataOf, RacedAccount, type Writers } from './racedAccount.ts';

/** Races of two writers in one account. */
interface Racing {
  /** Runs the next race; rejects when an answer or a row is wrong. */
  readonly race: (nr: number) => Promise<void>;
  /** Rejects when the tables show that a race went wrong. */
  readonly check: () => Promise<void>;
}

export type StartRacing = (account: RacedAccount) => Promise<Racing>;

/** Runs races in several accounts at the same time. */
export async function runRaces(start: StartRacing, races: number, writers: Writers, lanes: number) {
  let next = 0;
  const lane = async () => {
    const { race, check } = await start(await RacedAccount.create(writers));
    while (next < races) await race(next++);
    await check();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** Two articles get one value at the same time, which both validate: one of them gets it. */
export function validating(field: string): StartRacing {
  return async (account) => {
    const idents = [await account.article(), await account.article()] as const;
    const passed = new Map(idents.map((ident) => [ident, 0]));
    return {
      race: async (nr) => {
        const value = `${field}-${nr}`;
        const claim = (article_ident: string) =>
          ['article.update', { article_ident, [field]: value, validate: field }] as const;
        const side = sideOf(await account.both(claim(idents[0]), claim(idents[1])), 'value_exists');
        const article_ident = idents[side];
        passed.set(article_ident, (passed.get(article_ident) ?? 0) + 1);
        expectSame((await account.row(side, 'articles', { article_ident }))?.[field], value, 'the value');
      },
      // Each update that passed was written once, and no other one: so no two articles ever had one value.
      check: async () => {
        for (const [article_ident, count] of passed)
          expectSame(
            (await account.agreed('articles', { article_ident })).revision,
            count,
            'the revision after the updates that passed',
          );
      },
    };
  };
}

/** One version of an article is changed twice at the same time: one of the changes is written. */
export const changingVersion: StartRacing = async (account) => {
  const article_ident = await account.article();
  return {
    race: async (nr) => {
      const before = await account.agreed('articles', { article_ident });
      const change = (title: string) =>
        ['article.update', { article_ident, article_title: title, if_version: versionOf(before) }] as const;
      const titles = [`first ${nr}`, `second ${nr}`] as const;
      const side = sideOf(await account.both(change(titles[0]), change(titles[1])), 'record_changed');
      const after = await account.row(side, 'articles', { article_ident });
      expectSame(after?.article_title, titles[side], 'the title');
      expectSame(after?.revision, Number(before.revision) + 1, 'the revision');
    },
    check: async () => {},
  };
};

/** An article gets the number that a new one would get: then that gets another one. */
export const validatingNextNumber: StartRacing = async (account) => {
  return {
    race: async () => {
      const article_ident = await account.article();
      const { next_number } = await account.agreed('number_sequences', { resource: 'article' });
      const claim = { article_ident, article_nr: String(next_number), validate: 'article_nr' };
      await account.both(['article.update', claim], ['article.create', { article_title: 'Coffee' }]);
    },
    check: async () => {
      const doubled = await account.writers[0]('articles')
        .where({ account_id: account.id })
        .groupBy('article_nr')
        .havingRaw('count(*) > 1')
        .pluck('article_nr');
      expectSame(doubled.length, 0, `the number of doubled numbers (${doubled.join(', ')})`);
    },
  };
};

/** A customer changes while an order is created: the order has the customer's Leitweg-ID afterwards. */
export const changingAuthority: StartRacing = async (account) => {
  const [customer_ident, article_ident] = [await account.customer(), await account.article()];
  return {
    race: async (nr) => {
      const public_authority_id = withCheckDigits(`991-${String(nr).padStart(5, '0')}`);
      await account.both(
        ['customer.update', { customer_ident, public_authority_id }],
        ['order.create', { customer_ident, items: [{ article_ident, quantity: 1 }] }],
      );
    },
    check: async () => {
      const { public_authority_id } = await account.agreed('customers', { customer_ident });
      const wrong = () =>
        account.writers[0]('orders')
          .where({ account_id: account.id })
          .whereNot({ public_authority_id })
          .pluck('order_ident');
      expectSame((await wrong()).length, 0, 'the number of orders with a former Leitweg-ID');
    },
  };
};

/** A version of a customer is changed while an address is created: the change is refused if the address came first. */
export const changingCustomerVersion: StartRacing = async (account) => {
  const customer_ident = await account.customer();
  /** The numbers of addresses that updates have seen. */
  const seen: number[] = [];
  let addresses = 0;
  return {
    race: async (nr) => {
      const before = await account.agreed('customers', { customer_ident });
      const if_version = versionOf({ ...before, addresses });
      const [updated] = await account.both(
        ['customer.update', { customer_ident, bill_city: `City ${nr}`, if_version }],
        ['address.create', { customer_ident, delivery_city: 'Ulm' }],
      );
      addresses += 1;
      if (updated.kind === 'done') seen.push(Number(String(dataOf(updated).version).split('.').at(-1)));
      await until(async () => (await addressesOf(account)) === addresses);
    },
    check: async () => expectSame(await listed(account), seen.join(), 'the addresses before each update'),
  };
};

async function addressesOf({ id, writers }: RacedAccount): Promise<number> {
  const counted = await writers[0]('addresses').where({ account_id: id }).count({ addresses: '*' }).first();
  return Number(counted?.addresses);
}

/** The number of addresses that were created before each update of a customer, by the order of changes. */
async function listed({ id, writers }: RacedAccount): Promise<string> {
  const rows = await writers[0]('changes').where({ account_id: id }).orderBy('position');
  let addresses = 0;
  const before: number[] = [];
  for (const { entries } of rows) {
    const [change] = changesIn(entries);
    if (change?.resource === 'address') addresses += 1;
    if (change?.resource === 'customer' && change.kind === 'updated') before.push(addresses);
  }
  return before.join();
}

/** Returns the one of two writers whose call was done; the other one's was refused. */
function sideOf(replies: readonly [Reply, Reply], refusal: string): 0 | 1 {
  const codes = replies.map(({ code }) => code);
  expectSame(codes.toSorted().join(), ['', refusal].join(), 'the codes of the answers');
  return codes[0] === '' ? 0 : 1;
}

function expectSame(found: unknown, wanted: unknown, what: string): void {
  if (found !== wanted) throw new Error(`${what}: ${String(found)}, not ${String(wanted)}`);
}
