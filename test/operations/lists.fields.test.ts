import { expect } from 'chai';
import { inputReader } from '../../shared/contract/input/reader.ts';
import { addressList } from '../../shared/contract/operations/address.list.ts';
import { articleList } from '../../shared/contract/operations/article.list.ts';
import { customerList } from '../../shared/contract/operations/customer.list.ts';
import type { AnyOperation } from '../../shared/contract/operations/operation.ts';
import { newAccount } from '../support/account.ts';

describe('the fields of lists', () => {
  const faultsOf = (operation: AnyOperation, body: object) => {
    const reading = inputReader(operation)(body as Record<string, unknown>);
    return 'fieldErrors' in reading
      ? reading.fieldErrors.map(({ field, code, message }) => [field, code, message])
      : [];
  };
  const cleaned = (operation: AnyOperation, body: object) => {
    const reading = inputReader(operation)(body as Record<string, unknown>);
    return 'input' in reading ? reading.input : reading;
  };

  it('are cleaned like the fields of records', () => {
    const filter = {
      customer_nr: 10_001,
      bill_email: ' Café@example.com\u0001',
      updated_from: '2026-01-01 00:00:00',
    };

    expect(cleaned(customerList, { filter, search: '  Mus ', limit: '7' })).to.deep.equal({
      filter: {
        customer_nr: '10001',
        bill_email: 'Café@example.com',
        updated_from: '2026-01-01 00:00:00',
      },
      search: 'Mus',
      limit: 7,
    });
    expect(cleaned(articleList, { search: '' })).to.deep.equal({ limit: 100 });
  });

  it('have limits', () => {
    for (const limit of [0, 1_001, -1, 1.5, 'x', null])
      expect(faultsOf(articleList, { limit }), String(limit)).to.deep.equal([
        ['limit', 'field_invalid', 'limit must be an integer from 1 to 1000'],
      ]);
    expect(faultsOf(articleList, { search: 'x'.repeat(256) })[0]?.[2]).to.match(
      /^search must be at most 255/,
    );
    expect(faultsOf(articleList, { cursor: 'x'.repeat(1_100) })[0]?.[2]).to.match(
      /^cursor must be at most 1024/,
    );
    expect(faultsOf(articleList, { cursor: 1.5 })[0]?.[0]).to.equal('cursor');
  });

  it('are refused by name inside the filter', () => {
    const filter = {
      bill_zipcode: ['1'],
      customer_nr: null,
      updated_to: 'today',
      bill_city: 'Kiel',
      external_ident: '',
    };

    expect(
      faultsOf(customerList, { filter, bill_city: 'Kiel' }).map(([field, code]) => [field, code]),
    ).to.deep.equal([
      ['filter.customer_nr', 'field_invalid'],
      ['filter.bill_zipcode', 'field_invalid'],
      ['filter.external_ident', 'field_invalid'],
      ['filter.updated_to', 'field_invalid'],
      ['filter.bill_city', 'field_unknown'],
      ['bill_city', 'field_unknown'],
    ]);
    expect(faultsOf(addressList, { filter: { bill_city: 'Kiel' } })).to.deep.equal([
      [
        'filter.bill_city',
        'field_unknown',
        "filter.bill_city can't be filtered by: send customer_ident, delivery_zipcode, delivery_country, updated_from, updated_to, created_from, created_to",
      ],
    ]);
  });

  it('are an object, a sort of the list, and a total or none', () => {
    for (const filter of [null, 'x', 1, [], [{}], true])
      expect(faultsOf(customerList, { filter }), JSON.stringify(filter)).to.deep.equal([
        ['filter', 'field_invalid', 'filter must be an object of fields and values'],
      ]);
    expect(faultsOf(articleList, { sort: 'price', total: 2 })).to.deep.equal([
      [
        'sort',
        'field_invalid',
        'sort must be one of created, -created, updated, -updated, number, -number, title, -title',
      ],
      ['total', 'field_invalid', 'total must be 0 or 1'],
    ]);
    expect(faultsOf(articleList, { filter: { price_from: 'cheap' } })[0]?.[0]).to.equal('filter.price_from');
  });

  it('are read the same from bodies that need the careful parser', async () => {
    const account = await newAccount();
    await account.client.article.create({ article_title: 'Tea', article_ean: '1234567890123456' });
    const found = async (body: string) => {
      const { envelope } = await account.send('article.list', body);
      return [(envelope.data as { articles?: unknown[] } | null)?.articles?.length, envelope.message];
    };

    expect(await found('{"filter":{"article_ean":1234567890123456}}')).to.deep.equal([1, 'articles found']);
    expect(await found('{"filter":{"article_ean":1234567890123457}}')).to.deep.equal([0, 'articles found']);
    expect((await found('{"filter":{"12345":1234567890123456}}'))[1]).to.match(/^filter\.12345 can't/);
    expect((await found('{"filter":[1234567890123456]}'))[1]).to.equal(
      'filter must be an object of fields and values',
    );
    expect(
      await found(`{"filter":{"article_ean":"1234567890123456"},"search":"1234"${' '.repeat(40_000)}}`),
    ).to.deep.equal([1, 'articles found']);
  });
});
