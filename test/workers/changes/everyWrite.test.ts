import { expect } from 'chai';
import type { Body } from '../../../shared/contract/input/reader.ts';
import { publicOperations } from '../../../shared/contract/operations/allOperations.ts';
import type { AnyOperation } from '../../../shared/contract/operations/operation.ts';
import { newAccount } from '../../support/account.ts';
import { changesBy } from '../../support/changes.ts';
import { freshAccount } from '../../support/fixtures.ts';
import { database } from '../../support/servers.ts';

/** Records that writes may change. */
interface Given {
  readonly customer_ident: string;
  readonly address_ident: string;
  readonly article_ident: string;
  readonly webhook_ident: string;
}

const writes = (Object.values(publicOperations) as readonly AnyOperation[]).filter(
  ({ kind }) => kind === 'writes',
);

/** Returns the example of the contract, with the idents of records that exist. */
function requestOf({ example }: AnyOperation, given: Given): Body {
  return { ...example, ...Object.fromEntries(Object.entries(given).filter(([name]) => name in example)) };
}

const tables = {
  customer: 'customers',
  address: 'addresses',
  article: 'articles',
  webhook: 'webhooks',
} as const;

/** Tables whose rows an operation of the interface may change without a change in the list. */
const others = [
  'inbox',
  'number_sequences',
  'value_claims',
  'orders',
  'order_items',
  'article_sales',
  'webhook_deliveries',
];

describe('every writing operation', () => {
  let given: Given;
  const account = freshAccount(() => newAccount({ is_sandbox: 1 }));
  beforeEach(async () => {
    const { customer, article } = account.client;
    const made = await customer.create({ divergent_delivery_address: 1 });
    const { article_ident } = await article.create({ article_title: 'Tea' });
    // It is disabled: deliveries would change its row.
    const { webhook_ident } = await account.client.webhook.create({
      url: 'https://example.com/',
      enabled: 0,
    });
    given = { ...made, address_ident: made.address_ident ?? '', article_ident, webhook_ident };
  });

  /** The rows of records, by `resource ident`, without the lease that a test of a webhook takes. */
  async function rows(): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (const [resource, table] of Object.entries(tables))
      for (const stored of await database()(table).select('*').where({ account_id: account.id })) {
        const { lease: _, lease_until: __, ...row } = stored;
        found.set(`${resource} ${row[`${resource}_ident`]}`, JSON.stringify(row));
      }
    return found;
  }

  for (const contract of writes) {
    const { name } = contract;
    it(`${name} lists what it changes in the tables [changes-complete]`, async () => {
      const before = await rows();
      const lines = await changesBy(account, async () => {
        const { envelope } = await account.send(name, requestOf(contract, given));
        expect(envelope.response, envelope.message).to.equal(true);
      });
      const after = await rows();

      const changed = [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
        if (!before.has(key)) return [`created ${key}`];
        if (!after.has(key)) return [`deleted ${key}`];
        return before.get(key) === after.get(key) ? [] : [`updated ${key}`];
      });
      // A new address changes the version of its customer, which is not stored.
      const versions = name === 'address.create' ? [`updated customer ${given.customer_ident}`] : [];
      expect(lines).to.have.members([...changed, ...versions]);
      if (name !== 'webhook.test') expect(lines, 'the example changes something').to.not.be.empty;
    });
  }

  /** The creation of an address is told by the address alone. Webhooks, and records that a sandbox empties, have no history. */
  const withoutHistory = /^(address\.create|account\.empty|webhook\..*)$/;
  for (const contract of writes.filter(({ name }) => !withoutHistory.test(name))) {
    const { name } = contract;
    it(`${name} leaves which app sent it, in history or in the record that it creates`, async () => {
      const { id: account_id, appId: app_id } = account;
      await account.send(name, requestOf(contract, given));

      const noted = await database()('record_history').where({ account_id, app_id, operation: name });
      const created_by = `${name} ${app_id}`;
      const created = await Promise.all(
        [tables.customer, tables.article].map((table) => database()(table).where({ account_id, created_by })),
      );
      // Before each test, a record of each resource was created.
      expect(noted.length + created.flat().length).to.equal(name.endsWith('.create') ? 2 : 1);
    });
  }

  it('knows all tables of records: a new one has changes too, or is named here', async () => {
    const [found] = await database().raw(
      `SELECT TABLE_NAME AS name FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE()
        AND COLUMN_NAME = 'account_id' AND TABLE_NAME NOT IN ('apps', 'changes', 'change_positions',
          'record_history', 'erasures')
        AND TABLE_NAME NOT LIKE 'query\\_%'`,
    );

    const names = (found as { readonly name: string }[]).map(({ name }) => name);
    expect(names).to.have.members([...Object.values(tables), ...others]);
  });
});
