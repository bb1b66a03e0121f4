import { expect } from 'chai';
import { expectDone, expectRefused } from '../support/answers.ts';
import { newCustomer, readCustomer } from '../support/customers.ts';
import { everythingOf } from '../support/everything.ts';
import { freshAccount } from '../support/fixtures.ts';
import { withCheckDigits } from '../support/leitwegId.ts';

const longest = withCheckDigits(`123456789012-${'aZ9'.repeat(10)}`);
const valid = [
  '04011000-1234512345-06',
  '991-33333TEST-33',
  '992-90009-96',
  '09564000-NUE0001-49',
  ...['12', '123456789012', '12-a', '00-0', '991-abcXYZ', `12-${'z'.repeat(30)}`].map(withCheckDigits),
  longest,
];

const wrong: Readonly<Record<string, string>> = {
  'wrong check digits': '04011000-1234512345-07',
  'two digits swapped': '04011000-1234512435-06',
  'check digits alone': '06',
  'one digit before the hyphen': withCheckDigits('1-abc'),
  '13 digits before the hyphen': withCheckDigits('1234567890123'),
  'letters before the first hyphen': withCheckDigits('12A-abc'),
  '31 letters in the middle': withCheckDigits(`12-${'z'.repeat(31)}`),
  '47 characters': withCheckDigits(`123456789012-${'z'.repeat(31)}`),
  'an empty middle': withCheckDigits('12-'),
  'two parts in the middle': withCheckDigits('12-ab-cd'),
  'no hyphen': withCheckDigits('12').replace('-', ''),
  'one check digit': withCheckDigits('12').slice(0, -1),
  'three check digits': withCheckDigits('12').replace('-', '-0'),
  'letters beyond ASCII': '04011000-ÄÖ-06',
  'a blank inside': '04011000 -1234512345-06',
  'digits of another script': '٠٤-06',
};
const refusal = {
  code: 'public_authority_id_invalid',
  message: 'public_authority_id is not a valid Leitweg-ID',
};

describe('public_authority_id', () => {
  const account = freshAccount();

  it('has at most 46 characters', () => {
    expect(longest).to.have.length(46);
  });

  it('customer.create accepts valid ones, and customer.read answers them', async () => {
    for (const public_authority_id of valid) {
      const customer_ident = await newCustomer(account, { public_authority_id });
      expect(await readCustomer(account, customer_ident)).to.include({ public_authority_id });
    }
  });

  it('customer.update accepts valid ones, and an empty one', async () => {
    const customer_ident = await newCustomer(account);
    for (const public_authority_id of [...valid, '']) {
      const answer = await account.send('customer.update', { customer_ident, public_authority_id });
      expectDone(answer, 'customer.update', 'customer updated', { customer_ident, public_authority_id });
      expect(await readCustomer(account, customer_ident)).to.include({ public_authority_id });
    }
  });

  it('is trimmed', async () => {
    const customer_ident = await newCustomer(account, { public_authority_id: ' 992-90009-96\n' });

    expect(await readCustomer(account, customer_ident)).to.include({ public_authority_id: '992-90009-96' });
  });

  for (const [title, public_authority_id] of Object.entries(wrong)) {
    for (const method of ['customer.create', 'customer.update']) {
      it(`${method} refuses ${title}`, async () => {
        const customer_ident = await newCustomer(account, { public_authority_id: '992-90009-96' });
        const before = await everythingOf(account);

        const answer = await account.send(method, {
          customer_ident,
          bill_city: 'Berlin',
          public_authority_id,
        });

        expectRefused(answer, method, refusal);
        expect(await everythingOf(account)).to.deep.equal(before);
      });
    }
  }

  it('is refused with another type', async () => {
    for (const public_authority_id of [true, null, [], {}, 1.5, 99290009]) {
      const { status, envelope } = await account.send('customer.create', { public_authority_id });
      expect({ status, response: envelope.response }).to.deep.equal({ status: 200, response: false });
      expect(envelope.message).to.match(/^public_authority_id ./);
    }
  });

  it('is one of several faults if a field before it is wrong', async () => {
    const { code, envelope } = await account.send('customer.create', {
      bill_title: 99,
      public_authority_id: '1-06',
    });

    const { errors } = envelope.data as { errors: object[] };
    expect(code).to.equal('field_invalid');
    expect(errors).to.have.length(2);
    expect(errors[1]).to.deep.equal({ field: 'public_authority_id', ...refusal });
  });
});
