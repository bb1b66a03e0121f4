import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { expectDone, expectRefused } from '../support/answers.ts';
import { everythingOf } from '../support/everything.ts';
import { customerRows, samplesOf } from '../support/fieldTable.ts';
import { freshAccount } from '../support/fixtures.ts';
import { articleKind, customerKind, recordKinds } from '../support/recordKinds.ts';
import { storedRow, storedRows } from '../support/stored.ts';

/** A value of every updatable field: sent, and read. */
const values = {
  customer: Object.entries({
    ...samplesOf(customerRows),
    public_authority_id: '992-90009-96',
    date_created: '2020-12-31 23:00:00',
  }).map(([field, value]) => [field, value, value] as const),
  article: [
    ['article_title', 'Coffee', 'Coffee'],
    ['article_subtitle', 'strong', 'strong'],
    ['article_description', 'black\nand hot', 'black\nand hot'],
    ['article_nr', 'A-1', 'A-1'],
    ['article_sku', 'S-1', 'S-1'],
    ['article_ean', 4006381333931, '4006381333931'],
    ['article_unit', 'unit_kg', 'unit_kg'],
    ['article_type', 'csv', 'csv'],
    ['article_price', '12.50', 12.5],
    ['article_tax_rate', '19', 19],
    ['article_purchase_price', 0.1, 0.1],
    ['date_created', '2020-12-31 23:00:00', '2020-12-31 23:00:00'],
  ] as const,
};

/** Names of fields that an update does not write, or of none. */
const refusedNames = [
  'customer_ident',
  'article_ident',
  'external_ident',
  'external_account_name',
  'external_username',
  'date_updated',
  'date_created_user',
  'address_data',
  'delivery_city',
  'divergent_delivery_address',
  'article_price_total',
  'artcle_nr',
  'customer_number',
  'validate',
  '',
  1,
  null,
  {},
  ['customer_nr'],
];

