import { expect } from 'chai';
import type { MappingOptions } from '../../../importer/mapping/mappingOptions.ts';
import { inputs, tables } from '../records.ts';

describe('importer: names with more than a first and a last name', () => {
  const table = tables();
  const rows = (lines: readonly string[], options: MappingOptions = {}) =>
    table.rows('customers', `${lines.join('\n')}\n`, options);

  for (const name of [
    'Müller, Hans, Dr.',
    'Smith, John, Jr.',
    'Martin Luther King Jr.',
    'Eva Braun, M.A.',
    'Hans Müller PhD',
    'z.Hd. Frau Braun',
    'c/o Hans Klein',
  ])
    it(`refuses the name "${name}", of which the last word is no last name, or the first one no name`, async () => {
      for (const field of ['bill_name', 'bill_name_last_first']) {
        const [row] = await rows(['Kundennr;Kunde;Ort', `K1;${name};Kiel`], {
          columns: { [field]: 'Kunde' },
        });

        expect(row).to.have.nested.property(
          'fault.message',
          `${field}: "${name}" may be split in several ways: correct it, with a comma after the last name`,
        );
      }
      const [last] = await rows(['Kundennr;Nachname;Ort', `K1;${name};Kiel`]);
      expect(last).not.to.have.nested.property('input.bill_firstname');
    });

  for (const [name, bill_title, bill_lastname] of [
    ['Dr. med. Eva Braun', 6, 'Braun'],
    ['Prof. Dr. rer. nat. Eva Braun', 7, 'Braun'],
    ['Eva Ma,', undefined, 'Ma'],
  ] as const)
    it(`finds the first name in "${name}"`, async () => {
      const [row] = await rows(['Kundennr;Kunde;Ort', `K1;${name};Kiel`], {
        columns: { bill_name: 'Kunde' },
      });

      expect(inputs([row as never])[0]).to.include({ bill_firstname: 'Eva', bill_lastname });
      expect(inputs([row as never])[0]?.bill_title).to.equal(bill_title);
    });
});
