import { expect } from 'chai';
import { newAccount, type TestAccount } from '../support/account.ts';
import { newCustomer } from '../support/customers.ts';
import { everythingOf } from '../support/everything.ts';
import { freshAccount } from '../support/fixtures.ts';
import { runSet } from '../support/sets.ts';
import { storedRow, storedRows } from '../support/stored.ts';
import { thrownBy } from '../support/thrown.ts';

const method = 'order.create';

describe('order.create', () => {
  let customer_ident: string;
  let article_ident: string;
  const account = freshAccount();
  beforeEach(async () => {
    customer_ident = await newCustomer(account);
    article_ident = await newArticle(account);
  });

  const newArticle = async (owner: TestAccount) =>
    (await owner.client.article.create({ article_title: 'Tea' })).article_ident;
  const refusesWith = async (message: string, request: Parameters<typeof create>[0]) => {
    const before = await everythingOf(account);
    const envelope = await create(request);
    expect(envelope).to.deep.include({ response: false, method, message });
    expect(envelope.data)
      .to.have.property('code')
      .that.matches(/^(customer|article)_not_found$/);
    expect(await everythingOf(account)).to.deep.equal(before);
  };
  const create = (request: {
    customer_ident: string;
    items: { article_ident: string; quantity: number | string }[];
  }) => account.internal(method, request);

  it('creates an order of a customer', async () => {
    const other = await newArticle(account);
    const items = [
      { article_ident: other, quantity: 2 },
      { article_ident, quantity: '0.2500' },
      { article_ident: other, quantity: 12_345_678_901 },
    ];

    const envelope = await create({ customer_ident, items });

    const { order_ident } = envelope.data;
    expect(order_ident).to.match(/^ord_[0-9a-hjkmnp-tv-z]{26}$/);
    expect(envelope).to.deep.equal({
      response: true,
      data: { order_ident },
      method,
      message: 'order created',
    });
    expect(await storedRow('orders', account.id, { order_ident })).to.include({
      customer_ident,
      invoice_nr: null,
    });
    const stored = await storedRows('order_items', account.id, { order_ident });
    expect(
      stored
        .map(({ position, quantity, ...item }) => [position, item.article_ident, quantity])
        .toSorted(([one], [other]) => Number(one) - Number(other)),
    ).to.deep.equal([
      [0, other, '2.0000'],
      [1, article_ident, '0.2500'],
      [2, other, '12345678901.0000'],
    ]);
  });

  it('refuses an unknown customer', async () => {
    for (const unknown of ['cus_unknown', customer_ident.toUpperCase(), `${customer_ident} `, '0']) {
      await refusesWith('customer not found', {
        customer_ident: unknown,
        items: [{ article_ident, quantity: 1 }],
      });
    }
  });

  it("refuses another account's customer as unknown", async () => {
    const strange = await newCustomer(await newAccount());

    await refusesWith('customer not found', {
      customer_ident: strange,
      items: [{ article_ident, quantity: 1 }],
    });
  });

  it('refuses an unknown article beside a known one', async () => {
    for (const unknown of ['art_unknown', article_ident.toUpperCase(), `${article_ident} `]) {
      const items = [article_ident, unknown].map((ident) => ({ article_ident: ident, quantity: 1 }));
      await refusesWith('article not found', { customer_ident, items });
    }
  });

  it("refuses another account's article as unknown", async () => {
    const strange = await newArticle(await newAccount());

    await refusesWith('article not found', {
      customer_ident,
      items: [{ article_ident: strange, quantity: 1 }],
    });
  });

  it('refuses a request without customer or items', async () => {
    const items = [{ article_ident, quantity: 1 }];

    expect(await thrownBy(() => create({ customer_ident: '', items }))).to.equal('customer_ident not set');
    expect(await thrownBy(() => create({ items } as never))).to.equal('customer_ident not set');
    expect(await thrownBy(() => create({ customer_ident } as never))).to.equal('items not set');
  });

  it('refuses malformed items', async () => {
    const item = { article_ident, quantity: 1 };
    const lists = [[], {}, 'items', true, [null], [[]], [{ article_ident }], [{ quantity: 1 }]];
    const quantities = [null, true, '', '1a', 1e-7, 1e12, '0.00001', {}].map((quantity) => [
      { article_ident, quantity },
    ]);
    const more = [{ order_ident: 'ord_other' }, { account_id: 1 }, { position: 7 }, { note: 'x' }];
    const others = [
      [item, { ...item, article_ident: 1 }],
      ...more.map((field) => [{ ...item, ...field }]),
      Array.from({ length: 1_001 }, () => item),
    ];

    for (const items of [...lists, ...quantities, ...others]) {
      expect(await thrownBy(() => create({ customer_ident, items } as never))).to.match(/^items must be /);
    }
    expect(await storedRows('orders', account.id)).to.deep.equal([]);
  });

  it('answers each call of a set', async () => {
    const stranger = await newAccount();
    const items = [{ article_ident, quantity: 1 }];

    const replies = await runSet(method, [
      [account, { customer_ident, items }],
      [stranger, { customer_ident, items }],
      [account, { customer_ident, items: [{ article_ident: 'art_unknown', quantity: 1 }] }],
      [account, { customer_ident, items }],
    ]);

    const messages = ['order created', 'customer not found', 'article not found', 'order created'];
    expect(replies.map(({ message }) => message)).to.deep.equal(messages);
    expect(await storedRows('orders', account.id)).to.have.length(2);
    expect(await storedRows('order_items', account.id)).to.have.length(2);
    expect(await storedRows('orders', stranger.id)).to.deep.equal([]);
  });

  it('is not open to clients', async () => {
    for (const name of [method, 'order.invoice', 'account.app']) {
      const { status, code } = await account.send(name, {
        customer_ident,
        items: [{ article_ident, quantity: 1 }],
      });
      expect({ status, code }).to.deep.equal({ status: 400, code: 'method_unknown' });
    }
    expect(await storedRows('orders', account.id)).to.deep.equal([]);
  });
});
