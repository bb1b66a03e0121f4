import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { newCustomer, readCustomer } from '../support/customers.ts';
import { freshAccount } from '../support/fixtures.ts';
import { runSet } from '../support/sets.ts';

const method = 'customer.update';

describe('customer.update in one set', () => {
  const account = freshAccount();

  const customers = (...fields: readonly object[]) =>
    Promise.all(fields.map((each) => newCustomer(account, each)));
  const update = (...requests: readonly object[]) =>
    runSet(
      method,
      requests.map((request) => [account, request as Record<string, unknown>] as const),
    );
  const claims = (customer_ident: string | undefined, customer_nr: string, more: object = {}) => ({
    customer_ident,
    validate: 'customer_nr',
    customer_nr,
    ...more,
  });

  it('keeps the fields that only other calls of the set send', async () => {
    const [one = '', other = ''] = await customers(
      { bill_city: 'Bonn', user_note: 'one' },
      { term_of_credit: 3 },
    );

    await update(
      { customer_ident: one, term_of_credit: 9 },
      { customer_ident: other, bill_city: 'Kiel', user_note: 'two' },
    );

    expect(await readCustomer(account, one)).to.include({
      bill_city: 'Bonn',
      user_note: 'one',
      term_of_credit: 9,
    });
    expect(await readCustomer(account, other)).to.include({
      bill_city: 'Kiel',
      user_note: 'two',
      term_of_credit: 3,
    });
  });

  it('answers each call of the set', async () => {
    const stranger = await newAccount();
    const strange = await newCustomer(stranger);
    const [one, taken] = await customers({}, { customer_nr: 'K-1' });

    const replies = await update(
      { customer_ident: 'cus_unknown', bill_city: 'Kiel' },
      { customer_ident: one, bill_city: 'Bonn' },
      { customer_ident: strange, bill_city: 'Ulm' },
      claims(taken, 'K-1'),
    );

    const messages = ['customer not found', 'customer updated', 'customer not found', 'customer updated'];
    expect(replies.map(({ message }) => message)).to.deep.equal(messages);
    expect(replies[1]?.data).to.deep.equal({ customer_ident: one, bill_city: 'Bonn' });
    expect(await readCustomer(stranger, strange)).to.include({ bill_city: '' });
  });

  it('validate accepts the first of two calls', async () => {
    const [one, other] = await customers({}, {});

    const [first, second] = await update(claims(one, 'K-1'), claims(other, 'K-1'));

    expect(first).to.deep.include({ response: true, data: { customer_ident: one, customer_nr: 'K-1' } });
    expect(second).to.deep.equal({
      response: false,
      data: { code: 'value_exists', customer_ident: other, customer_nr: 'K-1' },
      method,
      message: 'customer_nr already exists',
    });
  });

  it('validate distinguishes the same value in two accounts, and in two fields', async () => {
    const stranger = await newAccount();
    const [one, other] = await customers({}, {});
    const strange = await newCustomer(stranger);

    const replies = await runSet(method, [
      [account, claims(one, 'X')],
      [stranger, claims(strange, 'X')],
      [account, { customer_ident: other, validate: 'bill_city', bill_city: 'X' }],
    ]);

    expect(replies.map(({ response }) => response)).to.deep.equal([true, true, true]);
  });

  it('validate lets the owner keep a value that an earlier call claims', async () => {
    const [owner, other] = await customers({ customer_nr: 'K-1' }, {});

    const [wanted, own] = await update(claims(other, 'K-1'), claims(owner, 'K-1'));

    expect(wanted?.message).to.equal('customer_nr already exists');
    expect(own).to.deep.include({ response: true, data: { customer_ident: owner, customer_nr: 'K-1' } });
  });

  it('validate accepts a value if the earlier call that claims it was refused for another reason', async () => {
    const source = { external_ident: 'E-1', external_account_name: 'shop' };
    const [, moving, other] = await customers({ ...source, customer_type: 'csv' }, source, {});

    const [refused, claimed] = await update(
      claims(moving, 'K-1', { customer_type: 'csv' }),
      claims(other, 'K-1'),
    );

    expect(refused?.message).to.equal('external_ident already exists');
    expect(claimed).to.deep.include({ response: true, data: { customer_ident: other, customer_nr: 'K-1' } });
  });

  it('accepts a source type if the earlier call that claims it was refused for another reason', async () => {
    const source = { external_ident: 'E-1', external_account_name: 'shop' };
    const [, one, other] = await customers({ customer_nr: 'K-1' }, { ...source, customer_type: 'a' }, source);

    const [refused, moved] = await update(claims(one, 'K-1', { customer_type: 'csv' }), {
      customer_ident: other,
      customer_type: 'csv',
    });

    expect(refused?.message).to.equal('customer_nr already exists');
    expect(moved).to.deep.include({ response: true, data: { customer_ident: other, customer_type: 'csv' } });
  });

  it('lets the first of two calls move to a source type', async () => {
    const source = { external_ident: 'E-1', external_account_name: 'shop' };
    const [one, other] = await customers(
      { ...source, customer_type: 'a' },
      { ...source, customer_type: 'b' },
    );

    const [first, second] = await update(
      ...[one, other].map((customer_ident) => ({ customer_ident, customer_type: 'csv' })),
    );

    expect(first?.response).to.equal(true);
    expect(second).to.deep.include({
      message: 'external_ident already exists',
      data: { code: 'external_ident_exists', customer_ident: one },
    });
  });

  it('lets all customers without an external_ident move to a source type', async () => {
    const idents = await customers({}, {}, {});

    const replies = await update(
      ...idents.map((customer_ident) => ({ customer_ident, customer_type: 'csv' })),
    );

    expect(replies.map(({ response }) => response)).to.deep.equal([true, true, true]);
  });
});
