import { expect } from 'chai';
import { articlesCsv, summaryOf } from '../support/imports.ts';
import { withImports } from '../support/withImports.ts';

describe('counterfoil import (starts imports)', () => {
  const imports = withImports();

  it('stores every row, reports the counts and ends with exit code 0', async () => {
    await imports.write('list.csv', articlesCsv(1_201));

    const ended = await imports.run('articles', 'list.csv', '--json');

    expect(ended.code, ended.stderr).to.equal(0);
    expect(summaryOf(ended)).to.include({ rows: 1_201, created: 1_201, refused: 0, isFinished: true });
    expect(await imports.storedRows('articles')).to.have.length(1_201);
    const row = await imports.storedRow('articles', { external_ident: 'row-700' });
    expect(row).to.include({ article_title: 'Tee 700', article_sku: 'TEE-700', article_price: '0.5000' });
    expect(row).to.include({ article_type: 'csv' });
    expect(await imports.files()).to.deep.equal(['list.csv']);
  });

  it('updates existing records with --on-existing update', async () => {
    await imports.write('list.csv', articlesCsv(3));
    await imports.run('articles', 'list.csv');
    await imports.write('list.csv', articlesCsv(5).replaceAll('Tee', 'Kaffee'));

    const ended = await imports.run('articles', 'list.csv', '--on-existing', 'update', '--json');

    expect(summaryOf(ended)).to.include({ created: 2, updated: 3, existed: 0 });
    const titles = (await imports.storedRows('articles')).map(({ article_title }) => article_title);
    expect(titles).to.have.members([0, 1, 2, 3, 4].map((index) => `Kaffee ${index}`));
  });

  it('refuses existing records with --on-existing fail', async () => {
    await imports.write('list.csv', articlesCsv(1));
    await imports.run('articles', 'list.csv');

    const ended = await imports.run('articles', 'list.csv', '--on-existing', 'fail', '--json');

    expect(ended.code).to.equal(3);
    expect(summaryOf(ended)).to.deep.include({ refused: 1, reasons: { 'external_ident already exists': 1 } });
  });

  it('never overwrites another file with idents, and appends to an idents file', async () => {
    await imports.write('a.csv', 'external_ident,bill_lastname\na,Müller\n');
    await imports.write('b.csv', 'external_ident,bill_lastname\nb,Weiß\n');

    const over = await imports.run('customers', 'a.csv', '--idents', imports.path('a.csv'));
    for (const name of ['a.csv', 'b.csv'])
      await imports.run('customers', name, '--idents', imports.path('idents.csv'));

    expect(over.code).to.equal(1);
    expect(over.stderr).to.match(
      /a\.csv exists and is not an idents file: use another file name for --idents/,
    );
    expect(await imports.read('a.csv')).to.contain('Müller');
    const idents = (await imports.read('idents.csv')).split('\r\n').map((line) => line.split(',')[1]);
    expect(idents).to.deep.equal(['external_ident', 'a', 'b', undefined]);
  });

  it('asks for --customers when addresses name their customers', async () => {
    await imports.write('places.csv', 'customer_external_ident,delivery_city\nc-1,Kiel\n');

    const { code, stderr } = await imports.run('addresses', 'places.csv');

    expect(code).to.equal(1);
    expect(stderr).to.match(
      /places\.csv: the addresses identify their customers by .*: set --customers to the file/,
    );
  });

  it('leaves no files behind after a file without rows', async () => {
    await imports.write('empty.csv', 'article_title\n');

    const { code, stderr } = await imports.run('articles', 'empty.csv');

    expect(code).to.equal(1);
    expect(stderr).to.match(/has a header but no rows\n$/);
    expect(await imports.files()).to.deep.equal(['empty.csv']);
  });

  it('checks and sends nothing in a dry run', async () => {
    await imports.write('list.csv', 'article_title,article_price,article_tax_rate\nTee,2,7\nKaffee,viel,7\n');

    const ended = await imports.run('articles', 'list.csv', '--dry-run');

    expect(ended.code).to.equal(3);
    expect(ended.stdout).to.match(/1 would be created\n +1 refused/);
    expect(await imports.files()).to.have.members(['list.csv', 'list.csv.dry-run.refused.csv']);
    expect(await imports.storedRows('articles')).to.be.empty;
  });

  it('imports several files, and standard input', async () => {
    await imports.write('a.csv', articlesCsv(2));
    await imports.write(
      'b.jsonl',
      '{"external_ident":"b","article_title":"Tee","article_price":2,"article_tax_rate":7}\n',
    );

    const files = await imports.run('articles', 'a.csv', 'b.jsonl', '--json');
    const line = 'external_ident,article_title,article_price,article_tax_rate\nc,Tee,2,7\n';
    const input = await imports.pipe(line, 'articles', '-', '--json');

    expect(files.stdout.trimEnd().split('\n')).to.have.length(2);
    expect(summaryOf(input)).to.include({ file: 'standard input', created: 1 });
    expect(await imports.storedRows('articles')).to.have.length(4);
  });

  it('shows the format of the file and the progress, unless it is --quiet', async () => {
    await imports.write('list.csv', articlesCsv(2));

    const emitted = await imports.run('articles', 'list.csv');
    const quiet = await imports.run('articles', 'list.csv', '--quiet');

    expect(emitted.stderr).to.match(/list\.csv: CSV, utf-8, separated by comma\n/);
    expect(quiet).to.include({ code: 0, stderr: '' });
    expect(quiet.stdout).to.match(/2 unchanged: the record has these values already/);
  });

  it('creates customers with their delivery address', async () => {
    await imports.write(
      'people.csv',
      'external_ident,bill_lastname,delivery_city\nc-1,Müller,Kiel\nc-2,Weiß,\n',
    );

    const ended = await imports.run('customers', 'people.csv', '--json', '--account-name', 'laden');

    expect(summaryOf(ended)).to.include({ created: 2 });
    const customer = await imports.storedRow('customers', { external_ident: 'c-1' });
    expect(customer).to.include({
      customer_type: 'csv',
      external_account_name: 'laden',
      bill_lastname: 'Müller',
    });
    const address = await imports.storedRow('addresses');
    expect(address).to.include({ customer_ident: customer.customer_ident, delivery_city: 'Kiel' });
  });

  it('adds addresses to imported customers, each one once', async () => {
    await imports.write('people.csv', 'external_ident,bill_lastname\nc-1,Müller\nc-2,Weiß\n');
    await imports.run('customers', 'people.csv', '--idents', 'idents.csv');
    await imports.write(
      'places.csv',
      'customer_external_ident,delivery_city,delivery_country\nc-1,Kiel,DE\nc-2,Bonn,\nc-3,Hof,\n',
    );

    const once = await imports.run('addresses', 'places.csv', '--customers', 'idents.csv', '--json');
    const twice = await imports.run('addresses', 'places.csv', '--customers', 'idents.csv', '--json');

    expect(once.code, once.stderr).to.equal(3);
    expect(summaryOf(once)).to.include({ created: 2, existed: 0, refused: 1 });
    expect(await imports.read('places.csv.refused.csv')).to.contain(
      'customer_external_ident is not in the file',
    );
    expect(summaryOf(twice)).to.include({ created: 0, existed: 2, refused: 1 });
    const cities = (await imports.storedRows('addresses')).map(({ delivery_city }) => delivery_city);
    expect(cities).to.have.members(['Kiel', 'Bonn']);
  });
});
