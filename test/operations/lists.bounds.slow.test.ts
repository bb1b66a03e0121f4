import { expect } from 'chai';
import { newIdent } from '../../shared/contract/values/idents.ts';
import { newAccount, type TestAccount } from '../support/account.ts';
import { callOf } from '../support/calls.ts';
import { addRows, allIdents, type Listing, listings, page, type Row } from '../support/listing.ts';
import { rowsReadBySet } from '../support/rowsRead.ts';
import { database } from '../support/servers.ts';

const rowsPerTable = 30_000;
/** Rows and index entries that a page may read: what it looks at, what it counts in four indexes, and what it answers. */
const maxRead = 45_000;

describe('the cost of a page', () => {
  let account: TestAccount;
  before(async function () {
    this.timeout(120_000);
    account = await newAccount();
    const timeOf = (nr: number) => `2026-01-01 0${Math.floor(nr / 6_000)}:00:00`;
    const all = Array.from({ length: rowsPerTable }, (_, nr) => nr);
    const common = (nr: number) => ({ account_id: account.id, date_updated: timeOf(nr) });
    const rows: Record<string, Row[]> = {
      customers: all.map((nr) => ({
        ...common(nr),
        customer_ident: newIdent('cus'),
        customer_nr: `${nr}`,
        bill_zipcode: `${nr % 2}`,
        bill_company: `Muster ${nr % 7}`,
        bill_lastname: `Rare ${nr}`,
        bill_email: nr % 3 ? '' : `${nr}@x.de`,
      })),
      articles: all.map((nr) => ({
        ...common(nr),
        article_ident: newIdent('art'),
        article_nr: `${nr}`,
        article_sku: nr === 7 ? 'one' : '',
        article_title: `Tea ${nr}`,
        article_ean: `${nr % 5}`,
        external_ident: 'same',
        article_type: `shop ${nr}`,
      })),
    };
    for (const [table, its] of Object.entries(rows)) await addRows(table, its);
    const owners = (rows.customers ?? []).map(({ customer_ident }) => customer_ident);
    await addRows(
      'addresses',
      all.map((nr) => ({
        ...common(nr),
        address_ident: newIdent('adr'),
        customer_ident: owners[nr < 2e4 ? 29998 : nr],
        delivery_company: 'Muster',
        delivery_zipcode: `${nr % 2}`,
      })),
    );
  });

  const readBy = ({ method }: Listing, body: Row) =>
    rowsReadBySet(database(), method, [callOf(method, account.id, body)]);

  const costs: readonly (readonly [Listing, Row, number])[] = [
    [listings.customer, {}, 1_500],
    [listings.customer, { filter: { customer_nr: '77' } }, 100],
    [listings.customer, { filter: { bill_zipcode: '1' } }, 1_500],
    [listings.customer, { filter: { bill_email: '' } }, 1_500],
    [listings.customer, { filter: { updated_from: '2026-01-01 00:00:00' } }, maxRead],
    [listings.customer, { filter: { updated_from: '2027-01-01 00:00:00' } }, 100],
    [listings.customer, { filter: { bill_zipcode: '1', bill_email: '' }, search: 'rare 2' }, maxRead],
    [listings.customer, { filter: { bill_zipcode: '1' }, search: 'rare 29999' }, maxRead],
    [listings.customer, { search: 'mus' }, maxRead],
    [listings.customer, { search: 'rare 29999' }, 300],
    [listings.customer, { search: 'none' }, 100],
    [listings.customer, { sort: '-lastname' }, 1_500],
    [listings.customer, { sort: 'company', filter: { bill_zipcode: '1' } }, maxRead],
    [listings.customer, { sort: '-created', filter: { bill_country: 'de' } }, maxRead],
    [listings.customer, { sort: '-updated', filter: { updated_from: '2026-01-01 00:00:00' } }, 2_000],
    [listings.customer, { search: 'mus', total: 1 }, 2.5 * maxRead],
    [listings.customer, { filter: { bill_zipcode: '1', bill_country: 'de' }, total: 1 }, maxRead],
    [listings.article, { filter: { article_sku: '' } }, 1_500],
    [listings.article, { filter: { article_sku: 'one' } }, 100],
    [listings.article, { filter: { external_ident: 'same' } }, maxRead],
    [
      listings.article,
      { filter: { external_ident: 'same', article_type: 'shop 9', external_account_name: '' } },
      100,
    ],
    [listings.article, { search: 'tea', filter: { article_sku: '', article_ean: '4' } }, maxRead],
    [listings.article, { search: '1' }, maxRead],
    [listings.address, { filter: { delivery_zipcode: '0' } }, 1_500],
    [listings.address, { search: 'MUSTER' }, maxRead],
    [listings.address, { filter: { delivery_zipcode: '0' }, search: 'none' }, maxRead],
  ];
  for (const [listing, request, most] of costs)
    it(`of ${listing.method} ${JSON.stringify(request)} is bounded, for the first page and a later one`, async () => {
      const first = await readBy(listing, request);
      const { cursor } = await page(listing, account, { ...request, limit: 100 });
      const later = cursor === null ? 0 : await readBy(listing, { ...request, cursor });

      expect(first).to.be.within(1, most);
      expect(later).to.be.at.most(most);
    });

  it('is bounded where a filter and a search leave few of many', async () => {
    const request = { filter: { bill_zipcode: '1' }, search: 'muster 6', limit: 1_000 };
    const { table } = listings.customer;
    const [{ count }] = (await database()(table)
      .where({ account_id: account.id, bill_zipcode: '1', bill_company: 'Muster 6' })
      .count('* as count')) as unknown as [{ count: number }];

    const idents = await allIdents(listings.customer, account, request);

    expect(idents.length).to.equal(count);
    expect(idents).to.deep.equal([...new Set(idents)].toSorted());
  });
});
