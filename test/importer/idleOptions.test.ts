import { expect } from 'chai';
import { expectError } from '../support/command.ts';
import { withImports } from '../support/withImports.ts';

/** Options that do not apply to a resource, each with its reason. */
const foreign: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  addresses: [
    ['--tax-rate 19', 'only articles have tax rates'],
    ['--price-is-gross', 'only articles have prices'],
    ['--type crm', 'delivery addresses have no such field, they belong to their customers'],
    ['--account-name crm', 'delivery addresses have no such field'],
    ['--ident id', 'delivery addresses have no external_ident'],
    ['--match external_ident', 'an address that exists is found by its values, and never changed'],
    ['--update-only', 'an address that exists is found by its values'],
    ['--on-existing update', 'an address that exists is found by its values'],
    ['--empty clear', 'an address that exists is found by its values'],
    ['--on-repeat first', 'rows of one delivery address have the same values'],
    ['--max-change 30%', 'only articles have prices'],
    ['--same-origin', 'an address that exists is found by its values'],
    ['--delete-missing', 'imports never delete delivery addresses'],
    ['--max-delete 5%', 'imports never delete delivery addresses'],
    ['--source shop', 'imports never delete delivery addresses'],
    ['--time-zone Europe/Rome', 'delivery addresses have no dates'],
    ['--plan list.plan', 'an import of delivery addresses compares no records'],
  ],
  customers: [
    ['--tax-rate 19', 'only articles have tax rates'],
    ['--no-price', 'only articles have prices'],
    ['--no-price-is-gross', 'only articles have prices'],
    ['--divide article_price=100', 'only articles have prices'],
    ['--price-per PE', 'only articles have prices'],
    ['--currency CHF', 'only articles have prices'],
    ['--decimal 1.234,56', 'only articles have numbers with decimals'],
    ['--customers idents.csv', 'only delivery addresses look up their customer'],
  ],
  articles: [['--customers idents.csv', 'only delivery addresses look up their customer']],
};

/** Options that have no effect beside others. */
const overruled: readonly (readonly [string, RegExp])[] = [
  ['--match article_nr --no-ident', /^--no-ident has no effect with --match of another field/],
  ['--update-only --on-existing skip', /^--update-only creates nothing, and --on-existing skip/],
  ['--empty clear --on-existing fail', /^--empty applies only to records that are updated/],
  ['--max-change 30%', /^--max-change applies only to records that are updated/],
  ['--dry-run --offline --match article_nr --max-change 30%', /^--max-change has no effect with --offline/],
  ['--max-delete 10%', /^--max-delete applies only to --delete-missing/],
  ['--dry-run --offline --delete-missing', /^--delete-missing has no effect with --offline/],
  ['--plan list.plan --delete-missing', /^--delete-missing has no effect with --offline and --plan/],
  [
    '--hidden-rows skip --delete-missing',
    /^--delete-missing needs all rows of the list, and --hidden-rows skip/,
  ],
  ['--match article_ident --delete-missing', /^--delete-missing has no effect on an export/],
  ['--update-only --no-price', /^--no-price applies only to new articles/],
  ['--dry-run --offline --plan list.plan', /^--plan has no effect with --offline/],
  ['--suggest --match article_nr', /^--match has no effect with --suggest/],
];

describe('an option of counterfoil import that has no effect', function () {
  this.timeout(60_000);
  const imports = withImports('all');
  before(async () => {
    await imports.write(
      'list.csv',
      'customer_ident,id,article_title,bill_lastname,delivery_city\nx,1,a,b,c\n',
    );
    await imports.write('idents.csv', 'line,external_ident,ident\n2,a,cus_1\n');
  });

  for (const [resource, options] of Object.entries(foreign))
    it(`is refused with its reason, together with others: ${resource}`, async () => {
      const words = options.flatMap(([option]) => option.split(' '));

      const { code, stdout, stderr } = await imports.run(resource, 'list.csv', ...words);

      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
      for (const [option, reason] of options)
        expect(stderr).to.include(`${option.split(' ')[0]} does not apply to ${resource}: ${reason}`);
      expect(stderr.match(/leave it out/g)).to.have.length(options.length);
    });

  for (const [options, message] of overruled)
    it(`is refused beside another option: ${options}`, async () => {
      expectError(await imports.run('articles', 'list.csv', ...options.split(' ')), message);
    });

  it('is refused beside --page, as is a file: both are chosen in the page', async () => {
    for (const words of [
      ['--page', '--quiet'],
      ['--page', 'articles', 'list.csv'],
    ])
      expectError(
        await imports.run(...words),
        /^--page stands alone: choose the file and the options in the page/,
      );
    expect((await imports.run()).stderr).to.match(/missing required argument 'resource'/);
  });

  it('is refused when the kind of the file has none of it', async () => {
    await imports.write('list.jsonl', '{"id":"1","article_title":"Tea"}\n');

    expectError(
      await imports.run('articles', 'list.jsonl', '--delimiter', ';'),
      /is JSON, which has no delimiter: leave out --delimiter, or set --format csv/,
    );
    expectError(
      await imports.run('addresses', 'list.csv', '--customers', 'idents.csv'),
      /no column is mapped to customer_external_ident, so --customers has no effect: .*--column customer_external_ident=COLUMN/,
    );
  });

  it('is refused when it contradicts the name of the price column, or there is none', async () => {
    await imports.write('gross.csv', 'id,article_title,VK brutto,MwSt\n1,Tea,2.38,19\n');
    await imports.write('titles.csv', 'id,article_title\n1,Tea\n');

    expectError(
      await imports.run('articles', 'gross.csv', '--no-price-is-gross'),
      /column "VK brutto" has prices with tax, by its name, so --no-price-is-gross has no effect: .*--column article_price="VK brutto"/,
    );
    expectError(
      await imports.run('articles', 'titles.csv', '--no-price', '--tax-rate', '19', '--price-is-gross'),
      /no column gives a price, so --price-is-gross has no effect: .*leave out the option/,
    );
    expect(await imports.files()).to.have.members([
      'list.csv',
      'idents.csv',
      'list.jsonl',
      'gross.csv',
      'titles.csv',
    ]);
    expect(await imports.storedRows('articles')).to.be.empty;
  });

  it('is not one that has its default', async () => {
    const ended = await imports.run('addresses', 'list.csv', '--dry-run', '--offline');

    expect(ended.code, ended.stderr).to.equal(0);
  });
});
