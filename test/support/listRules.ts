import { expect } from 'chai';
import { newAccount, type TestAccount } from './account.ts';
import { expectRefused } from './answers.ts';
import { cursorOf } from './cursors.ts';
import { freshAccount } from './fixtures.ts';
import { allPages, type Listing, page } from './listing.ts';

/** Defines the tests that every list passes. `create` creates a record and resolves to its ident. */
export function itListsRecords(listing: Listing, create: (account: TestAccount) => Promise<string>): void {
  const { method, ident } = listing;
  const account = freshAccount();

  it(`${method} gives all records page by page, in order of creation, none of another account`, async () => {
    await create(await newAccount());
    const created: string[] = [];
    for (let index = 0; index < 5; index += 1) created.push(await create(account));

    const { records, pages } = await allPages(listing, account, { limit: 2 });

    expect(records.map((record) => record[ident])).to.deep.equal(created);
    expect(pages).to.equal(3);
    expect((await page(listing, account, { limit: 5 })).cursor).to.equal(null);
  });

  it(`${method} answers an account without records with an empty list`, async () => {
    expect(await page(listing, account, {})).to.deep.equal({ records: [], cursor: null });
  });

  it(`${method} refuses cursors of other lists, accounts and filters, changed ones and old ones`, async () => {
    await create(account);
    await create(account);
    const filter = { updated_from: '2020-01-01 00:00:00' };
    const { cursor } = await page(listing, account, { limit: 1, filter });
    const invalid = {
      code: 'cursor_invalid',
      message:
        'cursor does not belong to this list: send it unchanged, with the filter, search, query and sort that it came with',
    };
    const other = await newAccount();
    const otherMethod = method === 'article.list' ? 'address.list' : 'article.list';

    expect((await page(listing, account, { cursor, filter, limit: 7 })).records).to.have.length(1);
    for (const body of [{ cursor }, { cursor, filter, search: 'x' }, { cursor: `${cursor}x`, filter }])
      expectRefused(await account.send(method, body), method, invalid);
    expectRefused(await other.send(method, { cursor, filter }), method, invalid);
    expectRefused(await account.send(otherMethod, { cursor, filter }), otherMethod, invalid);
    const old = await cursorOf(account, method, { age: 24.1, request: { filter } });
    expectRefused(await account.send(method, { cursor: old, filter }), method, {
      code: 'cursor_expired',
      message: 'cursor is older than 24 hours: begin again without it',
    });
    const young = await cursorOf(account, method, { age: 23.9, request: { filter } });
    expect((await page(listing, account, { cursor: young, filter })).records).to.have.length(2);
  });
}
