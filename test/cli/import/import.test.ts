import { expect } from 'chai';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { cleanUp } from '../../support/dataFolders.ts';
import { articlesCsv, Imports, summaryOf } from '../../support/imports.ts';
import { storedRow, storedRows } from '../../support/stored.ts';

describe('counterfoil import', () => {
  let account: TestAccount;
  let imports: Imports;
  beforeEach(async () => {
    account = await newAccount();
    imports = await Imports.of(account);
  });
  after(cleanUp);

  it('stores every row, says how many, and ends with 0', async () => {
    await imports.write('list.csv', articlesCsv(1_201));

    const ended = await imports.run('articles', 'list.csv', '--json');

    expect(ended.code, ended.stderr).to.equal(0);
    expect(summaryOf(ended)).to.include({ rows: 1_201, created: 1_201, refused: 0, isFinished: true });
    expect(await storedRows('articles', account.id)).to.have.length(1_201);
    const row = await storedRow('articles', account.id, { external_ident: 'row-700' });
    expect(row).to.include({ article_title: 'Tee 700', article_sku: 'TEE-700', article_price: '0.5000' });
    expect(row).to.include({ article_type: 'csv' });
    expect(await imports.files()).to.deep.equal(['list.csv']);
  });

  it('finds what an earlier import made, and makes no doubles', async () => {
    await imports.write('list.csv', articlesCsv(20));
    await imports.run('articles', 'list.csv');

    const again = await imports.run('articles', 'list.csv', '--json');

    expect(again.code).to.equal(0);
    expect(summaryOf(again)).to.include({ created: 0, existed: 20 });
    expect(await storedRows('articles', account.id)).to.have.length(20);
  });

  it('updates what existed, when asked to', async () => {
    await imports.write('list.csv', articlesCsv(3));
    await imports.run('articles', 'list.csv');
    await imports.write('list.csv', articlesCsv(5).replaceAll('Tee', 'Kaffee'));

    const ended = await imports.run('articles', 'list.csv', '--on-existing', 'update', '--json');

    expect(summaryOf(ended)).to.include({ created: 2, updated: 3, existed: 0 });
    const titles = (await storedRows('articles', account.id)).map(({ article_title }) => article_title);
    expect(titles).to.have.members([0, 1, 2, 3, 4].map((at) => `Kaffee ${at}`));
  });

  it('refuses what existed, when asked to', async () => {
    await imports.write('list.csv', articlesCsv(1));
    await imports.run('articles', 'list.csv');

    const ended = await imports.run('articles', 'list.csv', '--on-existing', 'fail', '--json');

    expect(ended.code).to.equal(3);
    expect(summaryOf(ended)).to.deep.include({ refused: 1, reasons: { 'external_ident already exists': 1 } });
  });

  it('explains refused rows in a file that can be mended and imported', async () => {
    await imports.write(
      'list.csv',
      'article_title;article_unit;article_price\nTee;unit_kg;2\n;unit_kg;3\nKaffee;Sack;4\n',
    );

    const ended = await imports.run('articles', 'list.csv');

    expect(ended.code).to.equal(3);
    expect(ended.stdout).to.match(/1 created\n +2 refused {2}see .*list\.csv\.refused\.csv\n/);
    expect(await imports.read('list.csv.refused.csv')).to.equal(
      'article_title;article_unit;article_price;refused_line;refused_code;refused_reason\r\n' +
        ';unit_kg;3;3;field_required;article_title is required\r\n' +
        'Kaffee;Sack;4;4;value_unreadable;"article_unit: ""Sack"" is not known as a unit: translate it with ""values"" in a mapping file"\r\n',
    );
    await imports.write(
      'mended.csv',
      (await imports.read('list.csv.refused.csv'))
        .replace('\n;unit', '\nMilch;unit')
        .replace('Sack', 'unit_kg'),
    );
    expect(await imports.run('articles', 'mended.csv')).to.include({ code: 0 });
    const titles = (await storedRows('articles', account.id)).map(({ article_title }) => article_title);
    expect(titles).to.have.members(['Tee', 'Milch', 'Kaffee']);
  });

  it('keeps what is too much in a refused row, and what a second refusal says instead of the first', async () => {
    await imports.write('list.csv', 'article_title,article_sku\nTee,T-1,far,out\n,T-2\n');
    await imports.run('articles', 'list.csv');
    const first = await imports.read('list.csv.refused.csv');
    await imports.write('again.csv', first.replace(/,far,out/, ''));

    const ended = await imports.run('articles', 'again.csv', '--json');

    expect(first.split('\r\n')[1]).to.match(/^Tee,T-1,2,row_fields,.*,far,out$/);
    expect(summaryOf(ended)).to.include({ created: 1, refused: 1 });
    expect(await imports.read('again.csv.refused.csv')).to.equal(
      'article_title,article_sku,refused_line,refused_code,refused_reason\r\n' +
        ',T-2,3,field_required,article_title is required\r\n',
    );
  });

  it('gives a row the same ident whether it was refused before or not', async () => {
    await imports.write('list.csv', 'article_title,article_price\nTee,viel\n');
    await imports.run('articles', 'list.csv');
    await imports.write('mended.csv', (await imports.read('list.csv.refused.csv')).replace('viel', '2'));
    await imports.write('list.csv', 'article_title,article_price\nTee,2\n');

    await imports.run('articles', 'mended.csv');
    const whole = await imports.run('articles', 'list.csv', '--json');

    expect(summaryOf(whole)).to.include({ created: 0, existed: 1 });
  });

  it('checks and sends nothing in a dry run', async () => {
    await imports.write('list.csv', 'article_title,article_price\nTee,2\nKaffee,viel\n');

    const ended = await imports.run('articles', 'list.csv', '--dry-run');

    expect(ended.code).to.equal(3);
    expect(ended.stdout).to.match(/1 would be imported\n +1 refused/);
    expect(await imports.files()).to.have.members(['list.csv', 'list.csv.dry-run.refused.csv']);
    expect(await storedRows('articles', account.id)).to.be.empty;
  });

  it('imports several files, and standard input', async () => {
    await imports.write('a.csv', articlesCsv(2));
    await imports.write('b.jsonl', '{"external_ident":"b","article_title":"Tee"}\n');

    const files = await imports.run('articles', 'a.csv', 'b.jsonl', '--json');
    const input = await imports.pipe('external_ident,article_title\nc,Tee\n', 'articles', '-', '--json');

    expect(files.stdout.trimEnd().split('\n')).to.have.length(2);
    expect(summaryOf(input)).to.include({ file: 'standard input', created: 1 });
    expect(await storedRows('articles', account.id)).to.have.length(4);
  });

  it('says what it reads and how far it is, unless it is to be quiet', async () => {
    await imports.write('list.csv', articlesCsv(2));

    const told = await imports.run('articles', 'list.csv');
    const quiet = await imports.run('articles', 'list.csv', '--quiet');

    expect(told.stderr).to.match(/list\.csv: CSV, utf-8, separated by comma\n/);
    expect(quiet).to.include({ code: 0, stderr: '' });
    expect(quiet.stdout).to.match(/2 existed/);
  });

  it('creates customers with their delivery address', async () => {
    await imports.write(
      'people.csv',
      'external_ident,bill_lastname,delivery_city\nc-1,Müller,Kiel\nc-2,Weiß,\n',
    );

    const ended = await imports.run('customers', 'people.csv', '--json', '--account-name', 'laden');

    expect(summaryOf(ended)).to.include({ created: 2 });
    const customer = await storedRow('customers', account.id, { external_ident: 'c-1' });
    expect(customer).to.include({
      customer_type: 'csv',
      external_account_name: 'laden',
      bill_lastname: 'Müller',
    });
    const address = await storedRow('addresses', account.id, {});
    expect(address).to.include({ customer_ident: customer.customer_ident, delivery_city: 'Kiel' });
  });

  it('adds addresses to customers that an import made, each once', async () => {
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
    expect(await imports.read('places.csv.refused.csv')).to.contain('no customer with external_ident c-3');
    expect(summaryOf(twice)).to.include({ created: 0, existed: 2, refused: 1 });
    const cities = (await storedRows('addresses', account.id)).map(({ delivery_city }) => delivery_city);
    expect(cities).to.have.members(['Kiel', 'Bonn']);
  });
});
