import { expect } from 'chai';
import { tables } from '../records.ts';

describe('importer: countries', () => {
  const table = tables();
  const list = (rows: readonly (readonly [zip: string, land: string])[]) =>
    `Nachname;PLZ;Ort;Land\n${rows.map(([zip, land], at) => `N${at};${zip};X;${land}\n`).join('')}`;

  it('asks about the states of Germany in a column of countries, and takes both answers', async () => {
    const text = list([
      ['70173', 'BW'],
      ['80331', 'BY'],
    ]);

    expect(await table.refusal('customers', text)).to.equal(
      'column "Land" seems to have states of Germany instead of countries ("BW", "BY"), beside German zip codes: leave it out with --column bill_country=, or confirm that these are countries with --column bill_country="Land"',
    );
    expect(await table.first('customers', text, { columns: { bill_country: '' } })).not.to.have.property(
      'bill_country',
    );
    expect(await table.first('customers', text, { columns: { bill_country: 'Land' } })).to.include({
      bill_country: 'bw',
    });
  });

  it('takes countries with such a code', async () => {
    for (const rows of [
      [['1000', 'BE']],
      [
        ['10115', 'DE'],
        ['70115', 'BE'],
      ],
    ] as const)
      expect(await table.first('customers', list(rows))).to.have.property('bill_country');
  });
});
