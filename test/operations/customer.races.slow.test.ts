import { expect } from 'chai';
import { type Counterfoil, counterfoil } from '../../client/nodeClient.ts';
import { newAccount, type TestAccount } from '../support/account.ts';
import { twoGateways } from '../support/fixtures.ts';
import { database } from '../support/servers.ts';
import { storedRow, storedRows } from '../support/stored.ts';

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Several workers run sets of the same operation at once; several gateways send them. */
describe('customers that two gateways and two workers write at the same time (races)', () => {
  const { cluster, account, send } = twoGateways();

  const clientOf = ({ appId, apiSecret }: TestAccount, url: string) => counterfoil({ url, appId, apiSecret });
  const newCustomers = (count: number, fieldsOf: (index: number) => object = () => ({})) =>
    Promise.all(
      upTo(count).map(
        async (index) => (await account.client.customer.create(fieldsOf(index))).customer_ident,
      ),
    );
  const numbersOf = async ({ id }: TestAccount) =>
    (await storedRows('customers', id))
      .map(({ customer_nr }) => Number(customer_nr))
      .toSorted((one, other) => one - other);

  it('customer.create gives numbers without repeats and gaps [numbers-unique]', async () => {
    const stranger = await newAccount({ number_start: 500 }, cluster);
    // They repeat a call that a busy machine answered with 503.
    const clients = [account, stranger].flatMap((app) =>
      cluster.gateways.map(({ port }) => clientOf(app, `http://127.0.0.1:${port}`)),
    );

    await Promise.all(upTo(600).map((index) => (clients[index % 4] as Counterfoil).customer.create({})));
    for (const client of clients) await client.close();

    expect(await numbersOf(account)).to.deep.equal(upTo(300).map((index) => 10_001 + index));
    expect(await numbersOf(stranger)).to.deep.equal(upTo(300).map((index) => 500 + index));
  });

  it('customer.create leaves no gap for refused creates', async () => {
    const answers = await Promise.all(
      upTo(200).map((index) =>
        send(index, 'customer.create', index % 2 ? { external_ident: `E-${index % 10}` } : {}),
      ),
    );

    const made = answers.filter(({ envelope }) => envelope.response).length;
    expect(made).to.equal(105);
    expect(await numbersOf(account)).to.deep.equal(upTo(made).map((index) => 10_001 + index));
  });

  it('customer.create makes one customer of an external_ident, whoever is first [external-unique]', async () => {
    for (const external_ident of upTo(5).map((index) => `E-${index}`)) {
      const request = { external_ident, customer_type: 'csv', divergent_delivery_address: 1 };

      const answers = await Promise.all(upTo(20).map((index) => send(index, 'customer.create', request)));

      const { customer_ident } = await storedRow('customers', account.id, { external_ident });
      const refusals = answers.filter(({ code }) => code === 'external_ident_exists');
      expect(refusals).to.have.length(19);
      expect(answers.filter(({ envelope }) => envelope.response)).to.have.length(1);
      for (const { code, envelope } of refusals)
        expect(envelope.data).to.deep.equal({ code, customer_ident });
    }
    expect(await storedRows('addresses', account.id)).to.have.length(5);
  });

  it('customer.update with validate lets one of two calls pass [validate-unique]', async () => {
    const pairs = upTo(150);
    const idents = await newCustomers(300);

    const answers = await Promise.all(
      idents.map((customer_ident, index) =>
        send(Math.floor(index / 2), 'customer.update', {
          customer_ident,
          validate: 'bill_email',
          bill_email: `${index >> 1}`,
        }),
      ),
    );

    const stored = (await storedRows('customers', account.id)).map(({ bill_email }) => bill_email);
    for (const pair of pairs) {
      const codes = [answers[pair * 2]?.code, answers[pair * 2 + 1]?.code];
      expect(codes, `pair ${pair}`).to.have.members(['', 'value_exists']);
      expect(stored.filter((value) => value === `${pair}`)).to.have.length(1);
    }
  });

  it('customer.update lets one of many customers have a source type', async () => {
    const source = { external_ident: 'E-1', external_account_name: 'shop' };
    const idents = await newCustomers(40, (index) => ({ ...source, customer_type: `source ${index}` }));

    const answers = await Promise.all(
      idents.map((customer_ident, index) =>
        send(index, 'customer.update', { customer_ident, customer_type: 'csv' }),
      ),
    );

    expect(answers.filter(({ envelope }) => envelope.response)).to.have.length(1);
    expect(answers.filter(({ code }) => code === 'external_ident_exists')).to.have.length(39);
    expect(await storedRows('customers', account.id, { customer_type: 'csv' })).to.have.length(1);
  });

  it('address.create leaves no address without its customer when customer.delete comes in between', async () => {
    const idents = await newCustomers(60);
    const create = (index: number, customer_ident: string) =>
      send(index, 'address.create', { customer_ident });

    const answers = await Promise.all(
      idents.flatMap((customer_ident, index) => [
        create(index, customer_ident),
        create(index + 1, customer_ident),
        ...(index % 3 === 0 ? [] : [send(index, 'customer.delete', { customer_ident })]),
        create(index, customer_ident),
        create(index + 1, customer_ident),
      ]),
    );

    const messages = new Set(answers.map(({ envelope }) => envelope.message));
    expect([...messages]).to.have.members(['address created', 'customer deleted', 'customer not found']);
    const kept = idents.filter((_, index) => index % 3 === 0);
    const owners = (await storedRows('addresses', account.id)).map(({ customer_ident }) => customer_ident);
    expect(owners).to.have.members(kept.flatMap((customer_ident) => Array<string>(4).fill(customer_ident)));
    expect(await orphansOf(account)).to.deep.equal([]);
  });

  it('customer.delete removes a customer once', async () => {
    const idents = await newCustomers(30);

    const answers = await Promise.all(
      [...idents, ...idents].map((customer_ident, index) =>
        send(index, 'customer.delete', { customer_ident }),
      ),
    );

    expect(answers.filter(({ envelope }) => envelope.response)).to.have.length(30);
    expect(answers.filter(({ code }) => code === 'customer_not_found')).to.have.length(30);
    expect(await storedRows('customers', account.id)).to.deep.equal([]);
  });

  it('customer.update keeps what both workers write to different fields of a customer', async () => {
    const [customer_ident = ''] = await newCustomers(1);
    const fields = [
      'firstname',
      'lastname',
      'company',
      'street',
      'street2',
      'zipcode',
      'city',
      'phone',
      'vat_nr',
      'email',
    ];

    await Promise.all(
      fields.map((name, index) => send(index, 'customer.update', { customer_ident, [`bill_${name}`]: name })),
    );

    const written = Object.fromEntries(fields.map((name) => [`bill_${name}`, name]));
    expect(await storedRow('customers', account.id, { customer_ident })).to.include(written);
  });
});

async function orphansOf({ id }: TestAccount): Promise<unknown[]> {
  return database()('addresses')
    .leftJoin('customers', 'customers.customer_ident', 'addresses.customer_ident')
    .where('addresses.account_id', id)
    .whereNull('customers.customer_ident');
}
