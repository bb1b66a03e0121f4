import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { presetNames } from '../../importer/mapping/index.ts';
import { mappingSchema, ruleSchema } from '../../importer/mapping/rules/mappingSchema.ts';
import { fixture, inputs, mapped } from './records.ts';
import { temporaryFiles } from './temporary.ts';

const page = readFileSync(new URL('../../docs/MAPPING.md', import.meta.url), 'utf8');

describe('docs/MAPPING.md', () => {
  const files = temporaryFiles();

  it('has an example that maps the file it names', async () => {
    const example = /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
    const file = files.write('example.json', example);
    const rows = await mapped('articles', fixture('articles.windows-1252.csv'), { file });

    expect(rows[1]).to.have.property('fault').that.includes({ field: 'date_created' });
    expect(rows.at(-1)).to.deep.equal({ skip: 'lump sums stay where they are' });
    expect(inputs(rows)[0]).to.deep.equal({
      ...{ external_ident: '1001', external_account_name: 'Kontor', article_type: 'csv' },
      ...{
        article_title: 'Käsehobel "Größe 2"',
        article_subtitle: 'Stück / 4006381333931',
        article_unit: 'unit_ppu',
      },
      ...{ article_price: '1234.56', article_tax_rate: '19', date_created: '2026-11-21 00:00:00' },
    });
  });

  it('names every key of a mapping file', () => {
    const keys = [...Object.keys(ruleSchema.properties), ...Object.keys(mappingSchema.properties)];
    const emitted = keys.filter((key) => !page.includes(`"${key}"`));

    expect(emitted).to.deep.equal(['unused']);
  });

  it('names every preset', () => {
    const names = (['customers', 'articles', 'addresses'] as const).flatMap((resource) =>
      presetNames(resource),
    );

    expect(names.filter((name) => !page.includes(`\`${name}\``))).to.be.empty;
    expect(names).to.have.length(10);
  });
});
