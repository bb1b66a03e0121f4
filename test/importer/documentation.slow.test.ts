import { readFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { presetNames } from '../../importer/mapping/presets/presets.ts';
import { mappingSchema, ruleSchema } from '../../importer/mapping/rules/mappingFile.ts';
import { fieldsOf, type Resource, resources } from '../../importer/mapping/rules/resourceFields.ts';
import { newAccount } from '../support/account.ts';
import { cleanUp } from '../support/dataFolders.ts';
import { commandsBelow } from '../support/documentCommands.ts';
import { articlesCsv, Imports } from '../support/imports.ts';
import { fixture, inputs, mapped, mapValues } from './records.ts';
import { temporaryFiles } from './temporary.ts';

const importing = readFileSync('docs/importing.md', 'utf8');
const mapping = readFileSync('docs/mapping.md', 'utf8');

/** The lines of a page between two marks, without blank ones. */
function marked(page: string, name: string): string[] {
  const [, block = ''] = new RegExp(`<!-- ${name} -->\n([^]*?)<!-- end of ${name} -->`).exec(page) ?? [];
  return block.split('\n').filter((line) => line !== '');
}

/** The cells of a marked table, without its head. */
function tableOf(page: string, name: string): string[][] {
  const rows = marked(page, name).slice(2);
  return rows.map((row) => {
    const cells = row.split('|').slice(1, -1);
    return cells.map((cell) => cell.trim().replaceAll('`', ''));
  });
}

describe('docs/importing.md (starts commands)', function () {
  this.timeout(60_000);
  after(cleanUp);

  const newImports = async () => Imports.of(await newAccount());
  async function expectRuns(page: string, heading: string, imports: Imports): Promise<void> {
    const { code, stderr, stdout } = await imports.shell(commandsBelow(page, heading));
    expect(code, stderr + stdout).to.equal(0);
  }

  it('has three commands that import a file', async () => {
    const imports = await newImports();
    await imports.write('articles.csv', articlesCsv(3));
    await imports.write('fixed.csv', articlesCsv(4));

    await expectRuns('docs/importing.md', 'Three commands', imports);
  });

  it('has commands that suggest a mapping file and use it', async () => {
    const imports = await newImports();
    await imports.write('articles.csv', articlesCsv(3));
    await copyFile(fixture('shopify-products.csv'), imports.path('products_export.csv'));

    await expectRuns('docs/importing.md', 'Map columns to fields', imports);
  });

  it('has commands that import the addresses of imported customers', async () => {
    const imports = await newImports();
    await imports.write('customers.csv', 'external_ident,bill_lastname\nc-1,Tee\n');
    await imports.write('addresses.csv', 'customer_external_ident,delivery_city\nc-1,Kiel\n');
    await imports.write('contacts.csv', 'Kundennummer,Firma,Ort\n17,Tee,Kiel\n17,Tee,Bonn\n');

    await expectRuns('docs/importing.md', 'Import delivery addresses', imports);
  });

  it('shows the file of refused rows that its example gives', async () => {
    const [, given = '', refused = ''] = /```csv\n([^]*?)```[^]*?```csv\n([^]*?)```/.exec(importing) ?? [];
    const imports = await newImports();
    await imports.write('articles.csv', given);

    const { code } = await imports.run('articles', 'articles.csv');

    expect(code).to.equal(3);
    expect(await imports.read('articles.csv.refused.csv')).to.equal(refused.replaceAll('\n', '\r\n'));
  });

  it('lists the presets', () => {
    const names = new Set(resources.flatMap(presetNames));
    const yes = (resource: Resource, name: string) => (presetNames(resource).includes(name) ? 'yes' : '');

    expect(tableOf(importing, 'presets')).to.deep.equal(
      [...names].map((name) => [name, yes('customers', name), yes('articles', name)]),
    );
    expect(presetNames('addresses')).to.be.empty;
  });

  it('has the speed that docs/benchmarks.md publishes', () => {
    const published = readFileSync('docs/benchmarks.md', 'utf8');

    for (const [file, rate] of tableOf(importing, 'speed'))
      expect(published).to.match(new RegExp(`^\\| ${file} +\\| +200,000 \\| +${rate} \\|`, 'm'));
  });

  it('README.md has commands that import', async () => {
    const imports = await newImports();
    await imports.write('customers_export.csv', readFileSync(fixture('shopify-customers.csv')));
    await imports.write('prices.csv.gz', gzipSync(articlesCsv(2)));

    await expectRuns('README.md', 'Import a file', imports);
  });
});

describe('docs/mapping.md', () => {
  const files = temporaryFiles();

  it('has an example that maps the file it names', async () => {
    const example = /```json\n([\s\S]*?)```/.exec(mapping)?.[1] ?? '';
    const file = files.write('example.json', example);
    const rows = await mapped('articles', fixture('articles.windows-1252.csv'), { file });

    expect(rows[1]).to.have.property('fault').that.includes({ field: 'date_created' });
    expect(rows.at(-1)).to.deep.equal({ skip: 'lump sums are not imported' });
    expect(inputs(rows)[0]).to.deep.equal({
      external_ident: '1001',
      external_account_name: 'Kontor',
      article_type: 'csv',
      article_title: 'Käsehobel "Größe 2"',
      article_subtitle: 'Stück / 4006381333931',
      article_unit: 'unit_ppu',
      article_price: '1234.56',
      article_tax_rate: '19',
      date_created: '2026-11-20 23:00:00',
    });
  });

  it('describes every key of a mapping file', () => {
    const keys = [...Object.keys(ruleSchema.properties), ...Object.keys(mappingSchema.properties)];

    expect(keys.filter((key) => !mapping.includes(`\`"${key}"\``))).to.be.empty;
  });

  it('lists the fields of each resource', () => {
    const lines = Object.entries(fieldsOf).map(([resource, fields]) => {
      const names = Object.keys(fields).map((field) => `\`${field}\``);
      return `- **${resource}**: ${names.join(', ')}`;
    });

    expect(marked(mapping, 'fields')).to.deep.equal(lines);
  });

  for (const [field = '', text = '', value = ''] of tableOf(mapping, 'values'))
    it(`is right that ${field} "${text}" becomes ${value}`, () => {
      const isArticle = Object.hasOwn(fieldsOf.articles, field);
      const row = isArticle ? mapValues('articles', { article_title: 'a', [field]: text }) : undefined;
      const result = row ?? mapValues('customers', { customer_nr: '1', [field]: text });

      if (value.startsWith('refused')) expect(result).to.have.property('fault').that.includes({ field });
      else if (value === 'empty') expect(inputs([result])[0]).to.not.have.property(field);
      else expect(String(inputs([result])[0]?.[field])).to.equal(value);
    });
});
