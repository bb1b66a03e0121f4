import { expect } from 'chai';
import type { ArticleRecord } from '../../shared/contract/resources/records.ts';
import { lengthOf } from '../../shared/wire/replies.ts';
import { callOf } from '../support/calls.ts';
import { freshAccount } from '../support/fixtures.ts';
import { addArticles, bytesSentDuring } from '../support/manyRows.ts';
import { setRunner } from '../support/setRunners.ts';

const method = 'article.read';
const kibibyte = 1_024;
const mebibyte = kibibyte ** 2;

describe('article.read of many articles (stores 100,000)', () => {
  const account = freshAccount();

  const read = async (article_sku: string) => {
    const { envelope } = await account.send(method, { article_identifier: 'sku', article_sku });
    return {
      bytes: Buffer.byteLength(JSON.stringify(envelope)),
      data: envelope.data as ArticleRecord & { articles: ArticleRecord[]; count: number },
    };
  };
  const listBytes = (articles: readonly ArticleRecord[]) => Buffer.byteLength(JSON.stringify(articles));

  const descriptions = [
    ['plain', 'x'.repeat(60_000), 8],
    // Each of them takes two bytes of JSON.
    ['full of line feeds, tabs and quotes', '\n\t"\\'.repeat(15_000), 4],
    ['of characters with four bytes', '😀'.repeat(15_000), 8],
    ['of control characters that need no escape', '\u007f\u0085'.repeat(20_000), 8],
  ] as const;
  for (const [what, article_description, shown] of descriptions)
    it(`answers as many articles as fit into 512 KiB, with descriptions ${what}`, async () => {
      const idents = await addArticles(account.id, 'S', 100, { article_description });

      const { bytes, data } = await read('S');

      expect(data.articles.map(({ article_ident }) => article_ident)).to.deep.equal(idents.slice(0, shown));
      expect(data.articles.every((article) => article.article_description === article_description)).to.equal(
        true,
      );
      expect(data).to.include({ count: 100, article_ident: idents[0], article_description });
      expect(listBytes(data.articles)).to.be.within(1, 512 * kibibyte);
      expect(bytes).to.be.below(mebibyte);
    });

  it('answers the first one whatever its size, even with characters that only an import without the service can store', async () => {
    const article_description = '\u0001'.repeat(65_000);
    const idents = await addArticles(account.id, 'S', 3, { article_description });

    const { bytes, data } = await read('S');

    expect(data.articles.map(({ article_ident }) => article_ident)).to.deep.equal(idents.slice(0, 1));
    expect(data).to.include({ count: 3, article_description });
    expect(bytes).to.be.below(mebibyte);
  });

  it('answers exactly one hit if the second one does not fit', async () => {
    const [first] = await addArticles(account.id, 'S', 1, { article_description: '\n'.repeat(65_535) });
    await addArticles(account.id, 'S', 99, { article_description: '\u0001'.repeat(65_535) });

    const { data } = await read('S');

    expect(data.articles.map(({ article_ident }) => article_ident)).to.deep.equal([first]);
    expect(data.count).to.equal(100);
  });

  it('reads little more from the database than it answers', async () => {
    await addArticles(account.id, 'S', 100, { article_description: 'x'.repeat(60_000) });

    const sent = await bytesSentDuring(() => read('S'));

    expect(sent).to.be.below(mebibyte);
  });

  it('reads an article once that many calls look for', async () => {
    await addArticles(account.id, 'S', 100, { article_description: 'x'.repeat(60_000) });
    const calls = Array.from({ length: 256 }, () =>
      callOf(method, account.id, { article_identifier: 'sku', article_sku: 'S' }),
    );

    const sent = await bytesSentDuring(() => setRunner(method).run(calls));

    expect(sent).to.be.below(mebibyte);
  });

  it('answers a set of large reads in parts of some MiB, and postpones the rest', async () => {
    await addArticles(account.id, 'S', 100, { article_description: 'x'.repeat(60_000) });
    let open = Array.from({ length: 40 }, () =>
      callOf(method, account.id, { article_identifier: 'sku', article_sku: 'S' }),
    );
    const parts: number[] = [];

    while (open.length > 0) {
      const replies = await setRunner(method).run(open);
      const done = replies.filter((reply) => reply !== undefined);
      parts.push(done.reduce((sum, reply) => sum + lengthOf(reply), 0));
      open = open.filter((_, index) => replies[index] === undefined);
    }

    expect(Math.max(...parts)).to.be.below(5 * mebibyte);
    expect(Math.min(...parts.slice(0, -1))).to.be.above(2 * mebibyte);
  });

  it('answers a postponed call like any other', async () => {
    await addArticles(account.id, 'S', 100, { article_description: 'x'.repeat(60_000) });

    const answers = await Promise.all(Array.from({ length: 60 }, () => read('S')));

    for (const { data } of answers) expect(data).to.deep.equal(answers[0]?.data);
  });

  it('replies the size of an answer that is too large for its caller, without reading it', async () => {
    await addArticles(account.id, 'S', 100, { article_description: 'x'.repeat(60_000) });
    const call = callOf(
      method,
      account.id,
      { article_identifier: 'sku', article_sku: 'S' },
      { maxAnswerBytes: 100_000 },
    );

    const sent = await bytesSentDuring(async () => {
      const [reply] = await setRunner(method).run([call]);
      if (reply?.kind !== 'tooLarge') expect.fail();
      expect(reply.bytes).to.be.within(512 * kibibyte, 600 * kibibyte);
    });

    expect(sent).to.be.below(100 * kibibyte);
  });

  it('counts 100,000 hits from the index, without their descriptions', async () => {
    const idents = await addArticles(account.id, 'S', 100_000, { article_description: 'x'.repeat(200) });

    const sent = await bytesSentDuring(async () => {
      const { data } = await read('S');
      expect(data.count).to.equal(100_000);
      expect(data.articles.map(({ article_ident }) => article_ident)).to.deep.equal(idents.slice(0, 100));
    });

    expect(sent).to.be.below(200 * kibibyte);
  });
});
