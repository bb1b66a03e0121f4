import { expect } from 'chai';
import { expectError } from '../../support/command.ts';
import { summaryOf } from '../../support/imports.ts';
import { withImports } from '../../support/withImports.ts';

const head = 'external_ident,article_title,article_price,article_tax_rate\n';
const update = ['--on-existing', 'update', '--json'];
const planned = [...update, '--plan', 'list.plan'];

describe('counterfoil import --dry-run (starts imports)', () => {
  const imports = withImports();

  /**
   * Writes 600 articles: the first 200 are stored with the same values, the next 200 with others, of which no
   * factor makes the new ones.
   */
  async function mixed(): Promise<void> {
    const storedPrice = (index: number) => (index < 200 ? '2' : `${2.1 + (index % 10) / 10}`);
    const rows = (count: number, price: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => `a-${index},Tee ${index},${price(index)},7`).join('\n');
    await imports.write('list.csv', `${head}${rows(400, storedPrice)}\n`);
    await imports.run('articles', 'list.csv');
    await imports.write('list.csv', `${head}${rows(600, () => '2')}\na-0,Tee 0,2,7\nb,,2,7\n`);
  }

  const counts = { rows: 602, unchanged: 200, updated: 200, created: 200, repeated: 1, refused: 1 };

  it('reports the result, writes nothing, and its plan is followed by the import', async () => {
    await mixed();
    const before = await imports.storedRows('articles');

    const dry = await imports.run('articles', 'list.csv', '--dry-run', ...planned);
    const stored = await imports.storedRows('articles');
    const real = await imports.run('articles', 'list.csv', ...planned);

    expect(summaryOf(dry), dry.stderr).to.include({ ...counts, isDryRun: true });
    expect(stored).to.deep.equal(before);
    const changes = (await imports.read('list.csv.dry-run.changes.csv')).trimEnd().split('\r\n');
    expect(changes[0]).to.equal('line,ident,field,stored,in the file,action');
    expect(changes).to.have.length(201);
    const { article_ident } = await imports.storedRow('articles', { external_ident: 'a-200' });
    expect(changes).to.include(`202,${article_ident as string},article_price,2.10,2.00,update`);
    expect(summaryOf(real)).to.include({ ...counts, isDryRun: false });
    expect(real.stderr).to.match(/follows the dry run of \d+ \w+ 20\d\d, \d\d:\d\d \S+/);
    const prices = (await imports.storedRows('articles')).map(({ article_price }) => article_price);
    expect(new Set(prices)).to.deep.equal(new Set(['2.0000']));
  });

  it('shows the first records as they would be stored', async () => {
    await imports.write('list.csv', 'sku;Bezeichnung;VK netto;MwSt\nT-1;Tee;"1.234,50";19 %\n');

    const { stderr } = await imports.run('articles', 'list.csv', '--dry-run');

    expect(stderr).to.contain('"article_price":"1234.5"').and.to.contain('"article_tax_rate":"19"');
  });

  it('is followed to the letter: rows whose record changed since are refused', async () => {
    await mixed();
    await imports.run('articles', 'list.csv', '--dry-run', ...planned);
    const identOf = async (external_ident: string) =>
      (await imports.storedRow('articles', { external_ident })).article_ident as string;
    const { article } = imports.account.client;
    for (const external_ident of ['a-5', 'a-300'])
      await article.update({ article_ident: await identOf(external_ident), article_title: 'Kaffee' });
    for (const external_ident of ['a-6', 'a-301'])
      await article.delete({ article_ident: await identOf(external_ident) });
    await article.create({ external_ident: 'a-500', article_type: 'csv', article_title: 'Kakao' });

    const real = await imports.run('articles', 'list.csv', ...planned);

    expect(summaryOf(real)).to.include({ unchanged: 198, updated: 198, created: 199, refused: 6 });
    const refused = await imports.read('list.csv.refused.csv');
    for (const ident of ['a-5', 'a-6', 'a-300', 'a-301', 'a-500'])
      expect(refused).to.match(new RegExp(`^${ident},.*,record_changed,`, 'm'));
    const stored = await imports.storedRows('articles');
    expect(stored).to.have.length(598);
    const titles = stored
      .map(({ article_title }) => article_title)
      .filter((title) => !String(title).startsWith('Tee'));
    expect(titles).to.have.members(['Kaffee', 'Kaffee', 'Kakao']);
  });

  it('is followed to the letter: a customer whose delivery address changed since is refused', async () => {
    await imports.write('list.csv', 'external_ident,bill_lastname,delivery_city\nc-1,Weiß,Kiel\n');
    await imports.run('customers', 'list.csv');
    await imports.run('customers', 'list.csv', '--dry-run', ...planned);
    const { address_ident } = await imports.storedRow('addresses', {});
    await imports.account.client.address.update({
      address_ident: address_ident as string,
      delivery_city: 'Bonn',
    });

    const real = await imports.run('customers', 'list.csv', ...planned);

    expect(summaryOf(real)).to.include({ unchanged: 0, refused: 1 });
    expect(await imports.read('list.csv.refused.csv')).to.match(/^c-1,.*,record_changed,/m);
    expect(await imports.storedRow('addresses', {})).to.include({ delivery_city: 'Bonn' });
  });

  it('is not followed without --plan, and not with other options', async () => {
    await mixed();
    await imports.run('articles', 'list.csv', '--dry-run', ...planned);

    const skipping = await imports.run('articles', 'list.csv', '--json', '--plan', 'list.plan');
    const looking = await imports.run('articles', 'list.csv', ...update);

    expectError(skipping, /^--plan \S+list\.plan is of another import: --on-existing differs from it$/m);
    expect(looking.stderr).not.to.contain('follows the dry run');
    expect(summaryOf(looking)).to.include(counts);
  });

  it('refuses a plan that is damaged or missing, and replaces only plans', async () => {
    await mixed();

    const missing = await imports.run('articles', 'list.csv', ...planned);
    await imports.write('list.plan', '{"a":1}\n');
    const damaged = await imports.run('articles', 'list.csv', ...planned);
    const dry = await imports.run('articles', 'list.csv', '--dry-run', ...planned);
    const several = await imports.run('articles', 'list.csv', 'list.csv', ...planned);
    const piped = await imports.pipe(`${head}a-1,Tee,2,7\n`, 'articles', '-', '--dry-run', ...planned);

    expectError(missing, /^--plan \S+list\.plan does not exist: write it with --dry-run and --plan$/m);
    for (const ended of [damaged, dry])
      expectError(ended, /^--plan \S+list\.plan is not the plan of a dry run: choose another file$/m);
    expect(await imports.read('list.plan')).to.equal('{"a":1}\n');
    expectError(several, /^--plan allows only one file to import/m);
    expectError(piped, /^--plan needs a file that can be read again/m);
  });

  it('only checks the rows with --offline', async () => {
    await mixed();

    const offline = await imports.run('articles', 'list.csv', '--dry-run', '--offline', '--json');

    expect(summaryOf(offline)).to.include({ created: 600, unchanged: 0, repeated: 1, refused: 1 });
  });

  it('refuses --offline without --dry-run, and writes nothing', async () => {
    await imports.write('list.csv', `${head}a-1,Tee,2,7\n`);

    const { code, stderr } = await imports.run('articles', 'list.csv', '--offline');

    expect(code).to.equal(1);
    expect(stderr).to.contain('--offline applies only to a dry run');
    expect(await imports.storedRows('articles')).to.deep.equal([]);
  });

  it('asks which addresses exist, and creates none', async () => {
    await imports.write('people.csv', 'external_ident,bill_lastname,delivery_city\nc-1,Weiß,Kiel\n');
    await imports.run('customers', 'people.csv', '--idents', 'idents.csv');
    await imports.write(
      'places.csv',
      'customer_external_ident,delivery_city\nc-1,Kiel\nc-1,Bonn\nc-1,Bonn\n',
    );
    const options = ['--customers', 'idents.csv', '--json'];

    const dry = await imports.run('addresses', 'places.csv', '--dry-run', ...options);
    const none = await imports.storedRows('addresses');
    const real = await imports.run('addresses', 'places.csv', ...options);

    const expected = { created: 1, existed: 1, repeated: 1 };
    expect(summaryOf(dry), dry.stderr).to.include(expected);
    expect(none).to.have.length(1);
    expect(summaryOf(real)).to.include(expected);
    expect(await imports.storedRows('addresses')).to.have.length(2);
  });
});
