import { expect } from 'chai';
import { newAccount, type TestAccount } from '../support/account.ts';
import { expectDone, expectRefused } from '../support/answers.ts';
import { cursorOf } from '../support/cursors.ts';
import { itNeedsAnIdent, onArticles, onCustomers } from '../support/identRules.ts';
import { recordKinds } from '../support/recordKinds.ts';
import { database } from '../support/servers.ts';
import { storedRows } from '../support/stored.ts';

interface Entry {
  readonly operation: string;
  readonly app_id: string;
  readonly date: string;
  readonly fields: readonly { readonly field: string; readonly old: unknown; readonly new: unknown }[];
}
interface Page {
  readonly entries: readonly Entry[];
  readonly cursor: string | null;
}

/** Rules that customer.history shares with article.history. */
for (const { resource, table, ident, text, needed, number, type, create } of recordKinds) {
  const method = `${resource}.history` as const;

  describe(method, () => {
    let account: TestAccount;
    let record: string;
    before(async () => {
      account = await newAccount();
    });
    beforeEach(async () => {
      record = await create(account, { [text]: 'first' });
    });

    const send = (fields: object = {}) => account.send(method, { [ident]: record, ...fields });
    const page = async (fields: object = {}) => (await send(fields)).envelope.data as Page;
    const update = (fields: object) => account.send(`${resource}.update`, { [ident]: record, ...fields });
    const change = (field: string, old: unknown, changed: unknown) => ({ field, old, new: changed });

    it('lists who changed which fields, with old and new values, the newest change first', async () => {
      const created = (await storedRows(table, account.id, { [ident]: record }))[0]?.date_created;
      await update({ [text]: 'second', date_created: '2020-01-01 00:00:00' });
      await update({ [text]: 'third' });

      const { entries, cursor } = await page();

      const app_id = account.appId;
      expect(entries.map(({ date: _, ...entry }) => entry)).to.deep.equal([
        { operation: `${resource}.update`, app_id, fields: [change(text, 'second', 'third')] },
        {
          operation: `${resource}.update`,
          app_id,
          fields: [
            change(text, 'first', 'second'),
            change('date_created', created, '2020-01-01 00:00:00'),
          ].toSorted((a, b) => (a.field < b.field ? -1 : 1)),
        },
        { operation: `${resource}.create`, app_id, fields: [] },
      ]);
      for (const { date } of entries) expect(date).to.match(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
      expect(cursor).to.equal(null);
    });

    it('names no field that keeps its value, and no text beyond 255 characters', async () => {
      const note = resource === 'customer' ? 'user_note' : 'article_description';
      await update({ [text]: 'first', [note]: 'x'.repeat(300) });

      const [entry] = (await page()).entries;

      expect(entry?.fields).to.deep.equal([change(note, '', `${'x'.repeat(255)}…`)]);
    });

    it('names the app and the operation of puts and entries of batches', async () => {
      const source = { external_ident: 'E-1', [type]: 'shop' };
      const { envelope } = await account.send(`${resource}.put`, { ...needed, ...source });
      record = (envelope.data as Record<string, string>)[ident] as string;
      await account.send('batch.run', {
        operations: [{ method: `${resource}.put`, data: { ...needed, ...source, [text]: 'new' } }],
      });

      const { entries } = await page();

      expect(entries.map(({ operation, app_id }) => [operation, app_id])).to.deep.equal([
        [`${resource}.put`, account.appId],
        [`${resource}.put`, account.appId],
      ]);
      expect(entries[0]?.fields).to.deep.equal([change(text, '', 'new')]);
    });

    it('lists nothing of changes that were refused, or had been run', async () => {
      await update({ [text]: 'second', if_version: 'other' });
      for (let times = 0; times < 2; times += 1)
        await account.send(`${resource}.update`, { [ident]: record, [text]: 'once' }, `key-${record}`);
      const other = await create(account);
      const taken = (await storedRows(table, account.id, { [ident]: other }))[0]?.[number];
      await update({ [number]: taken, validate: number });

      const { entries } = await page();

      expect(entries.map(({ fields }) => fields.length)).to.deep.equal([1, 0]);
    });

    it('keeps the history of a record that was deleted, without the values that it had last', async () => {
      await update({ [text]: 'second' });
      await account.send(`${resource}.delete`, { [ident]: record });

      const { entries } = await page();

      expect(entries.map(({ operation }) => operation)).to.deep.equal([
        `${resource}.delete`,
        `${resource}.update`,
      ]);
      expect(entries[0]?.fields).to.deep.equal([]);
    });

    it('lists all changes once, page by page', async () => {
      for (const value of ['1', '2', '3']) await update({ [text]: value });

      const values: unknown[] = [];
      let pages = 0;
      for (let cursor: string | null | undefined; cursor !== null; pages += 1) {
        const { entries, cursor: next }: Page = await page({ limit: 2, ...(cursor ? { cursor } : {}) });
        values.push(...entries.map(({ fields }) => fields[0]?.new));
        cursor = next;
      }

      expect({ values, pages }).to.deep.equal({ values: ['3', '2', '1', undefined], pages: 2 });
      const { cursor } = await page({ limit: 3 });
      expect((await page({ cursor })).entries.map(({ operation }) => operation)).to.deep.equal([
        `${resource}.create`,
      ]);
    });

    it('refuses a cursor of another record, and one that has expired', async () => {
      await update({ [text]: 'second' });
      const { cursor } = await page({ limit: 1 });
      const other = await create(account);
      const message = `cursor does not belong to this history: send it unchanged, with the ${ident} that it came with`;

      const refused = await account.send(method, { [ident]: other, cursor });

      expectRefused(refused, method, { code: 'cursor_invalid', message });
      const old = await cursorOf(account, method, { age: 25, request: { [ident]: record } });
      expect((await send({ cursor: old })).code).to.equal('cursor_expired');
    });

    it('keeps nothing if the account wants no history', async () => {
      account = await newAccount({ history_days: 0 });
      record = await create(account);
      await update({ [text]: 'second' });

      expectDone(await send(), method, `${resource} history loaded`, { entries: [], cursor: null });
      const rows = await database()('record_history').where({ account_id: account.id });
      expect(rows).to.deep.equal([]);
    });

    itNeedsAnIdent(() => (resource === 'customer' ? onCustomers : onArticles)(method), {
      code: `${resource}_not_found`,
      message: `${resource} not found`,
    });
  });
}
