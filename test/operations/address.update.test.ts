import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { expectDone, expectRefused } from '../support/answers.ts';
import { newAddress, newCustomer, readAddresses, readCustomer } from '../support/customers.ts';
import { deliveryRows, samplesOf } from '../support/fieldTable.ts';
import { freshAccount } from '../support/fixtures.ts';
import { itNeedsAnIdent, onAddresses } from '../support/identRules.ts';
import { database } from '../support/servers.ts';
import { runSet } from '../support/sets.ts';
import { storedRow } from '../support/stored.ts';

const method = 'address.update';
const longAgo = '2001-02-03 04:05:06';

describe('address.update', () => {
  let customer_ident: string;
  let address_ident: string;
  const account = freshAccount();
  beforeEach(async () => {
    customer_ident = await newCustomer(account);
    address_ident = await newAddress(account, customer_ident, { delivery_city: 'Kiel' });
    await database()('addresses').where({ address_ident }).update({ date_updated: longAgo });
  });

  const stored = () => storedRow('addresses', account.id, { address_ident });

  itNeedsAnIdent(() => onAddresses(method, { delivery_city: 'Ulm' }), {
    code: 'address_not_found',
    message: 'address not found',
  });

  it('answers with the ident and the written fields as they are stored', async () => {
    const answer = await account.send(method, {
      address_ident,
      delivery_city: ' Mu\u0308nchen\n ',
      delivery_zipcode: 10115,
      delivery_title: '2',
      delivery_country: 'AT',
    });

    const written = { delivery_city: 'München', delivery_zipcode: '10115', delivery_title: 2 };
    expectDone(answer, method, 'address updated', { address_ident, ...written, delivery_country: 'at' });
    expect(await stored()).to.include({ ...written, delivery_country: 'at' });
  });

  for (const row of deliveryRows)
    it(`writes ${row.name} alone, and the time`, async () => {
      const before = await stored();
      const changed = samplesOf([row]);

      const answer = await account.send(method, { address_ident, ...changed });

      expectDone(answer, method, 'address updated', { address_ident, ...changed });
      const { date_updated, ...after } = await stored();
      expect({ ...after, date_updated: longAgo }).to.deep.equal({ ...before, ...changed, revision: 1 });
      expect(date_updated).not.to.equal(longAgo);
    });

  it('ignores its owner, its times and fields of the customer', async () => {
    const other = await newCustomer(account);
    const before = await stored();
    const ignored = {
      customer_ident: other,
      bill_city: 'Ulm',
      divergent_delivery_address: 1,
      version: 'v',
      date_created: '1999-01-01 00:00:00',
      date_updated: '1999-01-01 00:00:00',
    };

    const answer = await account.send(method, { address_ident, ...ignored });

    expectDone(answer, method, 'address updated', { address_ident });
    const { date_updated, ...after } = await stored();
    expect({ ...after, date_updated: longAgo }).to.deep.equal({ ...before, revision: 1 });
    expect(date_updated).not.to.equal('1999-01-01 00:00:00');
  });

  it('takes what address.read answered', async () => {
    const { address } = await account.client.address.read({ address_ident });

    const { envelope } = await account.send(method, address);

    expect(envelope.message).to.equal('address updated');
    const {
      date_updated: _,
      version: __,
      ...lasting
    } = (await readAddresses(account, customer_ident))[0] ?? {};
    expect(address).to.include(lasting);
  });

  it('changes the delivery fields of a customer that was created with the address', async () => {
    const made = { divergent_delivery_address: 1 as const, delivery_city: 'Kiel' };
    const own = await account.client.customer.create(made);

    await account.client.address.update({ address_ident: own.address_ident as string, delivery_city: 'Ulm' });

    expect(await readCustomer(account, own.customer_ident)).to.include({ ...made, delivery_city: 'Ulm' });
  });

  it('refuses validate', async () => {
    const answer = await account.send(method, { address_ident, validate: 'delivery_city' });

    const message = 'validate applies to updates only';
    const fault = { field: 'validate', code: 'field_unknown', message };
    expectRefused(answer, method, { ...fault, data: { errors: [fault] } });
  });

  it('keeps what the calls of a set write to addresses of one customer, and of others', async () => {
    const stranger = await newAccount();
    const far = await newAddress(stranger, await newCustomer(stranger));
    const near = await newAddress(account, customer_ident, { delivery_zipcode: '1' });

    const replies = await runSet(method, [
      [account, { address_ident, delivery_zipcode: '24103' }],
      [stranger, { address_ident: far, delivery_city: 'Bern', delivery_country: 'ch' }],
      [account, { address_ident: far, delivery_city: 'stolen' }],
      [account, { address_ident: near, delivery_city: 'Ulm' }],
    ]);

    expect(replies.map(({ response }) => response)).to.deep.equal([true, true, false, true]);
    expect(await stored()).to.include({ delivery_city: 'Kiel', delivery_zipcode: '24103' });
    expect(await storedRow('addresses', stranger.id, { address_ident: far })).to.include({
      delivery_city: 'Bern',
      delivery_country: 'ch',
      delivery_zipcode: '',
    });
    expect(await storedRow('addresses', account.id, { address_ident: near })).to.include({
      delivery_city: 'Ulm',
      delivery_zipcode: '1',
      delivery_country: 'de',
    });
  });

  it('keeps what concurrent calls write to different fields', async () => {
    const fields = Object.entries(samplesOf(deliveryRows));

    await Promise.all(fields.map(([name, value]) => account.send(method, { address_ident, [name]: value })));

    expect(await stored()).to.include({ ...Object.fromEntries(fields), revision: fields.length });
  });
});
