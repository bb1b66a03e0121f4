import { expect } from 'chai';
import { inputReader } from '../../shared/contract/input/reader.ts';
import { customerList } from '../../shared/contract/operations/customer.list.ts';
import { newIdent } from '../../shared/contract/values/idents.ts';
import { newAccount } from '../support/account.ts';
import { freshAccount } from '../support/fixtures.ts';
import { addRows, allIdents, allPages, listings, page } from '../support/listing.ts';
import { indexed, rebuildIndex } from '../support/queryIndex.ts';
import { drawing } from '../support/random.ts';
import { database } from '../support/servers.ts';

const { article, customer } = listings;

describe('the queries of lists', () => {
  const account = freshAccount();

  const create = async (fields: object) => (await account.client.customer.create(fields)).customer_ident;
  const found = (query: string, more: object = {}) => allIdents(customer, account, { query, ...more });

  it('find words inside names, umlauts in each spelling, mail, phone numbers and one typing error', async () => {
    const mueller = await create({
      bill_company: 'Autohaus Müller & Söhne GmbH',
      bill_street: 'Lange Straße 5',
      bill_city: 'Köln',
      bill_email: 'Info@Auto-Mueller.de',
      bill_phone: '+49 (0)221 / 123 45-67',
    });
    const other = await create({ bill_firstname: 'Hans', bill_lastname: 'Schmidt', bill_phone: '0170 999' });
    const stranger = await newAccount();
    await stranger.client.customer.create({ bill_company: 'Müller' });
    await Promise.all([account, stranger].map((one) => indexed(one)));

    const queries = [
      'müller',
      'mueller',
      'MULLER',
      'soehne',
      'Mül',
      'muller autohaus',
      'lange strasse',
      'koln gmbh',
      'info@auto-mueller.DE',
      '0221 1234567',
      '+49 221 12345',
      '0049221123',
      'Müllr',
      'autohuas',
      'Kölm',
    ];
    for (const query of queries) expect(await found(query), query).to.deep.equal([mueller]);
    for (const query of ['schmitt', 'hans schmidt', 'SCHMIDT, Hans', 'shmidt'])
      expect(await found(query), query).to.deep.equal([other]);
    for (const query of ['müller schmidt', 'autohausxy müller', '%', '_', '🎉', 'm_ller', '221', '0170 9998'])
      expect(await found(query), query).to.deep.equal([]);
  });

  it('give the best records first: names before numbers and places, whole words before others', async () => {
    const city = await create({ bill_company: 'Tee', bill_city: 'Berlin' });
    const begins = await create({ bill_company: 'Berliner Tee' });
    const named = await create({ bill_company: 'Tee Berlin' });
    const mail = await create({ bill_company: 'Tee', bill_email: 'a@berlin.de' });
    await indexed(account);

    expect(await found('berlin')).to.deep.equal([named, mail, begins, city]);
    expect(await found('berlin', { limit: 1 })).to.deep.equal([named, mail, begins, city]);
    expect(await found('bärlin')).to.deep.equal([named, mail, city]);
  });

  it('answer a record as it is now: changed and deleted ones are not found by what they were [query-current]', async () => {
    const ident = await create({ bill_company: 'Former' });
    const gone = await create({ bill_company: 'Former Too' });
    await indexed(account);
    // Past the list of changes, so that the index stays behind.
    await database()('customers').where({ customer_ident: ident }).update({ bill_company: 'Later' });
    await database()('customers').where({ customer_ident: gone }).delete();

    expect(await page(customer, account, { query: 'former' })).to.deep.equal({ records: [], cursor: null });
    await rebuildIndex(account);
    expect(await found('later')).to.deep.equal([ident]);
    expect(await database()('query_records').where({ account_id: account.id })).to.have.length(1);
  });

  it('follow creates, updates and deletes, and keep no word of a deleted record', async () => {
    const { article_ident } = await account.client.article.create({
      article_title: 'Qwertzmarke',
      article_sku: 'A-1',
    });
    await indexed(account);
    expect(await allIdents(article, account, { query: 'qwertzmarkt' })).to.deep.equal([article_ident]);
    await account.client.article.update({ article_ident, article_title: 'Oolong' });
    await indexed(account);
    expect(await allIdents(article, account, { query: 'qwertzmarke' })).to.deep.equal([]);
    expect(await allIdents(article, account, { query: 'a-1 oolong' })).to.deep.equal([article_ident]);
    await account.client.article.delete({ article_ident });
    await indexed(account);

    for (const table of ['query_records', 'query_words', 'query_typos'])
      expect(await database()(table).where({ account_id: account.id }), table).to.deep.equal([]);
  });

  it('are combined with filters, have a total up to 1,000, and pages without repeats', async () => {
    const rows = Array.from({ length: 1_300 }, (_, nr) => ({
      account_id: account.id,
      customer_ident: newIdent('cus'),
      bill_company: `Muster ${nr} GmbH`,
      bill_country: nr % 100 === 0 ? 'at' : 'de',
    }));
    await addRows('customers', rows);
    await create({ bill_company: 'Other' });
    await indexed(account);

    const { records } = await allPages(customer, account, { query: 'gmbh muster', limit: 300 });
    const idents = records.map(({ customer_ident }) => customer_ident);
    expect([idents.length, new Set(idents).size]).to.deep.equal([1_000, 1_000]);
    const first = await page(customer, account, { query: 'gmbh', limit: 2, total: 1 });
    expect(first.total).to.equal(1_000);
    const austrian = await page(customer, account, {
      query: 'gmbh',
      filter: { bill_country: 'at' },
      total: 1,
    });
    expect([austrian.total, austrian.records.length]).to.deep.equal([13, 13]);
    expect((await page(customer, account, { query: 'muster 77 gmbh', limit: 1 })).records[0]).to.include({
      bill_company: 'Muster 77 GmbH',
    });
  });

  it('refuse a sort and a search beside them, and cursors of other queries', async () => {
    const messageOf = (body: object) => {
      const reading = inputReader(customerList)(body as Record<string, unknown>);
      return 'fieldErrors' in reading ? reading.fieldErrors.map(({ message }) => message) : [];
    };
    expect(messageOf({ query: 'x', sort: 'created' })).to.deep.equal([
      'sort is not possible with query, whose best records come first: omit it',
    ]);
    expect(messageOf({ query: 'x', search: 'y' })).to.deep.equal([
      'search is not possible with query: send one of them',
    ]);
    expect(messageOf({ query: '   ', sort: 'created' })).to.deep.equal([]);

    for (const bill_company of ['Tea 1', 'Tea 2']) await create({ bill_company });
    await indexed(account);
    const { cursor } = await page(customer, account, { query: 'tea', limit: 1 });
    const { envelope } = await account.send('customer.list', { query: 'te', cursor });
    expect(envelope.message).to.match(/^cursor does not belong to this list/);
  });

  it('answer 100 drawn queries of any characters, and find each record by each of its words', async () => {
    const { text, one } = drawing(23);
    const characters = [...'aeiouüßmnst  -.,\'"%_\\*+@#|(){}<>0123', '\u0301', '😀', '中', 'ﷺ', '\u200D'];
    const companies = Array.from({ length: 8 }, () => `a${text(characters, 60).replaceAll('\u0301', '')}`);
    await Promise.all(companies.map((bill_company) => create({ bill_company })));
    await indexed(account);

    const queries = Array.from({ length: 100 }, () => one([text(characters, 20), text(characters, 250)]));
    const long = ['x'.repeat(255), 'x '.repeat(127), '1 '.repeat(120), 'ﷺ'.repeat(200), '+'.repeat(40)];
    await Promise.all(
      [...queries, ...long].map(async (query) => {
        const { code, envelope } = await account.send('customer.list', { query });
        expect(code, `${query}: ${envelope.message}`).to.be.oneOf(['', 'field_invalid']);
      }),
    );
    for (const company of companies)
      for (const word of company.split(/[^\p{L}\p{N}]+/u).filter(Boolean)) {
        const { records } = await page(customer, account, { query: word, limit: 1_000 });
        expect(
          records.map(({ bill_company }) => bill_company),
          word,
        ).to.include(company.trim());
      }
  });
});