for (const { resource, table, ident, number, text, create } of recordKinds) {
  const method = `${resource}.update`;
  const success = `${resource} updated`;

  describe(`${method} validate`, () => {
    let own: Readonly<Record<string, string>>;
    const account = freshAccount();
    beforeEach(async () => {
      own = { [ident]: await create(account, { [number]: 'K-1' }) };
    });

    const validating = (field: string, fields: object) =>
      account.send(method, { ...own, validate: field, ...fields });
    const expectTaken = async (field: string, sent: unknown, stored = sent) =>
      expectRefused(await validating(field, { [field]: sent }), method, {
        code: 'value_exists',
        message: `${field} already exists`,
        data: { ...own, [field]: stored },
      });
    const expectFree = async (field: string, fields: object, stored: object = fields) =>
      expectDone(await validating(field, fields), method, success, { ...own, ...stored });

    for (const [field, sent, read] of values[resource]) {
      it(`refuses a ${field} that another ${resource} has, and writes nothing`, async () => {
        await create(account, { [field]: sent });
        const before = await everythingOf(account);

        const answer = await validating(field, { [text]: 'new', [field]: sent });

        const message = `${field} already exists`;
        expectRefused(answer, method, { code: 'value_exists', message, data: { ...own, [field]: read } });
        expect(await everythingOf(account)).to.deep.equal(before);
      });

      it(`accepts a ${field} that no other ${resource} has`, () =>
        expectFree(field, { [field]: sent }, { [field]: read }));
    }

    it('compares values after sanitizing', async () => {
      await create(account, { [number]: 'Mü' });
      await create(account, { [number]: '1010' });

      await expectTaken(number, ' Mu\u0308\u0007', 'Mü');
      await expectTaken(number, 1010, '1010');
    });

    it('distinguishes case, accents and values with the same beginning', async () => {
      await create(account, { [number]: 'Café' });

      for (const other of ['café', 'CAFÉ', 'Cafe', 'Caf', 'Caféx'])
        await expectFree(number, { [number]: other });
    });

    it('ignores the record itself', () => expectFree(number, { [number]: 'K-1', [text]: 'Berlin' }));

    it('refuses a value that the record itself and another one have, older or newer', async () => {
      const newer = await create(account, { [number]: 'K-1' });

      await expectTaken(number, 'K-1');
      const sent = { [ident]: newer, validate: number, [number]: 'K-1' };
      expect((await account.send(method, sent)).code).to.equal('value_exists');
    });

    it('ignores records of other accounts, and deleted ones', async () => {
      await create(await newAccount(), { [number]: 'K-2' });
      await account.send(`${resource}.delete`, { [ident]: await create(account, { [number]: 'K-2' }) });

      await expectFree(number, { [number]: 'K-2' });
    });

    it('is an ordinary update when the field was not sent', async () => {
      await create(account, { [number]: 'K-2', [text]: 'Berlin' });

      await expectFree(number, { [text]: 'Berlin' });
    });

    it('checks the named field only', async () => {
      await create(account, { [number]: 'K-2', [text]: 'Berlin' });

      await expectFree(number, { [number]: 'K-3', [text]: 'Berlin' });
    });

    it('refuses a name that is not an updatable field', async () => {
      const before = await everythingOf(account);

      for (const validate of refusedNames) {
        const answer = await account.send(method, { ...own, validate, [number]: 'K-2' });
        const message = 'validate names no updatable field';
        const data = { errors: [{ field: 'validate', code: 'field_invalid', message }] };
        expectRefused(answer, method, { code: 'field_invalid', message, data });
      }
      expect(await everythingOf(account)).to.deep.equal(before);
    });

    it('refuses an unknown record', async () => {
      const answer = await account.send(method, { [ident]: 'unknown', validate: number, [number]: 'K-1' });

      expectRefused(answer, method, { code: `${resource}_not_found`, message: `${resource} not found` });
    });

    it('lets a record keep its value while others claim it', async () => {
      const others = await Promise.all(Array.from({ length: 20 }, () => create(account)));
      const claim = { validate: number, [number]: 'K-1' };

      const answers = await Promise.all(
        [...others, own[ident]].map((each) => account.send(method, { [ident]: each, ...claim })),
      );

      expect(answers.map(({ code }) => code)).to.deep.equal([...others.map(() => 'value_exists'), '']);
      expect(await storedRow(table, account.id, { [number]: 'K-1' })).to.include(own);
    });

    it('accepts one of two concurrent calls that claim the same value', async () => {
      const pairs = Array.from({ length: 15 }, (_, index) => `P-${index}`);
      const made = await Promise.all(
        [...pairs, ...pairs].map(async (value) => ({ [ident]: await create(account), [number]: value })),
      );

      const answers = await Promise.all(
        made.map((each) => account.send(method, { ...each, validate: number })),
      );

      for (const [index, value] of pairs.entries()) {
        const codes = [answers[index]?.code, answers[index + pairs.length]?.code];
        expect(codes, value).to.have.members(['', 'value_exists']);
        expect(await storedRows(table, account.id, { [number]: value })).to.have.length(1);
      }
    });
  });
}

describe('values that validate compares', () => {
  const account = freshAccount();

  it('are amounts, not their texts', async () => {
    const article_ident = await articleKind.create(account);
    await articleKind.create(account, { article_price: '0012.5' });

    const sent = { article_ident, validate: 'article_price', article_price: '12.5000' };
    expect((await account.send('article.update', sent)).code).to.equal('value_exists');
  });

  it('are countries without regard to case, and long notes to their end', async () => {
    const customer_ident = await customerKind.create(account);
    const beginning = 'x'.repeat(5_000);
    await customerKind.create(account, { bill_country: 'at', user_note: `${beginning}1` });
    const codeOf = async (field: string, value: string) =>
      (await account.send('customer.update', { customer_ident, validate: field, [field]: value })).code;

    expect(await codeOf('bill_country', 'AT')).to.equal('value_exists');
    expect(await codeOf('user_note', `${beginning}1`)).to.equal('value_exists');
    expect(await codeOf('user_note', `${beginning}2`)).to.equal('');
  });
});
