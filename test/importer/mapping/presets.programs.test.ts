import { expect } from 'chai';
import { presetNames } from '../../../importer/mapping/presets/presets.ts';
import { chooseMapping } from '../../../importer/questions/chooseMapping.ts';
import { inputs, mapped, mapValues } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';
import { programExports, type Row } from './programExports.ts';

describe('importer: presets for shops and invoicing programs', () => {
  const files = temporaryFiles();
  const csv = (...rows: readonly Row[]) =>
    files.write(
      'export.csv',
      `${[Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))].map((row) => row.join(';')).join('\n')}\n`,
    );

  for (const [resource, preset, row, expected, options = {}] of programExports) {
    it(`${preset} reads its export of ${resource}`, () => {
      const [input] = inputs([mapValues(resource, row, { preset, ...options })]);

      expect(input).to.include({ ...expected, external_account_name: preset });
    });

    it(`${resource} of ${preset} are recognized by their columns`, async () => {
      const [input] = inputs(await mapped(resource, csv(row), options));

      expect(input).to.include({ ...expected, external_account_name: preset });
    });
  }

  for (const resource of ['customers', 'articles'] as const)
    for (const preset of presetNames(resource))
      it(`${preset} refuses files without its columns as ${resource}`, () => {
        expect(() => chooseMapping(resource, ['none'], { preset })).to.throw(/is not an export that preset/);
      });

  it('sap leaves out the second header of its templates and suppliers', async () => {
    const partner = { CardCode: 'C1', CardName: 'A GmbH', CardType: 'cCustomer' };
    const names = Object.fromEntries(Object.keys(partner).map((name) => [name, name]));
    const sap = csv(names, partner, { ...partner, CardCode: 'S1', CardType: 'cSupplier' });
    expect(inputs(await mapped('customers', sap, { preset: 'sap' }))).to.have.length(1);
  });
});
