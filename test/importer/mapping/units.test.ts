import { expect } from 'chai';
import { chooseMapping } from '../../../importer/questions/chooseMapping.ts';
import { mapValues, tables } from '../records.ts';

describe('importer: units', () => {
  const table = tables();

  it('a packaging unit is not a unit of measure, and H is an hour', async () => {
    const columns = ['Nr', 'Titel', 'VPE', 'PE', 'Verpackungseinheit'];
    const { fields, similarNames } = chooseMapping('articles', columns).description;

    expect(fields.map(({ field }) => field)).to.deep.equal(['article_nr', 'article_title']);
    expect(similarNames).to.be.empty;
    expect(mapValues('articles', { Titel: 'Beratung', Einheit: 'H' })).to.have.nested.property(
      'input.article_unit',
      'unit_hour',
    );
  });

  const units: [unit: string, texts: readonly string[]][] = [
    ['unit_ppu', ['PCE', 'C62', 'H87', 'Stk.', 'Stück', 'EA', 'Units', 'piece']],
    ['unit_hour', ['HUR', 'Std.', 'Stunden', 'hours']],
    ['unit_kg', ['KGM', 'KG', 'Kilogramm', 'unit_kg']],
    ['unit_lump', ['LS', 'pauschal', 'psch.', 'lump sum']],
  ];
  const withUnits = (names: readonly string[]) => {
    const rows = names.map((name) => `Tee;1;19;${name}`);
    return table.rows('articles', `Titel;VK netto;MwSt;Einheit\n${rows.join('\n')}\n`);
  };
  for (const [unit, texts] of units)
    it(`reads the units ${texts.join(', ')} as ${unit}`, async () => {
      const mapped = await withUnits(texts);

      expect(mapped.map((row) => 'input' in row && [row.input.article_unit, row.repairs])).to.deep.equal(
        texts.map(() => [unit, undefined]),
      );
    });

  it('counts the units that the service does not have', async () => {
    const names = ['LTR', 'GLL', 'Portion', 'Lizenz', 'op.', 'Festmeter'];
    const rows = await withUnits(names);

    expect(rows.map((row) => 'input' in row && row.repairs)).to.deep.equal(
      names.map((name) => [`article_unit: "${name}" became unit_ppu, price per unit`]),
    );
  });

  it('refuses a unit that is not a word, an answer, or likely another unit', async () => {
    const names = ['kg/m', '12', 'ja', 'Arbeitszeit'];
    const text = names.map((name) => `Tee;1;19;${name}`).join('\n');
    const rows = await table.rows('articles', `Titel;VK netto;MwSt;Einheit\n${text}\n`);

    for (const [index, name] of names.entries())
      expect(rows[index]).to.have.nested.property('fault.message').that.includes(`unknown unit "${name}"`);
  });
});
