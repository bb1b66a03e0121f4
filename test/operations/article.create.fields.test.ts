import { expect } from 'chai';
import { newAccount, type TestAccount } from '../support/account.ts';
import { expectFieldRefused } from '../support/answers.ts';
import { storedRow, storedRows } from '../support/stored.ts';

const method = 'article.create';

/** The fields of docs/api.md#article-create; the amounts are in article.create.amounts.test.ts. `''` is stored as NULL in external_ident. */
const defaults = {
  external_ident: null,
  external_account_name: '',
  article_title: 'Tea',
  article_subtitle: '',
  article_description: '',
  article_sku: '',
  article_ean: '',
  article_unit: 'unit_ppu',
  article_type: 'native',
  article_price: '0.0000',
  article_tax_rate: '0.0000',
  article_purchase_price: '0.0000',
};

/** Characters. */
const lengths = {
  external_ident: 128,
  external_account_name: 128,
  article_title: 255,
  article_subtitle: 255,
  article_nr: 128,
  article_sku: 128,
  article_ean: 128,
  article_type: 128,
};

describe('article.create fields', () => {
  let account: TestAccount;
  before(async () => {
    account = await newAccount();
  });

  const stored = async (fields: object) => {
    const { article_ident } = await account.client.article.create({ article_title: 'Tea', ...fields });
    return storedRow('articles', account.id, { article_ident });
  };
  const refusedIn = async (field: string, value: unknown) => {
    const before = await storedRows('articles', account.id);
    expectFieldRefused(await account.send(method, { article_title: 'Tea', [field]: value }), method, field);
    expect(await storedRows('articles', account.id)).to.have.length(before.length);
  };

  it('have their defaults', async () => {
    expect(await stored({})).to.include(defaults);
  });

  for (const [field, length] of Object.entries(lengths)) {
    it(`${field} accepts ${length} characters`, async () => {
      for (const character of ['x', 'é', '€', '😀']) {
        const value = `${character.repeat(length - 1)}${character}`;
        expect(await stored({ [field]: value })).to.have.property(field, value);
      }
    });

    it(`${field} refuses ${length + 1} characters [nothing-rounded]`, async () => {
      for (const character of ['x', 'é', '€', '😀']) await refusedIn(field, character.repeat(length + 1));
    });

    it(`${field} accepts an integer as its digits, and no other type`, async () => {
      expect(await stored({ [field]: 4006381333931 })).to.have.property(field, '4006381333931');
      for (const value of [1.5, true, [], {}, ['x']]) await refusedIn(field, value);
    });

    it(`${field} is sanitized`, async () => {
      const sent = ' \u0001Cafe\u0301\r\n\t \u0085bar\u007f ';
      expect(await stored({ [field]: sent })).to.have.property(field, 'Café   bar');
      for (const value of ['a\0b', 'a\ud800', '\udc00b']) await refusedIn(field, value);
    });
  }

  it('article_description accepts 65,535 bytes', async () => {
    for (const value of ['x'.repeat(65_535), '€'.repeat(21_845), `${'😀'.repeat(16_383)}xyz`]) {
      expect((await stored({ article_description: value })).article_description === value).to.equal(true);
    }
  });

  it('article_description refuses 65,536 bytes', async () => {
    for (const value of ['x'.repeat(65_536), `${'€'.repeat(21_845)}x`, '😀'.repeat(16_384)]) {
      await refusedIn('article_description', value);
    }
  });

  it('article_description keeps tabs and line feeds', async () => {
    const sent = ' one\r\n\ttwo\u0002\nCafe\u0301 \n';
    expect(await stored({ article_description: sent })).to.have.property(
      'article_description',
      'one\n\ttwo\nCafé',
    );
    expect(await stored({ article_description: 12 })).to.have.property('article_description', '12');
    for (const value of ['a\0b', '\ud83d', true, {}]) await refusedIn('article_description', value);
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

  it('article_type accepts any source', async () => {
    for (const type of ['csv', 'some marketplace']) {
      expect(await stored({ article_type: type })).to.have.property('article_type', type);
    }
  });

  it('date_created accepts a UTC date and time', async () => {
    for (const time of ['2024-02-29 23:59:59', '1900-01-01 00:00:00', '9998-12-31 23:59:59']) {
      expect(await stored({ date_created: time })).to.have.property('date_created', time);
    }
  });

  it('date_created refuses everything else', async () => {
    const wrong = [
      '2023-02-29 00:00:00',
      '1899-12-31 23:59:59',
      '9999-01-01 00:00:00',
      '2024-01-01',
      '2024-01-01T00:00:00Z',
      '2024-01-01 24:00:00',
      '01.01.2024',
      '',
      0,
      true,
      null,
    ];
    for (const time of wrong) await refusedIn('date_created', time);
  });

  it('date_created is the time of creation otherwise', async () => {
    const now = () => new Date().toISOString().slice(0, 19).replace('T', ' ');
    const earliest = now();

    const { date_created, date_updated } = await stored({});

    expect(date_created).to.satisfy((time: string) => earliest <= time && time <= now());
    expect(date_updated).to.equal(date_created);
  });
});
