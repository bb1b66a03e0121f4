import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { expectDone, expectRefused } from '../support/answers.ts';
import { changesBy } from '../support/changes.ts';
import { freshAccount } from '../support/fixtures.ts';
import { recordKinds } from '../support/recordKinds.ts';
import { runSet } from '../support/sets.ts';
import { storedRow, storedRows } from '../support/stored.ts';

/** Rules that customer.put shares with article.put. */
for (const { resource, table, ident, type, number, text, needed, create } of recordKinds) {
  const method = `${resource}.put` as const;
  const sourced = { external_ident: 'E-1', [type]: 'shop', external_account_name: 'north' };

  describe(method, () => {
    const account = freshAccount();

    const put = (fields: object) => account.send(method, fields);
    const identOf = (data: unknown) => (data as Readonly<Record<string, string>>)[ident];

    it('creates a record that the source has not sent before, with the defaults of a create', async () => {
      const created = await create(account, { ...needed, [text]: 'Berlin' });
      const expected = await storedRow(table, account.id, { [ident]: created });

      const answer = await put({ ...needed, ...sourced, [text]: 'Berlin' });

      const made = identOf(answer.envelope.data);
      expectDone(answer, method, `${resource} put`, { [ident]: made, result: 'created' });
      const { date_created, date_updated, id, ...row } = await storedRow(table, account.id, {
        [ident]: made,
      });
      expect(row).to.include({ ...sourced, [number]: '10002', [text]: 'Berlin', revision: 0 });
      const own = { [ident]: made, [number]: '10002', ...sourced, created_by: `${method} ${account.appId}` };
      expect({ ...expected, ...own }).to.deep.include(row);
    });

    it('changes only the sent fields of the record of that source', async () => {
      const existing = await create(account, { ...sourced, [number]: 'N-1', [text]: 'Berlin' });
      const before = await storedRow(table, account.id, { [ident]: existing });

      const lines = await changesBy(account, async () => {
        const answer = await put({ ...sourced, [text]: 'Hamburg' });
        expectDone(answer, method, `${resource} put`, { [ident]: existing, result: 'updated' });
      });

      expect(lines).to.deep.equal([`updated ${resource} ${existing}`]);
      const { date_updated } = await storedRow(table, account.id, { [ident]: existing });
      const after = { ...before, [text]: 'Hamburg', revision: 1, date_updated };
      expect(await storedRows(table, account.id)).to.deep.equal([after]);
    });

    it('leaves a record alone that has the sent values already', async () => {
      const date_created = '2020-02-02 02:02:02';
      const existing = await create(account, { ...sourced, date_created, [text]: 'Berlin' });
      const before = await storedRows(table, account.id);

      const lines = await changesBy(account, async () => {
        const answer = await put({ ...sourced, date_created, [text]: ' Berlin ' });
        expectDone(answer, method, `${resource} put`, { [ident]: existing, result: 'unchanged' });
      });

      expect(lines).to.deep.equal([]);
      expect(await storedRows(table, account.id)).to.deep.equal(before);
    });

    for (const [what, other] of [
      ['type', { [type]: 'csv' }],
      ['account name', { external_account_name: 'south' }],
      ['external ident', { external_ident: 'e-1' }],
    ] as const)
      it(`creates a record of another source: ${what}`, async () => {
        const existing = await create(account, sourced);

        const { envelope } = await put({ ...needed, ...sourced, ...other });

        expect(envelope.data).to.include({ result: 'created' });
        expect(identOf(envelope.data)).not.to.equal(existing);
      });

    it('finds a record by its number without an external ident, and creates one with that number', async () => {
      const first = await put({ ...needed, [number]: 'N-1', [text]: 'Berlin' });
      const second = await put({ [number]: 'N-1', [text]: 'Hamburg' });

      const made = identOf(first.envelope.data);
      expectDone(first, method, `${resource} put`, { [ident]: made, result: 'created' });
      expectDone(second, method, `${resource} put`, { [ident]: made, result: 'updated' });
      expect(await storedRow(table, account.id, {})).to.include({ [number]: 'N-1', [text]: 'Hamburg' });
    });

    it('refuses a number that several records have', async () => {
      for (const external_ident of ['E-1', 'E-2']) await create(account, { external_ident, [number]: 'N-1' });
      const before = await storedRows(table, account.id);

      const answer = await put({ [number]: 'N-1', [text]: 'Hamburg' });

      const message = `${number} belongs to several records: use external_ident, or update one of them by its ident`;
      expectRefused(answer, method, { code: 'number_repeats', message });
      expect(await storedRows(table, account.id)).to.deep.equal(before);
    });

    it('refuses to move a record to a source that has its external ident', async () => {
      const holder = await create(account, sourced);
      await create(account, { ...sourced, [type]: 'csv', [number]: 'N-1' });

      const answer = await put({ [number]: 'N-1', [type]: 'shop' });

      const message = 'external_ident already exists';
      expectRefused(answer, method, { code: 'external_ident_exists', message, data: { [ident]: holder } });
    });

    it('needs an external ident or a number', async () => {
      const answer = await put({ ...needed, [text]: 'Berlin' });

      const message = `external_ident is required, or ${number}`;
      expectRefused(answer, method, { code: 'field_required', message });
    });

    it('refuses the name of a source without its ident', async () => {
      const answer = await put({ ...needed, [number]: 'N-1', external_account_name: 'north' });

      const message = 'external_ident is required with external_account_name';
      expectRefused(answer, method, { code: 'field_required', message });
    });

    it('refuses fields that it would ignore', async () => {
      const answer = await put({ ...sourced, [ident]: 'x' });

      expect(answer).to.include({ status: 200, code: 'field_unknown' });
      expect(await storedRows(table, account.id)).to.have.length(0);
    });

    it('finds no record of another account', async () => {
      await create(await newAccount(), sourced);

      const { envelope } = await put({ ...needed, ...sourced });

      expect(envelope.data).to.include({ result: 'created' });
    });

    it('changes a record once for each put of a set, however it is found', async () => {
      const bySource = { ...needed, ...sourced, [number]: 'N-1' };

      const answers = await runSet(method, [
        [account, { ...bySource, [text]: 'a' }],
        [account, { ...bySource, [text]: 'b' }],
        [account, { [number]: 'N-1', ...needed, [text]: 'c' }],
        [account, { ...sourced, [text]: 'd' }],
      ]);

      const results = answers.map(({ data }) => data?.result);
      expect(results.filter((result) => result === 'created')).to.have.length.within(1, 2);
      const rows = await storedRows(table, account.id);
      const revisions = rows.map(({ revision }) => revision as number);
      expect(revisions.reduce((sum, each) => sum + each, rows.length)).to.equal(4);
    });

    it('changes a record that is found by its source and by its number, one put after the other', async () => {
      const existing = await create(account, { ...sourced, [number]: 'N-1' });

      const answers = await runSet(method, [
        [account, { ...sourced, [text]: 'a' }],
        [account, { [number]: 'N-1', [text]: 'b' }],
      ]);

      expect(answers.map(({ data }) => data)).to.deep.equal([
        { [ident]: existing, result: 'updated' },
        { [ident]: existing, result: 'updated' },
      ]);
      expect(await storedRow(table, account.id, {})).to.include({ revision: 2, [text]: 'b' });
    });
  });
}

describe('article.put', () => {
  it("says that an article without a title can't be created", async () => {
    const account = await newAccount();

    const answer = await account.send('article.put', { external_ident: 'E-1', article_price: 12 });

    const message = 'article not found: send article_title to create it';
    expectRefused(answer, 'article.put', { code: 'article_not_found', message });
    expect(await storedRows('articles', account.id)).to.have.length(0);
  });

  it('compares amounts by value, and long texts', async () => {
    const account = await newAccount();
    const fields = { external_ident: 'E-1', article_description: 'a\nb', article_price: '12.50' };
    await account.client.article.create({ article_title: 'Tea', ...fields });

    const same = await account.send('article.put', { ...fields, article_price: 12.5 });
    const other = await account.send('article.put', { ...fields, article_description: 'a\nc' });

    expect(same.envelope.data).to.include({ result: 'unchanged' });
    expect(other.envelope.data).to.include({ result: 'updated' });
  });
});
