import { expect } from 'chai';
import { freshAccount } from '../../support/fixtures.ts';
import { storedRows } from '../../support/stored.ts';

const method = 'article.create';
const first = '{"article_title":"Tea","article_price":12.5,"article_sku":"\u00fc","sales":null}';

/** The same values, sent otherwise. */
const same: readonly [string, string][] = [
  ['other spacing', first.replaceAll(/[:,]/g, ' $& \r\n\t')],
  ['another order', '{"sales":null,"article_sku":"ü","article_price":12.5,"article_title":"Tea"}'],
  ['another notation of a number', first.replace('12.5', '1250E-2')],
  ['trailing zeros', first.replace('12.5', '12.5000000000000000000000000')],
  ['escapes', first.replace('Tea', '\\u0054\\u0065a').replace('ü', '\\u00fc')],
  ['a member that is replaced', first.replace('{', '{"article_title":"Coffee",')],
];
const others: readonly [string, string][] = [
  ['another value', first.replace('12.5', '12.6')],
  ['a number as text', first.replace('12.5', '"12.5"')],
  ['another member', first.replace('{', '{"article_nr":"",')],
  ['one member less', first.replace(',"sales":null', '')],
  ['another ignored value', first.replace('null', '1')],
];

describe('a repeated key', () => {
  const account = freshAccount();

  const single = async (data: string) => {
    const { status, envelope } = await account.send(method, data, 'once');
    return { status, envelope };
  };
  const entry = async (data: string) => {
    const body = `{"operations":[{"method":"${method}","key":"once","data":${data}}]}`;
    const { envelope } = await account.send('batch.run', body);
    const [result] = (envelope.data as { results: readonly (typeof envelope)[] }).results;
    return { status: result?.message.startsWith('idempotency key') ? 409 : 200, envelope: result };
  };
  const ways = { single, entry };

  for (const [one, sendFirst] of Object.entries(ways))
    for (const [other, sendAgain] of Object.entries(ways)) {
      it(`as ${other} after ${one} with equal data is answered from the inbox`, async () => {
        const answered = await sendFirst(first);
        expect(answered.envelope).to.include({ message: 'article created' });

        for (const [how, data] of [['the same', first], ...same])
          expect(await sendAgain(data as string), how).to.deep.equal(answered);
        expect(await storedRows('articles', account.id)).to.have.length(1);
      });

      it(`as ${other} after ${one} with other data is refused`, async () => {
        await sendFirst(first);

        for (const [how, data] of others) expect((await sendAgain(data)).status, how).to.equal(409);
        expect(await storedRows('articles', account.id)).to.have.length(1);
      });
    }

  it('with another list is refused, and with the same one answered as before', async () => {
    const url = 'https://shop.example/hook';
    const create = (lists: object, key: string) =>
      account.send('webhook.create', JSON.stringify({ url, ...lists }), key);
    const lists = { resources: ['article', 'customer'], kinds: ['created'] };
    const first = await create(lists, 'once');

    const again = await create(lists, 'once');

    const wrong = [
      { ...lists, resources: ['article'] },
      { ...lists, resources: ['customer', 'article'] },
      { ...lists, kinds: ['deleted'] },
      { kinds: lists.kinds },
    ];
    expect(again.envelope).to.deep.equal(first.envelope);
    for (const other of wrong)
      expect((await create(other, 'once')).status, JSON.stringify(other)).to.equal(409);
    expect((await account.client.webhook.list({})).webhooks).to.have.length(1);
  });
});
