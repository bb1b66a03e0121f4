import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { expectDone } from '../support/answers.ts';
import { newCustomer, readAddresses, readCustomer } from '../support/customers.ts';
import { everythingOf } from '../support/everything.ts';
import { customerRows, defaultsIn, deliveryRows, samplesOf, sourceRows } from '../support/fieldTable.ts';
import { freshAccount } from '../support/fixtures.ts';
import { database } from '../support/servers.ts';
import { runSet } from '../support/sets.ts';
import { storedRow, storedRows } from '../support/stored.ts';

const method = 'customer.create';
/** 26 characters of a ULID in lower case. */
const ulid = '[0-9a-hjkmnp-tv-z]{26}';

describe('customer.create', () => {
  const account = freshAccount();

  it('creates a customer from an empty request', async () => {
    const answer = await account.send(method, {});

    const { customer_ident } = answer.envelope.data as { customer_ident: string };
    expect(customer_ident).to.match(new RegExp(`^cus_${ulid}$`));
    expectDone(answer, method, 'customer created', { customer_ident, address_ident: null });
    expect(await storedRows('customers', account.id)).to.have.length(1);
    expect(await storedRows('addresses', account.id)).to.deep.equal([]);
  });

  it('stores every field where it belongs', async () => {
    const samples = samplesOf([...sourceRows, ...customerRows]);

    const customer_ident = await newCustomer(account, samples);

    expect(await readCustomer(account, customer_ident)).to.include(samples);
    expect(await storedRow('customers', account.id, { customer_ident })).to.include(samples);
  });

  it('creates a delivery address when divergent_delivery_address is 1', async () => {
    const samples = samplesOf(deliveryRows);

    const answer = await account.send(method, { divergent_delivery_address: 1, ...samples });

    const { customer_ident, address_ident } = answer.envelope.data as Record<
      'customer_ident' | 'address_ident',
      string
    >;
    expect(address_ident).to.match(new RegExp(`^adr_${ulid}$`));
    expectDone(answer, method, 'customer created', { customer_ident, address_ident });
    expect(await storedRow('addresses', account.id, { customer_ident })).to.include({
      address_ident,
      ...samples,
    });
    expect(await readCustomer(account, customer_ident)).to.include({
      divergent_delivery_address: 1,
      ...samples,
    });
  });

  it('gives a delivery address the defaults of fields that are not sent', async () => {
    const customer_ident = await newCustomer(account, { divergent_delivery_address: 1 });

    expect((await readAddresses(account, customer_ident))[0]).to.include(defaultsIn(deliveryRows));
    expect(await readCustomer(account, customer_ident)).to.include(defaultsIn(deliveryRows));
  });

  it('accepts the switch as a string of digits', async () => {
    const made = { divergent_delivery_address: '1', delivery_city: 'Potsdam' };
    const { envelope } = await account.send(method, made);

    const { address_ident } = envelope.data as { address_ident: string };
    expect(await storedRow('addresses', account.id, { address_ident })).to.include({
      delivery_city: 'Potsdam',
    });
  });

  it('ignores delivery fields without the switch, whatever their values', async () => {
    const fields = { delivery_city: 'Potsdam', delivery_title: 'no title', delivery_country: null };

    for (const off of [{}, { divergent_delivery_address: 0 }, { divergent_delivery_address: '0' }]) {
      const { envelope } = await account.send(method, { ...off, ...fields });
      const { customer_ident, address_ident } = envelope.data as {
        customer_ident: string;
        address_ident: null;
      };
      expect(address_ident).to.equal(null);
      expect(await readCustomer(account, customer_ident)).to.include(defaultsIn(deliveryRows));
    }
    expect(await storedRows('addresses', account.id)).to.deep.equal([]);
  });

  it('refuses a switch that is neither 0 nor 1', async () => {
    const before = await everythingOf(account);

    for (const wrong of [2, -1, '', 'yes', true, null]) {
      const { status, code, envelope } = await account.send(method, { divergent_delivery_address: wrong });
      expect({ status, code }).to.deep.equal({ status: 200, code: 'field_invalid' });
      expect(envelope.message).to.match(/^divergent_delivery_address ./);
    }
    expect(await everythingOf(account)).to.deep.equal(before);
  });

  it('lists every fault in the order of the fields, and names the first one in the message', async () => {
    const sent = {
      colour: 'red',
      bill_country: 'zz',
      bill_city: 'Berlin',
      bill_title: 99,
      is_business_client: null,
    };

    const { status, code, envelope } = await account.send(method, sent);

    const { errors } = envelope.data as { errors: { field: string; code: string; message: string }[] };
    expect({ status, code }).to.deep.equal({ status: 200, code: 'field_invalid' });
    expect(errors.map((error) => [error.field, error.code])).to.deep.equal([
      ['is_business_client', 'field_invalid'],
      ['bill_title', 'field_invalid'],
      ['bill_country', 'field_invalid'],
      ['colour', 'field_unknown'],
    ]);
    expect(envelope.message).to.equal('is_business_client must be 0 or 1');
    expect(errors[0]?.message).to.equal(envelope.message);
    expect(await storedRows('customers', account.id)).to.deep.equal([]);
  });

  it("sets the account's term of credit unless another one is sent", async () => {
    const generous = await newAccount({ term_of_credit: 60 });

    const [granted, sent, none] = [{}, { term_of_credit: 7 }, { term_of_credit: 0 }];

    expect(await readCustomer(generous, await newCustomer(generous, granted))).to.include({
      term_of_credit: 60,
    });
    expect(await readCustomer(generous, await newCustomer(generous, sent))).to.include({ term_of_credit: 7 });
    expect(await readCustomer(generous, await newCustomer(generous, none))).to.include({ term_of_credit: 0 });
  });

  it("sets each account's term of credit within one set", async () => {
    const [generous, strict] = [
      await newAccount({ term_of_credit: 60 }),
      await newAccount({ term_of_credit: 0 }),
    ];

    const replies = await runSet(method, [
      [generous, {}],
      [generous, { term_of_credit: 0 }],
      [strict, {}],
      [strict, { term_of_credit: 9 }],
    ]);

    const terms = replies.map(({ data }) => storedTerm(data?.customer_ident as string));
    expect(await Promise.all(terms)).to.deep.equal([60, 0, 0, 9]);
  });
});

async function storedTerm(customer_ident: string): Promise<number> {
  return (await database()('customers').where({ customer_ident }).first()).term_of_credit;
}
