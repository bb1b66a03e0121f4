import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { expectFieldRefused } from '../support/answers.ts';
import { newCustomer, readAddresses, readCustomer } from '../support/customers.ts';
import { everythingOf } from '../support/everything.ts';
import { freshAccount } from '../support/fixtures.ts';
import { recordKinds } from '../support/recordKinds.ts';
import { database } from '../support/servers.ts';
import { storedRow } from '../support/stored.ts';

/**
 * The time of the test's clock, or some seconds later: `YYYY-MM-DD HH:MM:SS` in UTC. That of the service may differ by a
 * moment: each process reckons the time of Redis.
 */
const clock = (later = 0) =>
  new Date(Date.now() + later * 1_000).toISOString().slice(0, 19).replace('T', ' ');
const longAgo = '2001-01-01 00:00:00';

describe('dates of customers', () => {
  const account = freshAccount();

  it('customer.create sets them to the time of creation, in UTC', async () => {
    const earliest = clock(-1);

    const customer_ident = await newCustomer(account, { divergent_delivery_address: 1 });

    const latest = clock(1);
    const [customer, [address]] = [
      await readCustomer(account, customer_ident),
      await readAddresses(account, customer_ident),
    ];
    for (const time of [
      customer.date_created,
      customer.date_updated,
      address?.date_created,
      address?.date_updated,
    ]) {
      expect(time).to.satisfy((text: string) => earliest <= text && text <= latest);
    }
  });

  it('customer.create accepts a date_created, which changes neither date_updated nor the address', async () => {
    const earliest = clock(-1);
    const sent = { date_created: longAgo, divergent_delivery_address: 1 } as const;

    const customer_ident = await newCustomer(account, sent);

    const customer = await readCustomer(account, customer_ident);
    const [address] = await readAddresses(account, customer_ident);
    expect(customer.date_created).to.equal(longAgo);
    expect(customer.date_updated >= earliest).to.equal(true);
    expect((address?.date_created ?? '') >= earliest).to.equal(true);
  });

  it('customer.update accepts a date_created', async () => {
    const customer_ident = await newCustomer(account);

    const { envelope } = await account.send('customer.update', {
      customer_ident,
      date_created: ' 1999-12-31 23:59:59 ',
    });

    expect(envelope.data).to.deep.equal({ customer_ident, date_created: '1999-12-31 23:59:59' });
    expect(await readCustomer(account, customer_ident)).to.include({ date_created: '1999-12-31 23:59:59' });
  });

  it('customer.update sets date_updated to now, with or without a field, and leaves date_created', async () => {
    const customer_ident = await newCustomer(account, { date_created: longAgo });
    for (const fields of [{}, { bill_city: 'Berlin' }]) {
      await database()('customers').where({ customer_ident }).update({ date_updated: longAgo });
      const earliest = clock(-1);

      await account.client.customer.update({ customer_ident, ...fields });

      const { date_created, date_updated } = await readCustomer(account, customer_ident);
      expect(date_created).to.equal(longAgo);
      expect(date_updated).to.satisfy((text: string) => earliest <= text && text <= clock(1));
    }
  });

  it('address.create leaves the dates of the customer', async () => {
    const customer_ident = await newCustomer(account);
    await database()('customers').where({ customer_ident }).update({ date_updated: longAgo });

    await account.client.address.create({ customer_ident });

    expect((await readCustomer(account, customer_ident)).date_updated).to.equal(longAgo);
  });
});

/** Times that no `date_created` can be, and other types. */
const wrongTimes = [
  '2023-02-29 00:00:00',
  '2024-13-01 00:00:00',
  '2024-04-31 00:00:00',
  '2024-01-01 24:00:00',
  '2024-01-01 00:00:60',
  '0000-00-00 00:00:00',
  '1899-12-31 23:59:59',
  '1000-01-01 00:00:00',
  '9999-01-01 00:00:00',
  '9999-12-31 23:59:59',
  '2024-01-01',
  '2024-01-01T00:00:00',
  '2024-01-01T00:00:00Z',
  '2024-01-01 00:00:00Z',
  '2024-01-01 00:00:00.5',
  '2024-01-01 00:00',
  '01.01.2024',
  'now',
  '',
  0,
  20240101,
  true,
  null,
  [],
  {},
];

for (const { resource, table, ident, needed, create } of recordKinds)
  for (const method of [`${resource}.create`, `${resource}.update`])
    describe(`date_created of ${method}`, () => {
      let own: Readonly<Record<string, unknown>>;
      const account = freshAccount();
      beforeEach(async () => {
        own = { ...needed, [ident]: await create(account) };
      });

      it('is every time that exists', async () => {
        for (const date_created of [
          '2024-02-29 00:00:00',
          '2000-02-29 12:00:00',
          '1900-01-01 00:00:00',
          '9998-12-31 23:59:59',
          '2024-03-31 02:30:00',
        ]) {
          const { envelope } = await account.send(method, { ...own, date_created });
          const written = { [ident]: (envelope.data as Readonly<Record<string, unknown>>)[ident] };
          expect(await storedRow(table, account.id, written)).to.include({ date_created });
        }
      });

      it('is refused in any other form', async () => {
        const before = await everythingOf(account);

        for (const date_created of wrongTimes)
          expectFieldRefused(await account.send(method, { ...own, date_created }), method, 'date_created');

        expect(await everythingOf(account)).to.deep.equal(before);
      });
    });

describe('*_user dates of customers', () => {
  const daysOf = async (time_zone: string | undefined, date_created: string, date_updated: string) => {
    const account = await newAccount(time_zone ? { time_zone } : {});
    const customer_ident = await newCustomer(account, { date_created });
    await database()('customers').where({ customer_ident }).update({ date_updated });
    const { date_created_user, date_updated_user } = await readCustomer(account, customer_ident);
    return [date_created_user, date_updated_user];
  };

  for (const [time_zone, created, updated] of [
    ['Europe/Berlin', '01.06.2024', '01.01.2024'],
    ['UTC', '31.05.2024', '01.01.2024'],
    ['America/Los_Angeles', '31.05.2024', '31.12.2023'],
    ['Pacific/Auckland', '01.06.2024', '01.01.2024'],
    ['Asia/Kathmandu', '01.06.2024', '01.01.2024'],
  ] as const) {
    it(`customer.read answers them in the time zone of the account, such as ${time_zone}`, async () => {
      const days = await daysOf(time_zone, '2024-05-31 22:15:00', '2024-01-01 00:30:00');

      expect(days).to.deep.equal([created, updated]);
    });
  }

  it('customer.read answers them with summer and winter time', async () => {
    const days = await daysOf('Europe/Berlin', '2024-07-01 22:00:00', '2024-12-01 22:59:59');

    expect(days).to.deep.equal(['02.07.2024', '01.12.2024']);
  });

  it('customer.read uses the time zone of each account in concurrent reads', async () => {
    const zones = ['America/Los_Angeles', 'Europe/Berlin', 'Pacific/Auckland'];
    const time = '2024-05-31 12:00:00';

    const days = await Promise.all(zones.map((zone) => daysOf(zone, time, '2024-05-31 23:30:00')));

    expect(days).to.deep.equal([
      ['31.05.2024', '31.05.2024'],
      ['31.05.2024', '01.06.2024'],
      ['01.06.2024', '01.06.2024'],
    ]);
  });
});
