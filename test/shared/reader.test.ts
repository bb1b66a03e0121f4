import { expect } from 'chai';
import { type Body, inputReader } from '../../shared/input/reader.ts';
import { publicOperations } from '../../shared/operations/index.ts';
import type { Fault } from '../../shared/refusals.ts';

const readCustomer = inputReader(publicOperations['customer.create']);
const readArticle = inputReader(publicOperations['article.create']);
const readUpdate = inputReader(publicOperations['customer.update']);

function faultsOf(reading: object): readonly Fault[] {
  return (reading as { faults?: readonly Fault[] }).faults ?? [];
}

function inputOf(reading: object): Body {
  expect(faultsOf(reading)).to.deep.equal([]);
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

  it('leaves out what is known but not of this operation, whatever it holds', () => {
    const sent = {
      customer_ident: 'cus_x',
      address_data: [{}],
      account_number: 7,
      article_title: true,
      sales: null,
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
      expect(faultsOf(readCustomer({ ...sent, delivery_country: 'xx' }))).to.have.length(1);
    });
  }

  it('refuses a wrong switch', () => {
    for (const flag of [2, -1, true, 'yes', null]) {
      const [fault] = faultsOf(readCustomer({ divergent_delivery_address: flag }));

      expect(fault).to.include({ field: 'divergent_delivery_address', code: 'field_invalid' });
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
  ]) {
    it(`refuses the unknown field ${JSON.stringify(name)}`, () => {
      const message = `unknown field: ${name}`;

      expect(faultsOf(readCustomer({ [name]: 'x' }))).to.deep.equal([
        { field: name, code: 'field_unknown', message },
      ]);
    });
  }

  it('tells an unknown name in whole characters, however long it is', () => {
    for (const name of [`${'x'.repeat(63)}\u{1f600}`, '\ud83d']) {
      const [fault] = faultsOf(readCustomer({ [name]: 1 }));

      expect(fault?.message.isWellFormed()).to.equal(true);
    }
  });

  it('tells every fault in the order in which the fields were sent', () => {
    const sent = {
      term_of_credit: 'x',
      nope: 1,
      bill_country: 'xx',
      bill_city: 'Kiel',
      is_business_client: 2,
      later: 1,
    };

    const names = faultsOf(readCustomer(sent)).map(({ field }) => field);

    expect(names).to.deep.equal(['term_of_credit', 'nope', 'bill_country', 'is_business_client', 'later']);
  });

  it('tells one fault for a field that breaks several rules', () => {
    expect(faultsOf(readCustomer({ bill_city: `\0${'x'.repeat(300)}` }))).to.have.length(1);
  });

  it('tells a missing field before all others', () => {
    const [fault, ...others] = faultsOf(readArticle({ nope: 1, article_price: 'x' }));

    expect(fault).to.deep.equal({
      field: 'article_title',
      code: 'field_required',
      message: 'article_title is required',
    });
    expect(others.map(({ code }) => code)).to.not.include('field_required');
  });
});
