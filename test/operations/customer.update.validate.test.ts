import { expect } from 'chai';
import { newAccount, type TestAccount } from '../support/account.ts';
import { expectDone, expectRefused } from '../support/answers.ts';
import { newCustomer } from '../support/customers.ts';
import { everythingOf } from '../support/everything.ts';
import { customerRows, samplesOf } from '../support/fieldTable.ts';
import { storedRow } from '../support/stored.ts';

const method = 'customer.update';
const values = {
  ...samplesOf(customerRows),
  public_authority_id: '992-90009-96',
  date_created: '2020-12-31 23:00:00',
};

describe('customer.update validate', () => {
  let account: TestAccount;
  let customer_ident: string;
  beforeEach(async () => {
    account = await newAccount();
    customer_ident = await newCustomer(account, { customer_nr: 'K-1' });
  });

  const validating = (field: string, fields: object) =>
    account.send(method, { customer_ident, validate: field, ...fields });
  const expectTaken = (answer: Awaited<ReturnType<typeof validating>>, field: string, value: unknown) =>
    expectRefused(answer, method, {
      code: 'value_exists',
      message: `${field} already exists`,
      data: { customer_ident, [field]: value },
    });

  for (const [field, value] of Object.entries(values)) {
    it(`refuses a ${field} that another customer has, and writes nothing`, async () => {
      await newCustomer(account, { [field]: value });
      const before = await everythingOf(account);

      const answer = await validating(field, { bill_street: 'new', [field]: value });

      expectTaken(answer, field, value);
      expect(await everythingOf(account)).to.deep.equal(before);
    });

    it(`accepts a ${field} that no other customer has`, async () => {
      const answer = await validating(field, { [field]: value });

      expectDone(answer, method, 'customer updated', { customer_ident, [field]: value });
    });
  }

  it('compares values after sanitizing', async () => {
    await newCustomer(account, { customer_nr: 'Mü', bill_country: 'at', bill_zipcode: '1010' });

    expectTaken(await validating('customer_nr', { customer_nr: ' Mu\u0308\u0007' }), 'customer_nr', 'Mü');
    expectTaken(await validating('bill_country', { bill_country: 'AT' }), 'bill_country', 'at');
    expectTaken(await validating('bill_zipcode', { bill_zipcode: 1010 }), 'bill_zipcode', '1010');
  });

  it('distinguishes case, accents and values with the same beginning', async () => {
    await newCustomer(account, { customer_nr: 'Café' });

    for (const customer_nr of ['café', 'CAFÉ', 'Cafe', 'Caf', 'Caféx']) {
      const answer = await validating('customer_nr', { customer_nr });
      expectDone(answer, method, 'customer updated', { customer_ident, customer_nr });
    }
  });

  it('distinguishes long notes with the same beginning', async () => {
    const beginning = 'x'.repeat(5_000);
    await newCustomer(account, { user_note: `${beginning}1` });

    const [free, taken] = [await validating('user_note', { user_note: `${beginning}2` }), `${beginning}1`];

    expect(free.envelope.message).to.equal('customer updated');
    expectTaken(await validating('user_note', { user_note: taken }), 'user_note', taken);
  });

  it('ignores the customer itself', async () => {
    const answer = await validating('customer_nr', { customer_nr: 'K-1', bill_city: 'Berlin' });

    expectDone(answer, method, 'customer updated', {
      customer_ident,
      customer_nr: 'K-1',
      bill_city: 'Berlin',
    });
  });

  it('refuses a value that the customer itself and another one have, older or newer', async () => {
    const newer = await newCustomer(account, { customer_nr: 'K-1' });

    expectTaken(await validating('customer_nr', { customer_nr: 'K-1' }), 'customer_nr', 'K-1');
    const answer = await account.send(method, {
      customer_ident: newer,
      validate: 'customer_nr',
      customer_nr: 'K-1',
    });
    expect(answer.code).to.equal('value_exists');
  });

  it("ignores other accounts' customers", async () => {
    const stranger = await newAccount();
    await newCustomer(stranger, { customer_nr: 'K-2' });

    const answer = await validating('customer_nr', { customer_nr: 'K-2' });

    expectDone(answer, method, 'customer updated', { customer_ident, customer_nr: 'K-2' });
  });

  it('ignores deleted customers', async () => {
    await account.client.customer.delete({
      customer_ident: await newCustomer(account, { customer_nr: 'K-2' }),
    });

    const answer = await validating('customer_nr', { customer_nr: 'K-2' });

    expectDone(answer, method, 'customer updated', { customer_ident, customer_nr: 'K-2' });
  });

  it('is an ordinary update when the field was not sent', async () => {
    await newCustomer(account, { customer_nr: 'K-2', bill_city: 'Berlin' });

    const answer = await validating('customer_nr', { bill_city: 'Berlin' });

    expectDone(answer, method, 'customer updated', { customer_ident, bill_city: 'Berlin' });
  });

  it('checks the named field only', async () => {
    await newCustomer(account, { customer_nr: 'K-2', bill_email: 'a@example.com' });

    const answer = await validating('bill_email', { bill_email: 'b@example.com', customer_nr: 'K-2' });

    const changed = { customer_ident, bill_email: 'b@example.com', customer_nr: 'K-2' };
    expectDone(answer, method, 'customer updated', changed);
  });

  it('refuses a name that is not an updatable field', async () => {
    const before = await everythingOf(account);
    const protectedFields = [
      'customer_ident',
      'external_ident',
      'external_account_name',
      'external_username',
    ];
    const others = [
      'date_updated',
      'date_created_user',
      'address_data',
      'delivery_city',
      'divergent_delivery_address',
    ];

    for (const validate of [
      ...protectedFields,
      ...others,
      'article_nr',
      'customer_number',
      'validate',
      '',
      1,
      null,
      {},
    ]) {
      const answer = await account.send(method, { customer_ident, validate, customer_nr: 'K-2' });
      const message = 'validate names no updatable field';
      const data = { errors: [{ field: 'validate', code: 'field_invalid', message }] };
      expectRefused(answer, method, { code: 'field_invalid', message, data });
    }
    expect(await everythingOf(account)).to.deep.equal(before);
  });

  it('refuses an unknown customer', async () => {
    const answer = await account.send(method, {
      customer_ident: 'cus_unknown',
      validate: 'customer_nr',
      customer_nr: 'K-1',
    });

    expectRefused(answer, method, { code: 'customer_not_found', message: 'customer not found' });
  });

  it('lets a customer keep its value while others claim it', async () => {
    const others = await Promise.all(Array.from({ length: 20 }, () => newCustomer(account)));
    const claim = { validate: 'customer_nr', customer_nr: 'K-1' };

    const answers = await Promise.all(
      [...others, customer_ident].map((ident) => account.send(method, { customer_ident: ident, ...claim })),
    );

    expect(answers.map(({ code }) => code)).to.deep.equal([...others.map(() => 'value_exists'), '']);
    expect(await storedRow('customers', account.id, { customer_nr: 'K-1' })).to.include({ customer_ident });
  });
});
