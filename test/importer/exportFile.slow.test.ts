import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { newAccount, type TestAccount } from '../support/account.ts';
import { awkwardArticles, awkwardCustomers } from '../support/awkwardRecords.ts';
import { cluster } from '../support/cluster.ts';
import { runHosted } from '../support/commandHost.ts';
import { cleanUp } from '../support/dataFolders.ts';
import { Imports, summaryOf } from '../support/imports.ts';

describe('an export of counterfoil list (exports and imports)', () => {
  let account: TestAccount;
  let imports: Imports;
  beforeEach(async () => {
    account = await newAccount();
    imports = await Imports.of(account);
  });
  after(cleanUp);

  const exported = async (resource: string, { appId, apiSecret }: TestAccount, name: string) => {
    const env = {
      COUNTERFOIL_URL: (await cluster()).url,
      COUNTERFOIL_APP_ID: appId,
      COUNTERFOIL_API_SECRET: apiSecret,
    };
    const { code, stderr } = await runHosted(['list', resource, '--csv', imports.path(name)], env);
    expect(code, stderr).to.equal(0);
    return readFile(imports.path(name), 'utf8');
  };
  /** Replaces the idents, which each account gives itself. */
  const withoutIdents = (csv: string) => csv.replaceAll(/\b(?:cus|art|adr)_[0-9a-z]{26}\b/g, 'ident');
  const counts = (summary: Readonly<Record<string, unknown>>) => {
    const { created, updated, unchanged, refused } = summary as Record<string, number>;
    return { created, updated, unchanged, refused };
  };

  for (const [resource, create] of [
    ['customers', awkwardCustomers],
    ['articles', awkwardArticles],
  ] as const) {
    const ident = resource === 'customers' ? 'customer_ident' : 'article_ident';
    const match = ['--match', ident, '--json', '--encoding', 'utf-8'];

    it(`of ${resource} changes nothing in the same account`, async () => {
      await create(account);
      const csv = await exported(resource, account, 'export.csv');

      const ended = await imports.run(resource, 'export.csv', ...match);

      expect(ended.stdout, ended.stderr).to.not.equal('');
      const unchanged = csv.match(/(?:cus|art)_/g)?.length;
      expect(counts(summaryOf(ended)), ended.stderr).to.deep.equal({
        created: 0,
        updated: 0,
        unchanged,
        refused: 0,
      });
      expect(await exported(resource, account, 'again.csv')).to.equal(csv);
    });

    it(`of ${resource} creates the same records in an empty account, once`, async () => {
      await create(account);
      const csv = await exported(resource, account, 'export.csv');
      const other = await newAccount();
      const env = { COUNTERFOIL_APP_ID: other.appId, COUNTERFOIL_API_SECRET: other.apiSecret };
      const into = async (...more: string[]) =>
        runHosted(['import', resource, imports.path('export.csv'), ...match, ...more], {
          ...env,
          COUNTERFOIL_URL: (await cluster()).url,
        });

      const first = await into();
      const second = await into();

      const created = csv.match(/(?:cus|art)_/g)?.length;
      expect(counts(summaryOf(first)), first.stderr).to.deep.equal({
        created,
        updated: 0,
        unchanged: 0,
        refused: 0,
      });
      expect(withoutIdents(await exported(resource, other, 'other.csv'))).to.equal(withoutIdents(csv));
      expect(counts(summaryOf(second)), second.stderr).to.deep.equal({
        created: 0,
        updated: 0,
        unchanged: created,
        refused: 0,
      });
    });
  }

  it('without --match refuses the rows without an external_ident, and names the option', async () => {
    await account.client.customer.create({ bill_lastname: 'Muster' });
    await exported('customers', account, 'export.csv');

    const ended = await imports.run('customers', 'export.csv', '--json');

    expect(counts(summaryOf(ended)), ended.stderr).to.include({ created: 0, refused: 1 });
    expect(await imports.read('export.csv.refused.csv')).to.contain(
      'ident_missing,"external_ident: the record has none, and the file is an export of `counterfoil list`: import it with --match customer_ident"',
    );
  });

  const priced = async (currency: string, name = 'export.csv') => {
    const other = await newAccount({ currency });
    await other.client.article.create({ article_title: 'Tea', article_price: 12, article_tax_rate: 19 });
    return exported('articles', other, name);
  };
  const own = ['--match', 'article_ident', '--json', '--encoding', 'utf-8'];

  it('of articles has the currency of the account in its last column', async () => {
    const [header, row] = (await priced('CHF')).trimEnd().split(/\r?\n/);

    expect(header).to.match(/,currency$/);
    expect(row).to.match(/,CHF$/);
  });

  it('of articles from an account with the same currency is taken, also where that is not EUR', async () => {
    account = await newAccount({ currency: 'CHF' });
    imports = await Imports.of(account);
    await priced('CHF');

    const ended = await imports.run('articles', 'export.csv', ...own);

    expect(counts(summaryOf(ended)), ended.stderr).to.include({ created: 1, refused: 0 });
    expect((await account.client.article.list({})).articles[0]).to.include({ article_price: 12 });
  });

  for (const [what, options] of [
    ['as an export', own],
    ['as any other file', ['--json', '--ident', 'article_nr']],
  ] as const)
    it(`of articles in another currency is refused row by row, read ${what}`, async () => {
      const foreign = await priced('USD');
      const [, row = ''] = foreign.trimEnd().split(/\r?\n/);
      const eur = row
        .replace('Tea', 'Coffee')
        .replace(/,10001,/, ',10002,')
        .replace(/USD$/, 'eur');
      await imports.write('mixed.csv', `${foreign}${eur}\r\n`);

      const ended = await imports.run('articles', 'mixed.csv', ...options);

      expect(counts(summaryOf(ended)), ended.stderr).to.include({ created: 1, refused: 1 });
      expect(await imports.read('mixed.csv.refused.csv')).to.match(
        /currency_foreign,"?article_price: column ""currency"" has ""USD"", but the account's currency is EUR: convert the prices"?,/m,
      );
      const { articles } = await account.client.article.list({});
      expect(articles.map(({ article_title }) => article_title)).to.deep.equal(['Coffee']);
    });

  it("prices of any file are compared with the account's currency, which --currency can't change", async () => {
    await imports.write('signs.csv', 'Nr;Titel;Preis;MwSt\n1;Tea;12 €;19\n2;Coffee;$ 12;19\n');
    await imports.write('named.csv', 'Nr;Titel;Preis in USD;MwSt\n1;Tea;12;19\n');

    const rows = await imports.run('articles', 'signs.csv', '--json');
    const whole = await imports.run('articles', 'named.csv');

    expect(counts(summaryOf(rows)), rows.stderr).to.include({ created: 1, refused: 1 });
    expect(await imports.read('signs.csv.refused.csv')).to.include(
      `article_price: ""$ 12"" is not in EUR, the account's currency: convert it"`,
    );
    expect(whole.code).to.equal(1);
    expect(whole.stderr).to.match(/is in USD, but the account's currency is EUR: convert the prices$/m);
  });

  it("of articles is refused as a whole with a --currency that is not the account's", async () => {
    await priced('USD');

    const { code, stderr } = await imports.run('articles', 'export.csv', ...own, '--currency', 'USD');

    expect(code).to.equal(1);
    expect(stderr).to.contain("--currency is USD, but the account's currency is EUR: convert the prices");
    expect((await account.client.article.list({})).articles).to.deep.equal([]);
  });

  it('updates what was edited in it, and only that', async () => {
    const { article_ident } = await account.client.article.create({ article_title: 'Tea', article_sku: 'T' });
    await account.client.article.create({ article_title: 'Coffee' });
    const csv = await exported('articles', account, 'export.csv');
    await imports.write('edited.csv', csv.replace('Tea', 'Green tea').replace(',T,', ',,'));

    const ended = await imports.run('articles', 'edited.csv', '--match', 'article_ident', '--json');

    expect(counts(summaryOf(ended)), ended.stderr).to.deep.equal({
      created: 0,
      updated: 1,
      unchanged: 1,
      refused: 0,
    });
    const { article_title, article_sku } = await account.client.article.read({ article_ident });
    expect({ article_title, article_sku }).to.deep.equal({ article_title: 'Green tea', article_sku: '' });
  });

  it('of addresses adds none that a customer has already, and goes to another account with its customers', async () => {
    const { customer_ident } = await account.client.customer.create({
      bill_company: 'Muster',
      divergent_delivery_address: 1,
      delivery_city: 'Kiel',
    });
    await account.client.address.create({
      customer_ident,
      delivery_city: 'Potsdam',
      delivery_zipcode: '01234',
    });
    await exported('customers', account, 'customers.csv');
    const csv = await exported('addresses', account, 'addresses.csv');
    const other = await newAccount();
    const there = await Imports.of(other);

    const same = await imports.run('addresses', 'addresses.csv', '--json');
    const files = ['customers.csv', 'addresses.csv'].map((name) => imports.path(name)) as [string, string];
    const idents = ['--match', 'customer_ident', '--idents', 'idents.csv'];
    const customers = await there.run('customers', files[0], ...idents);
    const owners = ['--customers', 'idents.csv', '--column', 'customer_external_ident=customer_ident'];
    const addresses = await there.run('addresses', files[1], ...owners);

    expect(summaryOf(same), same.stderr).to.include({ created: 0, refused: 0 });
    expect([customers.code, addresses.code], customers.stderr + addresses.stderr).to.deep.equal([0, 0]);
    expect(withoutIdents(await exported('addresses', other, 'others.csv'))).to.equal(withoutIdents(csv));
  });

  it('is refused without the column of the ident', async () => {
    await imports.write('list.csv', 'article_title,article_price\r\nTea,1\r\n');

    const { code, stderr } = await imports.run('articles', 'list.csv', '--match', 'article_ident');

    expect(code).to.equal(1);
    expect(stderr).to.match(
      /list\.csv has no column article_ident, so it is not an export of `counterfoil list`/,
    );
  });
});
