import { expect } from 'chai';
import { deliveryFields } from '../../shared/contract/resources/address.ts';
import { customerFields } from '../../shared/contract/resources/customer.ts';
import type { Fields } from '../../shared/contract/resources/field.ts';
import { becomesReady } from '../../shared/runtime/redis/redis.ts';
import { Purge } from '../../workers/maintenance/purge.ts';
import { Erasures } from '../../workers/stores/erasures.ts';
import { contentsOf } from '../canaries/redisContents.ts';
import { expectDone, expectRefused } from '../support/answers.ts';
import type { BatchData } from '../support/batches.ts';
import { newAddress, newCustomer } from '../support/customers.ts';
import { recordEvents } from '../support/events.ts';
import { freshAccount } from '../support/fixtures.ts';
import { addAddresses } from '../support/manyRows.ts';
import { openRedis } from '../support/openRedis.ts';
import { indexed } from '../support/queryIndex.ts';
import { database } from '../support/servers.ts';
import { storedRows } from '../support/stored.ts';
import { until } from '../support/until.ts';

const method = 'customer.delete';
const marker = 'zqmarkerqz';

/** A value with the marker for each text that takes one. */
function marked(fields: Fields, part: number): Record<string, string> {
  const names = Object.keys(fields).filter(
    (name) => !/country|title|date|_type|term|public_authority|is_business/.test(name),
  );
  return Object.fromEntries(names.map((name) => [name, `${marker}${part}`]));
}

