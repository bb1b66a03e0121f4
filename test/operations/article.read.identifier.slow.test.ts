import { expect } from 'chai';
import { newAccount, type TestAccount } from '../support/account.ts';
import { expectDone, expectRefused } from '../support/answers.ts';

const method = 'article.read';
const notFound = { code: 'article_not_found', message: 'article not found' };

for (const identifier of ['sku', 'ean'] as const) {
  const field = `article_${identifier}` as const;
  const other = identifier === 'sku' ? 'article_ean' : 'article_sku';

  describe(`article.read by ${identifier} (many articles)`, () => {
    let account: TestAccount;
    beforeEach(async () => {
      account = await newAccount();
    });

    const create = (value: string, on = account) =>
      on.client.article.create({ article_title: 'Tea', [field]: value });
    const send = (value: unknown) => account.send(method, { article_identifier: identifier, [field]: value });
    const readAll = (made: readonly { article_ident: string }[]) =>
      Promise.all(made.map((one) => account.client.article.read(one)));

    it('answers with the one article that has it', async () => {
      const made = await create('A-1');
      await create('A-2');
      const read = await account.client.article.read(made);

      const answer = await send('A-1');

      expectDone(answer, method, `read article with ident: ${made.article_ident}`, read);
    });

    it('searches only the chosen field', async () => {
      await account.client.article.create({ article_title: 'Tea', [other]: 'A-1' });

      expectRefused(await send('A-1'), method, notFound);
    });

    it('finds a value that is the same after sanitizing', async () => {
      const { article_ident } = await create('Café 1');

      const answer = await send(' Cafe\u0301\u00011 ');

      expect(answer.envelope).to.have.property('message', `read article with ident: ${article_ident}`);
    });

    it('accepts an integer as its digits', async () => {
      const { article_ident } = await create('4006381333931');

      expect((await send(4006381333931)).envelope).to.have.property(
        'message',
        `read article with ident: ${article_ident}`,
      );
    });

    it('refuses a value that no article has', async () => {
      await create('A-1');

      expectRefused(await send('A-2'), method, notFound);
    });

    it('distinguishes case, accents and values with the same beginning', async () => {
      await create('Café');

      for (const value of ['café', 'CAFÉ', 'Cafe', 'Caf', 'Café1', 'Caf%', 'Caf_', 0]) {
        expectRefused(await send(value), method, notFound);
      }
    });

    it('answers with several articles in the order of creation', async () => {
      const made = [await create('A-1'), await create('A-1'), await create('A-1')];
      await create('A-2');
      const articles = await readAll(made);

      const answer = await send('A-1');

      const message = `read article with ident: ${made[0]?.article_ident}`;
      expectDone(answer, method, message, { ...articles[0], articles, count: 3 });
    });

    it('answers with at most 100 articles and counts all of them', async () => {
      const made: { article_ident: string }[] = [];
      for (let at = 0; at < 103; at += 1) made.push(await create('A-1'));

      const { envelope } = await send('A-1');

      const { articles, count } = envelope.data as { articles: { article_ident: string }[]; count: number };
      expect(articles.map(({ article_ident }) => article_ident)).to.deep.equal(
        made.slice(0, 100).map(({ article_ident }) => article_ident),
      );
      expect(count).to.equal(103);
    });

    it("ignores other accounts' articles", async () => {
      const stranger = await newAccount();
      await create('A-1', stranger);
      await create('A-2', stranger);
      const made = await create('A-2');

      expectRefused(await send('A-1'), method, notFound);
      const read = await account.client.article.read(made);
      expectDone(await send('A-2'), method, `read article with ident: ${made.article_ident}`, read);
    });

    it('no longer finds deleted or changed articles', async () => {
      const made = [await create('A-1'), await create('A-1'), await create('A-1')] as const;
      await account.client.article.delete(made[0]);
      await account.client.article.update({ ...made[1], [field]: 'A-2' });
      const read = await account.client.article.read(made[2]);

      expectDone(await send('A-1'), method, `read article with ident: ${made[2].article_ident}`, read);
    });

    it('answers each of many concurrent requests with its own articles', async () => {
      const values = Array.from({ length: 40 }, (_, at) => `A-${at % 20}`);
      const made = await Promise.all(values.slice(0, 20).map((value) => create(value)));

      const answers = await Promise.all(values.map(send));

      const idents = answers.map(
        ({ envelope }) => (envelope.data as { article_ident: string }).article_ident,
      );
      expect(idents).to.deep.equal([...made, ...made].map(({ article_ident }) => article_ident));
    });

    it('reads by ident when the choice is sent empty', async () => {
      const { article_ident } = await create('A-1');
      const unsent = [{}, { [field]: null }, { [field]: '' }, { [field]: 'A-2', [other]: ' ' }];

      for (const article_identifier of ['', null, ' ']) {
        for (const fields of unsent) {
          const answer = await account.send(method, { article_ident, article_identifier, ...fields });
          expect(answer.envelope.message).to.equal(`read article with ident: ${article_ident}`);
        }
      }
    });

    it('is refused without the chosen field, an empty one included', async () => {
      for (const value of ['', null, ' ']) {
        expectRefused(await send(value), method, { code: 'field_required', message: `${field} not set` });
      }
    });

    it('reads by ident when both are sent', async () => {
      const made = await create('A-1');
      await create('A-2');

      const answer = await account.send(method, { ...made, article_identifier: identifier, [field]: 'A-2' });

      expect(answer.envelope.data).to.deep.equal(await account.client.article.read(made));
    });
  });
}
