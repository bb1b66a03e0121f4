import { expect } from 'chai';
import type { OperationName } from '../../../shared/contract/operations/allOperations.ts';
import { newIdent } from '../../../shared/contract/values/idents.ts';
import type { Call } from '../../../shared/wire/call.ts';
import type { Reply } from '../../../shared/wire/envelope.ts';
import { implementations } from '../../../workers/operations/implementations.ts';
import { SetRunner } from '../../../workers/sets/setRunner.ts';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { callOf } from '../../support/calls.ts';
import { addAddresses, addArticles } from '../../support/manyRows.ts';
import { database } from '../../support/servers.ts';
import { quietRunner } from '../../support/setRunners.ts';

/** One more than a set counts of a value while calls of other accounts wait. */
const beyond = 1_001;

type Request = Readonly<Record<string, unknown>>;

/** A customer, for requests about it. */
interface Records {
  readonly customer_ident: string;
  readonly version: string;
}

interface Case {
  readonly method: OperationName;
  readonly what: string;
  readonly request: (of: Records) => Request;
  /** Members of the answer's data. */
  readonly answered: Request;
}

const sku = { article_sku: 'hot' };
const counted = { count: beyond };
const exceeded = { exceeded: [{ value: 'hot', count: beyond }] };
const authority = '991-33333TEST-33';

const cases: readonly Case[] = [
  {
    method: 'article.read',
    what: 'by a SKU that very many articles have',
    request: () => ({ article_identifier: 'sku', ...sku }),
    answered: counted,
  },
  {
    method: 'article.find',
    what: 'by a SKU that very many articles have',
    request: () => ({ by: 'article_sku', values: ['hot'] }),
    answered: exceeded,
  },
  {
    method: 'article.find',
    what: 'by such a SKU, of a source that no article has',
    request: () => ({ by: 'article_sku', values: ['hot'], article_type: 'none' }),
    answered: { articles: [] },
  },
  {
    method: 'customer.read',
    what: 'of a customer with very many addresses',
    request: ({ customer_ident }) => ({ customer_ident }),
    answered: { address_count: beyond },
  },
  {
    method: 'customer.find',
    what: 'of a customer with very many addresses',
    request: ({ customer_ident }) => ({ by: 'customer_ident', values: [customer_ident] }),
    answered: {},
  },
  {
    method: 'customer.list',
    what: 'with a customer with very many addresses',
    request: () => ({}),
    answered: { cursor: null },
  },
  {
    method: 'customer.update',
    what: 'that requires the version of a customer with very many addresses',
    request: ({ customer_ident, version }) => ({ customer_ident, bill_city: 'Bonn', if_version: version }),
    answered: { bill_city: 'Bonn' },
  },
  {
    method: 'customer.update',
    what: 'of the Leitweg-ID of a customer with very many orders',
    request: ({ customer_ident }) => ({ customer_ident, public_authority_id: authority }),
    answered: { public_authority_id: authority },
  },
];

describe('a call that reads much [costs-apart]', () => {
  let account: TestAccount;
  let other: TestAccount;
  beforeEach(async () => {
    [account, other] = [await newAccount(), await newAccount()];
    for (const { id } of [account, other]) await addArticles(id, 'hot', id === account.id ? beyond : 1);
  });

  async function newCustomer(of: TestAccount): Promise<Records> {
    const { customer_ident } = await of.client.customer.create({});
    if (of === account) {
      await addAddresses(of.id, customer_ident, beyond);
      await addOrders(of, customer_ident);
    }
    const { customer } = await of.client.customer.read({ customer_ident });
    return { customer_ident, version: customer.version };
  }

  for (const { method, what, request, answered } of cases)
    it(`runs apart from the calls of other accounts: ${method} ${what}`, async () => {
      const calls = await Promise.all(
        [account, other].map(async (of) => callOf(method, of.id, request(await newCustomer(of)))),
      );
      const [much, little] = calls as [Call<object>, Call<object>];
      const runner = new SetRunner(implementations[method], { ...quietRunner, database: database() });

      const together = await runner.run(calls);
      const [locked] = together.lockedCalls.values();
      const alone = await runner.run([much], locked?.lock);

      expect([...together.replies.keys()]).to.deep.equal([little]);
      expect(locked?.calls).to.deep.equal([much]);
      const reply = answerOf(alone.replies.get(much));
      expect(reply).to.have.property('response', true);
      expect(reply.data).to.deep.include(answered);
    });

  it('is answered, also when there are several at once', async () => {
    const { customer_ident } = await newCustomer(account);
    const [read, found, changed] = await Promise.all([
      account.client.article.read({ article_identifier: 'sku', article_sku: 'hot' }),
      account.client.customer.find({ by: 'customer_ident', values: [customer_ident] }),
      account.client.customer.update({ customer_ident, public_authority_id: authority }),
    ]);

    expect(read).to.include({ count: beyond });
    expect(found.customers).to.have.length(1);
    expect(changed).to.include({ public_authority_id: authority });
    const listed = await account.client.customer.list({});
    const { customer } = await account.client.customer.read({ customer_ident });
    expect(listed.customers.map(({ version }) => version)).to.deep.equal([customer.version]);
    const orders = await database()('orders')
      .where({ account_id: account.id })
      .distinct('public_authority_id');
    expect(orders).to.deep.equal([{ public_authority_id: authority }]);
  });

  /** Adds orders without an invoice, past the service. */
  async function addOrders({ id }: TestAccount, customer_ident: string): Promise<void> {
    const rows = Array.from({ length: beyond }, () => ({
      account_id: id,
      order_ident: newIdent('ord'),
      customer_ident,
      date_created: '2026-01-01 00:00:00',
      date_updated: '2026-01-01 00:00:00',
    }));
    await database().batchInsert('orders', rows, beyond);
  }
});

function answerOf(reply: Reply | undefined) {
  return JSON.parse(reply && 'envelope' in reply ? reply.envelope : '{}');
}