describe('customer.delete with erase', () => {
  const account = freshAccount();

  async function eraseAll(rowsPerStep = 2) {
    const { emit, emitted } = recordEvents();
    const purge = new Purge({ rowsPerStep, emit, stop: new AbortController().signal });
    await purge.erasures(new Erasures(database()));
    expect(emitted('purge_failed')).to.deep.equal([]);
    expect(await database()('erasures').where({ account_id: account.id })).to.deep.equal([]);
  }

  /** Tables that have the marker in any column. */
  async function tablesWithMarker(): Promise<readonly string[]> {
    const [tables] = (await database().raw(
      'SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()',
    )) as [readonly { readonly name: string }[]];
    const found: string[] = [];
    for (const { name } of tables)
      if (JSON.stringify(await database()(name).select('*')).includes(marker)) found.push(name);
    return found.toSorted();
  }

  it('leaves no value of the customer and its addresses in any table and in Redis [customer-erased]', async () => {
    const { client } = account;
    const created = {
      ...marked(customerFields, 1),
      ...marked(deliveryFields, 1),
      divergent_delivery_address: 1,
      external_ident: `${marker}e`,
    };
    const { envelope } = await account.send('customer.create', created, 'create');
    const { customer_ident, address_ident } = envelope.data as Record<string, string>;
    expect(envelope.response, envelope.message).to.equal(true);
    const removed = await newAddress(account, customer_ident as string);
    const writes: readonly (readonly [string, object])[] = [
      ['customer.update', { customer_ident, ...marked(customerFields, 2) }],
      ['address.update', { address_ident, ...marked(deliveryFields, 2) }],
      ['address.update', { address_ident: removed, ...marked(deliveryFields, 3) }],
      ['address.delete', { address_ident: removed }],
      ['customer.put', { external_ident: `${marker}e`, ...marked(customerFields, 4) }],
      ['address.create', { customer_ident, ...marked(deliveryFields, 4) }],
      ['customer.update', { customer_ident, if_version: 'other', ...marked(customerFields, 5) }],
      ['customer.update', { customer_ident, bill_country: marker }],
    ];
    for (const [index, [name, fields]] of writes.entries()) await account.send(name, fields, `key-${index}`);
    const twin = await newCustomer(account, { bill_email: `${marker}6` });
    await account.send(
      'customer.update',
      { customer_ident, bill_email: `${marker}6`, validate: 'bill_email' },
      'twin',
    );
    await account.send('batch.run', {
      operations: [
        { method: 'customer.update', data: { customer_ident, ...marked(customerFields, 7) } },
        { method: 'customer.read', data: { customer_ident } },
      ],
    });
    await client.customer.read({ customer_ident: customer_ident as string });
    await client.customer.list({ search: marker });
    await account.send('customer.read', { customer_identifier: 'bill_email', bill_email: marker });
    await account.send(method, { customer_ident: twin, erase: 1 });
    await indexed(account);
    const before = await tablesWithMarker();

    expectDone(
      await account.send(method, { customer_ident, erase: 1 }, 'erase'),
      method,
      'customer deleted',
      null,
    );
    await eraseAll();
    await indexed(account);

    expect(before).to.deep.equal([
      'addresses',
      'customers',
      'inbox',
      'query_records',
      'query_typos',
      'query_words',
      'record_history',
    ]);
    expect(await tablesWithMarker()).to.deep.equal([]);
    const redis = openRedis();
    await becomesReady(redis);
    await until(async () => !(await contentsOf(redis)).some((text) => text.includes(marker)));
    redis.disconnect();
    const history = await client.customer.history({ customer_ident: customer_ident as string });
    expect(history.entries[0]?.operation).to.equal(method);
    expect(history.entries.flatMap(({ fields }) => fields)).to.deep.equal([]);
    expect(history.entries.length).to.be.greaterThan(5);
  });

  it('keeps the answers of creates, so that a repeated one makes no second customer', async () => {
    const create = () => account.send('customer.create', { bill_lastname: 'Muster' }, 'create');
    const { customer_ident } = (await create()).envelope.data as Record<string, string>;
    const update = () => account.send('customer.update', { customer_ident, bill_city: 'Potsdam' }, 'update');
    await update();
    await account.client.customer.delete({ customer_ident: customer_ident as string, erase: 1 });
    await eraseAll();

    expect((await create()).envelope.data).to.include({ customer_ident });
    expectRefused(await update(), 'customer.update', {
      code: 'customer_not_found',
      message: 'customer not found',
    });
    expect(await storedRows('customers', account.id)).to.deep.equal([]);
  });

  it('erases the history and the answers of a customer that was deleted before', async () => {
    const customer_ident = await newCustomer(account);
    await account.send('customer.update', { customer_ident, bill_city: marker }, 'update');
    await account.client.customer.delete({ customer_ident });

    expect((await account.send(method, { customer_ident })).code).to.equal('customer_not_found');
    expect((await account.send(method, { customer_ident, erase: 1 })).code).to.equal('');
    expect(await tablesWithMarker())
      .to.include('inbox')
      .and.not.include('record_history');
    await eraseAll();
    expect(await tablesWithMarker()).not.to.include('inbox');
  });

  it('leaves the end of a long history to the workers', async () => {
    const { id: account_id, appId: app_id } = account;
    const record_ident = 'cus_long';
    const change = { account_id, record_ident, app_id, address_ident: '', operation: 'customer.update' };
    const changes = JSON.stringify([['bill_city', marker, 'Kiel']]);
    const rows = Array.from({ length: 2_500 }, (_, revision) => ({
      ...change,
      revision,
      changes,
      date_created: '2030-01-01 00:00:00',
    }));
    await database().batchInsert('record_history', rows, 500);
    const left = async () =>
      (await database()('record_history').where({ account_id, record_ident, changes })).length;

    expect((await account.send(method, { customer_ident: record_ident, erase: 1 })).code).to.equal('');
    expect(await left()).to.be.within(0, 1_500);
    await eraseAll(700);
    expect(await left()).to.equal(0);
  });

  it('leaves no value of an atomic batch, of which it may be a part, and keeps its answer [customer-erased]', async () => {
    const own = await newCustomer(account);
    const batch = (operations: readonly object[], key: string) =>
      account.send('batch.run', { atomic: true, operations }, key);
    const update = { method: 'customer.update', data: { customer_ident: own, bill_city: marker } };
    const mixed = () =>
      batch([{ method: 'customer.create', data: { bill_lastname: 'Other' } }, update], 'mixed');
    const first = await mixed();
    const erased = await newCustomer(account, { bill_city: marker });
    const data = { customer_ident: erased };
    await batch(
      [
        { method: 'customer.update', data: { ...data, bill_city: `${marker}2` } },
        { method, data: { ...data, erase: 1 } },
      ],
      'erase',
    );
    expect((await account.send(method, { customer_ident: own, erase: 1 })).code).to.equal('');
    await indexed(account);
    // The workers of an installation may have erased the answers already.
    expect((await tablesWithMarker()).filter((name) => name !== 'inbox')).to.deep.equal([]);
    await eraseAll();

    expect(JSON.stringify(await storedRows('inbox', account.id))).not.to.include(marker);
    const resultsOf = ({ envelope }: typeof first) => (envelope.data as BatchData).results;
    const [created, updated] = resultsOf(await mixed());
    expect(created).to.deep.equal(resultsOf(first)[0]);
    expect(updated).to.deep.include({ response: true, data: { customer_ident: own } });
    expect(await storedRows('customers', account.id)).to.have.length(1);
  });

  it('takes an ident with a blank at its end for another one', async () => {
    const customer_ident = await newCustomer(account);
    await account.client.customer.update({ customer_ident, bill_city: 'Potsdam' });

    expect((await account.send(method, { customer_ident: `${customer_ident} `, erase: 1 })).code).to.equal(
      'customer_not_found',
    );
    const { entries } = await account.client.customer.history({ customer_ident });
    expect(entries.flatMap(({ fields }) => fields)).to.have.length(1);
    const { code } = await account.send('customer.history', { customer_ident: `${customer_ident} ` });
    expect(code).to.equal('customer_not_found');
  });

  it('leaves history and answers without erase, and those of other customers', async () => {
    const other = await newCustomer(account);
    const customer_ident = await newCustomer(account);
    await account.send('customer.update', { customer_ident: other, bill_city: 'Potsdam' }, 'other');
    await account.send('customer.update', { customer_ident, bill_city: 'Potsdam' }, 'own');
    await account.client.customer.delete({ customer_ident, erase: 0 });
    await account.client.customer.delete({ customer_ident: await newCustomer(account), erase: 1 });
    await eraseAll();

    for (const ident of [other, customer_ident]) {
      const { entries } = await account.client.customer.history({ customer_ident: ident });
      expect(entries.flatMap(({ fields }) => fields)).to.have.length(1);
    }
    const again = await account.send('customer.update', { customer_ident, bill_city: 'Potsdam' }, 'own');
    expect(again.envelope.response).to.equal(true);
  });

  it('takes no true, as other flags: nothing is deleted', async () => {
    const customer_ident = await newCustomer(account);

    const { code, envelope } = await account.send(method, { customer_ident, erase: true });

    expect(code).to.equal('field_invalid');
    expect(envelope.message).to.equal('erase must be 0 or 1');
    await account.client.customer.read({ customer_ident });
  });

  it('erases nothing if the customer has another version', async () => {
    const customer_ident = await newCustomer(account);
    await account.client.customer.update({ customer_ident, bill_city: 'Potsdam' });

    const { code } = await account.send(method, { customer_ident, erase: 1, if_version: 'other' });

    expect(code).to.equal('record_changed');
    const { entries } = await account.client.customer.history({ customer_ident });
    expect(entries.flatMap(({ fields }) => fields)).to.have.length(1);
    expect(await database()('erasures').where({ account_id: account.id })).to.deep.equal([]);
  });

  it('removes the answers of all addresses of a customer with very many (stores 6,000)', async () => {
    const customer_ident = await newCustomer(account);
    await addAddresses(account.id, customer_ident, 6_000);
    const rows = await storedRows('addresses', account.id);
    const addresses = [rows[0], rows.at(-1)].map((row) => row?.address_ident);
    for (const address_ident of addresses)
      await account.send('address.update', { address_ident, delivery_city: marker }, String(address_ident));

    await account.client.customer.delete({ customer_ident, erase: 1 });
    await eraseAll(1_000);

    const answers = await storedRows('inbox', account.id);
    expect(answers.filter(({ reply }) => String(reply).includes(marker))).to.deep.equal([]);
  });
});
