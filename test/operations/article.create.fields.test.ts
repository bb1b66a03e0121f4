import { expect } from 'chai';
import { expectFieldRefused } from '../support/answers.ts';
import { articleRows, sourceRows } from '../support/fieldTable.ts';
import { sharedAccount } from '../support/fixtures.ts';
import { storedRow, storedRows } from '../support/stored.ts';

const method = 'article.create';

const title = { name: 'article_title', kind: 'line', limit: 255 } as const;
const lines = [title, ...sourceRows, ...articleRows].filter(({ kind }) => kind === 'line');

describe('article.create fields', () => {
  const account = sharedAccount();

  const stored = async (fields: object) => {
    const { article_ident } = await account.client.article.create({ article_title: 'Tea', ...fields });
    return storedRow('articles', account.id, { article_ident });
  };
  const refusedIn = async (field: string, value: unknown) => {
    const before = await storedRows('articles', account.id);
    expectFieldRefused(await account.send(method, { article_title: 'Tea', [field]: value }), method, field);
    expect(await storedRows('articles', account.id)).to.have.length(before.length);
  };

  it('article_title accepts 255 characters, and an integer as its digits', async () => {
    for (const value of ['x'.repeat(255), '😀'.repeat(255), 4006381333931])
      expect(await stored({ article_title: value })).to.have.property('article_title', `${value}`);
  });

  it('article_title refuses 256 characters, and other types [nothing-rounded]', async () => {
    for (const value of ['x'.repeat(256), '😀'.repeat(256), 1.5, true, [], {}, 'a\0b', 'a\ud800'])
      await refusedIn('article_title', value);
  });

  it('are sanitized', async () => {
    const sent = ' \u0001Cafe\u0301\r\n\t \u0085bar\u007f ';
    const all = Object.fromEntries(lines.map(({ name }) => [name, sent]));

    const row = await stored(all);

    for (const { name } of lines) expect(row).to.have.property(name, 'Café   bar');
  });

  it('article_description keeps tabs and line feeds', async () => {
    const sent = ' one\r\n\ttwo\u0002\nCafe\u0301 \n';
    expect(await stored({ article_description: sent })).to.have.property(
      'article_description',
      'one\n\ttwo\nCafé',
    );
  });

  it('article_unit accepts its four units', async () => {
    for (const unit of ['unit_ppu', 'unit_hour', 'unit_lump', 'unit_kg']) {
      expect(await stored({ article_unit: unit })).to.have.property('article_unit', unit);
    }
  });

  it('article_unit refuses everything else', async () => {
    for (const unit of ['unit_box', 'UNIT_KG', 'kg', '', 1, true, null, ['unit_kg']])
      await refusedIn('article_unit', unit);
  });

  it('date_created is the time of creation otherwise', async () => {
    // Each process of the service reckons the time of Redis, which may differ from the test's by a moment.
    const secondsAway = (time: string) =>
      Math.abs(Date.parse(`${time.replace(' ', 'T')}Z`) - Date.now()) / 1_000;

    const { date_created, date_updated } = await stored({});

    expect(secondsAway(String(date_created))).to.be.below(10);
    expect(date_updated).to.equal(date_created);
  });
});
