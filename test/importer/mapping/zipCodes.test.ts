import { expect } from 'chai';
import { tables } from '../records.ts';

describe('importer: zip codes', () => {
  const table = tables();
  /** Returns the zip code of a row among German ones, or why it is refused. */
  const zipOf = async (zip: string, country: string, others: readonly string[] = ['10115', '50667']) => {
    const lines = [...others.map((other) => `Cohn;${other};Berlin;`), `Beck;${zip};Berlin;${country}`];
    const rows = await table.rows('customers', `Nachname;PLZ;Ort;Land\n${lines.join('\n')}\n`);
    const row = rows.at(-1);
    if (row && 'fault' in row) return row.fault.message;
    return row && 'input' in row ? row.input.bill_zipcode : row;
  };

  for (const zip of ['Berlin', 'abc', '10115 Berlin', 'CH-8001', '123', '101159', 'D-1067', 'SW1A 1AA'])
    it(`refuses "${zip}" in Germany, and without a country among German ones`, async () => {
      const fault = `bill_zipcode: "${zip}" is not a German zip code, which has 5 digits`;

      expect(await zipOf(zip, 'D')).to.equal(`${fault}: correct it, or its country`);
      expect(await zipOf(zip, '')).to.equal(
        `${fault}, and the row has no country: correct it, or set bill_country`,
      );
    });

  for (const [zip, country] of [
    ['10115', 'D'],
    ['D-10115', 'D'],
    ['D-10115', ''],
    ['DE-10115', ''],
    ['', 'D'],
    ['CH-8001', 'CH'],
    ['SW1A 1AA', 'GB'],
  ] as const)
    it(`takes "${zip}" with the country "${country}" as it is`, async () => {
      expect(await zipOf(zip, country)).to.equal(zip || undefined);
    });

  it('knows German zip codes by the mark of the country, too', async () => {
    expect(await zipOf('1067', '', ['D-10115'])).to.match(/may be a German zip code without its leading 0/);
  });

  it('takes zip codes without a country as they are, unless one has five digits', async () => {
    expect(await zipOf('CH-8001', '', ['CH-3000', '1010'])).to.equal('CH-8001');
  });

  it('takes the country of the customer for a delivery without one', async () => {
    const text =
      'Nachname;Straße;PLZ;Ort;Land;Liefer-Straße;Liefer-PLZ;Liefer-Ort\nBeck;Weg 1;10115;Berlin;D;Weg 2;Kiel;24103\n';

    expect((await table.rows('customers', text))[0]).to.have.nested.property(
      'fault.message',
      'delivery_zipcode: "Kiel" is not a German zip code, which has 5 digits: correct it, or its country',
    );
  });
});
