import { expect } from 'chai';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { cluster } from '../../support/cluster.ts';
import { cleanUp } from '../../support/dataFolders.ts';
import { Imports, summaryOf } from '../../support/imports.ts';
import { storedRow, storedRows } from '../../support/stored.ts';
import { TcpProxy } from '../../support/tcpProxy.ts';

const list = 'external_ident,article_nr,article_title,article_price,article_tax_rate\n';

/** Somebody else creates the record of a row after the import has looked for it, and before it sends its own. */
describe('an import and a record that somebody creates meanwhile', () => {
  let account: TestAccount;
  let proxy: TcpProxy;
  let imports: Imports;
  beforeEach(async () => {
    account = await newAccount();
    proxy = await TcpProxy.listen((await cluster()).gateways[0]?.port ?? 0);
    imports = await Imports.of(account, `http://127.0.0.1:${proxy.port}`);
  });
  afterEach(() => proxy.close());
  after(cleanUp);

  /** Creates an article when the first create of the import is on its way. */
  function beforeCreates(fields: object): void {
    proxy.mangle = async (bytes) => {
      if (!bytes.includes('"article.create"')) return bytes;
      proxy.mangle = undefined;
      await account.client.article.create({
        article_title: 'Their tea',
        article_price: 9,
        article_tax_rate: 7,
        ...fields,
      });
      return bytes;
    };
  }

  it('leaves it alone by default, and counts it as existing', async () => {
    beforeCreates({ external_ident: 'a', article_type: 'csv' });
    await imports.write('list.csv', `${list}a,,Tea,2,7\nb,,Coffee,3,7\n`);

    const ended = await imports.run('articles', 'list.csv', '--json');

    expect(summaryOf(ended), ended.stderr).to.include({ created: 1, existed: 1, updated: 0 });
    expect(await storedRow('articles', account.id, { external_ident: 'a' })).to.include({
      article_title: 'Their tea',
      article_price: '9.0000',
    });
  });

  it('updates it with --on-existing update, knows its values, and restores them when it is undone', async () => {
    beforeCreates({ external_ident: 'a', article_type: 'csv' });
    await imports.write('list.csv', `${list}a,,Tea,2,7\nb,,Coffee,3,7\n`);

    const ended = await imports.run('articles', 'list.csv', '--on-existing', 'update', '--json');
    const updated = await storedRow('articles', account.id, { external_ident: 'a' });
    const undone = await imports.run('undo', '1', '--json');

    expect(summaryOf(ended), ended.stderr).to.include({ created: 1, updated: 1, existed: 0 });
    expect(updated).to.include({ article_title: 'Tea', article_price: '2.0000' });
    expect(summaryOf(undone), undone.stderr).to.include({ removed: 1, restored: 1, left: 0 });
    expect(await storedRows('articles', account.id)).to.have.length(1);
    expect(await storedRow('articles', account.id, { external_ident: 'a' })).to.include({
      article_title: 'Their tea',
      article_price: '9.0000',
    });
  });

  it('creates a second record when rows are matched by number, and overwrites nothing', async () => {
    beforeCreates({ article_nr: 'A-1' });
    await imports.write('list.csv', `${list}a,A-1,Tea,2,7\n`);

    const ended = await imports.run('articles', 'list.csv', '--match', 'article_nr', '--json');
    const titles = (await storedRows('articles', account.id)).map(({ article_title }) => article_title);
    const undone = await imports.run('undo', '1', '--json');

    expect(summaryOf(ended), ended.stderr).to.include({ created: 1 });
    expect(titles).to.have.members(['Their tea', 'Tea']);
    expect(summaryOf(undone), undone.stderr).to.include({ removed: 1 });
    expect(await storedRow('articles', account.id, {})).to.include({ article_title: 'Their tea' });
  });
});
