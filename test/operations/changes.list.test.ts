import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { changesAfter, changesBy, cursorNow, lineOf } from '../support/changes.ts';
import { sharedAccount } from '../support/fixtures.ts';
import { database } from '../support/servers.ts';

describe('changes.list', () => {
  const account = sharedAccount();

  const refusal = async (body: object, of = account) => {
    const { code, envelope } = await of.send('changes.list', body);
    return { code, message: envelope.message, data: envelope.data };
  };
  const fault = (message: string, field = 'after') => ({
    code: 'field_invalid',
    message,
    data: {
      code: 'field_invalid',
      errors: [
        {
          field,
          code: 'field_invalid',
          message,
        },
      ],
    },
  });

  it('begins now: without a cursor, the list is empty', async () => {
    await account.client.article.create({ article_title: 'Before' });

    const { changes, cursor } = await account.client.changes.list({});

    expect(changes).to.deep.equal([]);
    expect(await changesAfter(account, cursor)).to.deep.equal([]);
  });

  it('begins now for an account that never had a change', async () => {
    const fresh = await newAccount();
    const cursor = await cursorNow(fresh);
    const { article_ident } = await fresh.client.article.create({ article_title: 'First' });

    expect((await changesAfter(fresh, cursor)).map(lineOf)).to.deep.equal([
      `created article ${article_ident}`,
    ]);
  });

  it('leaves out changes that were not asked for, and moves its cursor over them', async () => {
    const { client } = account;
    const after = await cursorNow(account);
    const { article_ident } = await client.article.create({ article_title: 'Tea' });
    const { customer_ident, address_ident } = await client.customer.create({ divergent_delivery_address: 1 });
    await client.article.delete({ article_ident });
    const last = (await client.changes.list({ after })).cursor;

    const listed = async (filter: object) => {
      const { changes, cursor } = await client.changes.list({ after, ...filter });
      expect(cursor).to.equal(last);
      return changes.map(lineOf);
    };

    expect(await listed({ resources: ['article'] })).to.deep.equal([
      `created article ${article_ident}`,
      `deleted article ${article_ident}`,
    ]);
    expect(await listed({ resources: ['customer', 'address'], kinds: ['created'] })).to.deep.equal([
      `created customer ${customer_ident}`,
      `created address ${address_ident}`,
    ]);
    expect(await listed({ kinds: ['updated'] })).to.deep.equal([]);
    const { cursor } = await client.changes.list({ after, resources: ['article'], limit: 2 });
    expect(cursor).not.to.equal(last);
  });

  it('refuses an empty list of resources or kinds, and unknown ones', async () => {
    for (const [field, names, value] of [
      ['resources', 'customer, address, article, webhook', []],
      ['resources', 'customer, address, article, webhook', ['order']],
      ['kinds', 'created, updated, deleted', 'created'],
    ] as const) {
      const message = `${field} must be a list of one or more names from ${names}`;
      expect(await refusal({ [field]: value })).to.deep.equal(fault(message, field));
    }
  });

  it('lists creates, updates and deletes with their time', async () => {
    const cursor = await cursorNow(account);
    const { article_ident } = await account.client.article.create({ article_title: 'Tea' });
    await account.client.article.update({ article_ident, article_title: 'Green tea' });
    await account.client.article.delete({ article_ident });

    const changes = await changesAfter(account, cursor);

    expect(changes.map(lineOf)).to.deep.equal(
      ['created', 'updated', 'deleted'].map((kind) => `${kind} article ${article_ident}`),
    );
    for (const { date } of changes) expect(date).to.match(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  it('lists the address that a customer is created with, and all addresses that are deleted with it', async () => {
    const { customer } = account.client;
    let made = { customer_ident: '', address_ident: '' as string | null };
    const created = await changesBy(account, async () => {
      made = await customer.create({ divergent_delivery_address: 1 });
    });
    const { customer_ident } = made;
    const { address_ident } = await account.client.address.create({ customer_ident });
    const deleted = await changesBy(account, () => customer.delete({ customer_ident }));

    const lines = (kind: string, ...addresses: (string | null)[]) =>
      addresses.map((ident) => `${kind} address ${ident}`);
    expect(created).to.deep.equal([
      `created customer ${customer_ident}`,
      ...lines('created', made.address_ident),
    ]);
    expect(deleted).to.deep.equal([
      ...lines('deleted', made.address_ident, address_ident),
      `deleted customer ${customer_ident}`,
    ]);
  });

  it('names the fields that an update has changed, and only those', async () => {
    const { article, customer, address } = account.client;
    const { article_ident } = await article.create({ article_title: 'Tea' });
    const { customer_ident } = await customer.create({});
    const after = await cursorNow(account);
    await article.update({ article_ident, article_title: 'Tea', article_price: 2, article_sku: 'T-1' });
    await article.update({ article_ident, article_price: 2 });
    const { address_ident } = await address.create({ customer_ident });
    await address.update({ address_ident, delivery_city: 'Werder' });
    await article.delete({ article_ident });

    const changes = await changesAfter(account, after);

    expect(changes.map((change) => [lineOf(change), change.fields?.toSorted()])).to.deep.equal([
      [`updated article ${article_ident}`, ['article_price', 'article_sku']],
      [`updated article ${article_ident}`, []],
      [`created address ${address_ident}`, undefined],
      [`updated customer ${customer_ident}`, ['address_data']],
      [`updated address ${address_ident}`, ['delivery_city']],
      [`updated customer ${customer_ident}`, ['address_data']],
      [`deleted article ${article_ident}`, undefined],
    ]);
  });

  it('names the fields of each update of a set', async () => {
    const { article } = account.client;
    const made = [
      await article.create({ article_title: 'Tea' }),
      await article.create({ article_title: 'Coffee' }),
    ];
    const [tea = '', coffee = ''] = made.map(({ article_ident }) => article_ident);
    const after = await cursorNow(account);
    await account.client.batch([
      { method: 'article.update', data: { article_ident: tea, article_price: 3 } },
      { method: 'article.update', data: { article_ident: coffee, article_sku: 'C-1' } },
      { method: 'article.update', data: { article_ident: tea, article_sku: 'T-2' } },
    ]);

    const fields = new Map<string, string[]>();
    for (const { ident, fields: names = [] } of await changesAfter(account, after))
      fields.set(ident, [...(fields.get(ident) ?? []), ...names].toSorted());

    expect(Object.fromEntries(fields)).to.deep.equal({
      [tea]: ['article_price', 'article_sku'],
      [coffee]: ['article_sku'],
    });
  });

  it('lists the customer whose version changes with an address', async () => {
    const { customer, address } = account.client;
    const { customer_ident } = await customer.create({});
    let address_ident = '';

    const lines = await changesBy(account, async () => {
      ({ address_ident } = await address.create({ customer_ident }));
      await address.update({ address_ident, delivery_city: 'Potsdam' });
      await address.delete({ address_ident });
    });

    const both = (kind: string) => [`${kind} address ${address_ident}`, `updated customer ${customer_ident}`];
    expect(lines).to.deep.equal([...both('created'), ...both('updated'), ...both('deleted')]);
  });

  it('lists nothing of calls that are refused or repeated', async () => {
    const imported = { article_title: 'Tea', external_ident: '1' };
    const { article_ident } = await account.client.article.create(imported);
    const update = { article_ident, article_title: 'Repeated' };

    const lines = await changesBy(account, async () => {
      await account.send('article.create', imported);
      await account.send('article.delete', { article_ident: 'art_unknown' });
      await account.send('article.update', { article_ident, if_version: 'other', article_title: 'No' });
      await account.send('customer.create', { bill_country: 'Germany' });
      for (let times = 0; times < 3; times += 1) await account.send('article.update', update, 'update-once');
    });

    expect(lines).to.deep.equal([`updated article ${article_ident}`]);
  });

  it('answers pages of `limit` changes, also within the changes of one transaction', async () => {
    const { customer_ident } = await account.client.customer.create({});
    const addresses = Array.from({ length: 7 }, () => account.client.address.create({ customer_ident }));
    await Promise.all(addresses);
    const cursor = await cursorNow(account);
    await account.client.customer.delete({ customer_ident });

    const [all, paged] = [await changesAfter(account, cursor), await changesAfter(account, cursor, 3)];

    expect(all).to.have.length(8);
    expect(paged).to.deep.equal(all);
  });

  it('lists large deletes whole, in rows of at most 256 changes', async () => {
    const { customer_ident } = await account.client.customer.create({});
    const rows = Array.from({ length: 600 }, (_, nr) => ({
      account_id: account.id,
      address_ident: `adr_${String(nr).padStart(4, '0')}`,
      customer_ident,
    }));
    await database()('addresses').insert(rows);
    const cursor = await cursorNow(account);
    await account.client.customer.delete({ customer_ident });

    const lines = (await changesAfter(account, cursor, 100)).map(lineOf);

    expect(lines).to.deep.equal([
      ...rows.map(({ address_ident }) => `deleted address ${address_ident}`),
      `deleted customer ${customer_ident}`,
    ]);
  });

  it('refuses what is not a cursor of this operation and account', async () => {
    const own = await cursorNow(account);
    const other = await cursorNow(await newAccount());
    const changed = `${own.slice(0, -1)}${own.endsWith('A') ? 'B' : 'A'}`;

    for (const after of ['', 'unknown', '42', other, changed, `${own}=`])
      expect(await refusal({ after }), after).to.deep.equal(fault('after is not a cursor of changes.list'));
  });

  it('refuses a position that the account has not reached: its data was lost [changes-expired]', async () => {
    const fresh = await newAccount();
    await fresh.client.article.create({ article_title: 'Tea' });
    const after = await cursorNow(fresh);
    const setPosition = (last_position: number) =>
      database()('change_positions').where({ account_id: fresh.id }).update({ last_position });
    await setPosition(0);

    const refused = await refusal({ after }, fresh).finally(() => setPosition(1));
    expect(refused).to.deep.include({ code: 'cursor_expired', data: { code: 'cursor_expired' } });
  });

  it('makes what it answers durable first [changes-complete]', async () => {
    const after = await cursorNow(account);
    await account.client.article.create({ article_title: 'Tea' });
    const counts = [await durableReads()];

    const { cursor } = await account.client.changes.list({ after });
    counts.push(await durableReads());
    await account.client.changes.list({ after: cursor });
    counts.push(await durableReads());

    const [before = 0] = counts;
    expect(counts).to.deep.equal([before, before + 1, before + 1]); // an empty list has nothing new
  });

  /** Rows that readers have committed after what they read. */
  async function durableReads(): Promise<number> {
    const [row] = await database()('change_reads').sum('reads as reads');
    return Number(row?.reads);
  }

  it('fails, and skips nothing, while a change is missing [changes-complete]', async () => {
    const fresh = await newAccount();
    const after = await cursorNow(fresh);
    for (const article_title of ['1', '2', '3']) await fresh.client.article.create({ article_title });
    const missing = { account_id: fresh.id, position: 2 };
    const [row] = await database()('changes').where(missing);
    await database()('changes').where(missing).delete();

    const first = await fresh.client.changes.list({ after });
    const { status } = await fresh.send('changes.list', { after: first.cursor });
    await database()('changes').insert(row);

    expect(first.changes).to.have.length(1);
    expect(status).to.equal(500);
    expect(await changesAfter(fresh, first.cursor)).to.have.length(2);
  });
});
