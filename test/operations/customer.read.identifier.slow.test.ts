import { expect } from 'chai';
import { newAccount, type TestAccount } from '../support/account.ts';
import { expectDone, expectFieldRefused, expectRefused } from '../support/answers.ts';
import { newAddress, newCustomer } from '../support/customers.ts';
import { runSet } from '../support/sets.ts';

const method = 'customer.read';
const success = 'customer and address data loaded';
const notFound = { code: 'customer_not_found', message: 'customer not found' };

for (const field of ['customer_nr', 'external_ident', 'bill_email'] as const) {
  describe(`customer.read by ${field} (many customers)`, () => {
    let account: TestAccount;
    beforeEach(async () => {
      account = await newAccount();
    });

    // An external_ident is unique within its source.
    const create = (value: string, at = 0) =>
      newCustomer(account, { [field]: value, customer_type: `shop ${at}` });
    const send = (value: unknown) => account.send(method, { customer_identifier: field, [field]: value });
    const read = (customer_ident: string) => account.client.customer.read({ customer_ident });

    it('answers with the one customer that has it, and its addresses', async () => {
      const customer_ident = await create('A-1');
      await newAddress(account, customer_ident, { delivery_city: 'Kiel' });
      await create('A-2');

      expectDone(await send('A-1'), method, success, await read(customer_ident));
    });

    it('finds a value that is the same after sanitizing, and no other one', async () => {
      const customer_ident = await create('Café 1');

      const { envelope } = await send(' Cafe\u0301\u00011 ');

      expect(envelope.data).to.have.nested.property('customer.customer_ident', customer_ident);
      for (const value of ['café 1', 'Cafe 1', 'Café', 'Café 11', 'Café%', 0])
        expectRefused(await send(value), method, notFound);
    });

    it('answers with several customers, the oldest one first, and the addresses of that', async () => {
      const made = [await create('A-1', 0), await create('A-1', 1), await create('A-1', 2)] as const;
      await newAddress(account, made[0], { delivery_city: 'Kiel' });
      await newAddress(account, made[1], { delivery_city: 'Ulm' });
      const [oldest, ...others] = await Promise.all(made.map(read));

      const customers = [oldest, ...others].map((each) => each?.customer);
      expectDone(await send('A-1'), method, success, { ...oldest, customers, count: 3 });
    });

    it('answers with at most 100 customers and counts all of them', async () => {
      const idents: string[] = [];
      for (let at = 0; at < 103; at += 1) idents.push(await create('A-1', at));

      const { envelope } = await send('A-1');

      const data = envelope.data as Awaited<ReturnType<typeof read>>;
      expect(data.customers?.map(({ customer_ident }) => customer_ident)).to.deep.equal(idents.slice(0, 100));
      expect(data.count).to.equal(103);
    });

    it("ignores other accounts' customers, and those that were deleted or changed", async () => {
      const stranger = await newAccount();
      await newCustomer(stranger, { [field]: 'A-1' });
      const gone = await create('A-1', 1);
      await account.client.customer.delete({ customer_ident: gone });

      expectRefused(await send('A-1'), method, notFound);
    });

    for (const body of [{}, { [field]: '' }, { [field]: '  ' }, { [field]: null }])
      it(`refuses ${JSON.stringify(body)}: ${field} not set`, async () => {
        const answer = await account.send(method, { customer_identifier: field, ...body });

        expectRefused(answer, method, { code: 'field_required', message: `${field} not set` });
      });

    it('answers each call of a set', async () => {
      const [one, other] = [await create('A-1'), await create('A-2')];

      const replies = await runSet(method, [
        [account, { customer_identifier: field, [field]: 'A-2' }],
        [account, { customer_identifier: field, [field]: 'A-3' }],
        [account, { customer_ident: one }],
        [account, { customer_identifier: field, [field]: 'A-1' }],
      ]);

      const idents = replies.map(
        ({ data }) => (data?.customer as { customer_ident?: string })?.customer_ident,
      );
      expect(idents).to.deep.equal([other, undefined, one, one]);
    });
  });
}

describe('customer.read by identifier', () => {
  it('reads by customer_ident if both are sent', async () => {
    const account = await newAccount();
    const customer_ident = await newCustomer(account, { customer_nr: 'A-1' });
    await newCustomer(account, { customer_nr: 'A-2' });
    const both = { customer_ident, customer_identifier: 'customer_nr', customer_nr: 'A-2' };

    const { envelope } = await account.send(method, both);

    expect(envelope.data).to.have.nested.property('customer.customer_ident', customer_ident);
  });

  it('refuses other fields to look for', async () => {
    const account = await newAccount();
    for (const customer_identifier of ['bill_city', 'nr', 7, true])
      expectFieldRefused(await account.send(method, { customer_identifier }), method, 'customer_identifier');
  });
});
