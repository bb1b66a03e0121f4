import { expect } from 'chai';
import { type Body, inputReader } from '../../shared/contract/input/reader.ts';
import { publicOperations } from '../../shared/contract/operations/allOperations.ts';
import type { AnyOperation } from '../../shared/contract/operations/operation.ts';
import type { FieldError } from '../../shared/contract/refusals.ts';

const readCustomer = inputReader(publicOperations['customer.create']);
const readArticle = inputReader(publicOperations['article.create']);
const readUpdate = inputReader(publicOperations['customer.update']);

function errorsOf(reading: object): readonly FieldError[] {
  return (reading as { fieldErrors?: readonly FieldError[] }).fieldErrors ?? [];
}

function inputOf(reading: object): Body {
  expect(errorsOf(reading)).to.deep.equal([]);
  return (reading as { input: Body }).input;
}

describe('reading a request', () => {
  it('fills in the defaults of what was not sent', () => {
    const input = inputOf(readCustomer({ bill_city: 'Kiel' }));

    expect(input).to.include({ bill_city: 'Kiel', bill_street: '', bill_title: -1, customer_type: 'native' });
    expect(input).to.not.have.any.keys('term_of_credit', 'date_created');
  });

  it('fills in nothing on update', () => {
    expect(inputOf(readUpdate({ customer_ident: 'cus_1', bill_city: '' }))).to.deep.equal({
      customer_ident: 'cus_1',
      bill_city: '',
    });
  });

  it('leaves out what the resource has but the operation does not take, whatever it holds', () => {
    const sent = {
      customer_ident: 'cus_x',
      address_ident: 7,
      address_data: [{}],
      address_count: true,
      account_number: 7,
      customers: null,
      count: {},
      version: 'v',
    };

    expect(inputOf(readCustomer({ ...sent, bill_city: 'Kiel' }))).to.deep.equal(
      inputOf(readCustomer({ bill_city: 'Kiel' })),
    );
  });

  it('leaves delivery fields out without the switch, whatever they hold', () => {
    for (const flag of [{}, { divergent_delivery_address: 0 }, { divergent_delivery_address: '0' }]) {
      const input = inputOf(
        readCustomer({ ...flag, delivery_city: 'Ulm', delivery_country: 'no country', delivery_title: true }),
      );

      expect(input).to.include({ delivery_city: '', delivery_country: 'de', delivery_title: -1 });
    }
  });

  for (const flag of [1, '1', ' 1 ']) {
    it(`takes delivery fields with the switch ${JSON.stringify(flag)}`, () => {
      const sent = { divergent_delivery_address: flag, delivery_city: 'Ulm' };

      expect(inputOf(readCustomer(sent))).to.include({ divergent_delivery_address: 1, delivery_city: 'Ulm' });
      expect(errorsOf(readCustomer({ ...sent, delivery_country: 'xx' }))).to.have.length(1);
    });
  }

  it('refuses a wrong switch', () => {
    for (const flag of [2, -1, true, 'yes', null]) {
      const [error] = errorsOf(readCustomer({ divergent_delivery_address: flag }));

      expect(error).to.include({ field: 'divergent_delivery_address', code: 'field_invalid' });
    }
  });

  for (const name of [
    'bil_city',
    'BILL_CITY',
    'bill_city ',
    '',
    'constructor',
    'toString',
    'hasOwnProperty',
    'length',
    'article_title',
    'article_ident',
    'sales',
    'articles',
    'order_ident',
    'article_identifier',
  ]) {
    it(`refuses the unknown field ${JSON.stringify(name)}`, () => {
      const message = `unknown field: ${name}`;

      expect(errorsOf(readCustomer({ [name]: 'x' }))).to.deep.equal([
        { field: name, code: 'field_unknown', message },
      ]);
    });
  }

  it('reports an unknown name in whole characters, however long it is', () => {
    for (const name of [`${'x'.repeat(63)}\u{1f600}`, '\ud83d']) {
      const [error] = errorsOf(readCustomer({ [name]: 1 }));

      expect(error?.message.isWellFormed()).to.equal(true);
    }
  });

  it('reports every error in the order of the field tables, then unknown fields in the order sent', () => {
    const sent = {
      term_of_credit: 'x',
      nope: 1,
      delivery_country: 'xx',
      bill_country: 'xx',
      bill_city: 'Kiel',
      external_ident: 1.5,
      divergent_delivery_address: 1,
      is_business_client: 2,
      also: 1,
    };
    const expected = [
      'external_ident',
      'is_business_client',
      'bill_country',
      'delivery_country',
      'term_of_credit',
      'nope',
      'also',
    ];
    const reversed = Object.fromEntries(Object.entries(sent).toReversed());

    expect(errorsOf(readCustomer(sent)).map(({ field }) => field)).to.deep.equal(expected);
    expect(errorsOf(readCustomer(reversed)).map(({ field }) => field)).to.deep.equal([
      ...expected.slice(0, 5),
      'also',
      'nope',
    ]);
  });

  it('reports at most 100 errors and counts the others', () => {
    const unknown = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`no_${n}`, 1]));

    for (const [count, more] of [
      [99, undefined],
      [100, 1],
      [100_000, 99_901],
    ] as const) {
      const reading = readCustomer({ ...unknown(count), bill_country: 'xx', bill_city: 'Kiel' });

      expect(errorsOf(reading).map(({ field }) => field)).to.deep.equal([
        'bill_country',
        ...Object.keys(unknown(99)),
      ]);
      expect((reading as { more?: number }).more).to.equal(more);
    }
  });

  for (const name of ['article.create', 'customer.create', 'customer.read', 'address.create'] as const) {
    it(`refuses validate in ${name}`, () => {
      const contract: AnyOperation = publicOperations[name];

      expect(errorsOf(inputReader(contract)({ ...contract.example, validate: 'customer_nr' }))).to.deep.equal(
        [{ field: 'validate', code: 'field_unknown', message: 'validate applies to updates only' }],
      );
    });
  }

  it('reports one error for a field that breaks several rules', () => {
    expect(errorsOf(readCustomer({ bill_city: `\0${'x'.repeat(300)}` }))).to.have.length(1);
  });

  it('reports a missing field before all others', () => {
    const [error, ...others] = errorsOf(readArticle({ article_price: 'x' }));

    expect(error).to.deep.equal({
      field: 'article_title',
      code: 'field_required',
      message: 'article_title is required',
    });
    expect(others.map(({ code }) => code)).to.not.include('field_required');
  });
});
