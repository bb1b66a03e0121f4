import { expect } from 'chai';
import { asNewRecord } from '../../../importer/mapping/completeRecord.ts';
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

  for (const [zip, country, full] of [
    ['1000', 'Frankreich', '01000'],
    ['184', 'IT', '00184'],
    ['8001', 'ES', '08001'],
    ['2134', 'USA', '02134'],
    ['2134-1234', 'US', '02134-1234'],
    ['100', 'FI', '00100'],
    ['950', 'PL', '00-950'],
    ['1001', 'SK', '01001'],
    ['150', 'NO', '0150'],
  ] as const)
    it(`restores the zeros of ${zip} in ${country}, and counts it`, async () => {
      const text = `Nachname;PLZ;Ort;Land\nBeck;${zip};X;${country}\n`;
      const [row] = await table.rows('customers', text);

      expect(row).to.have.nested.property('input.bill_zipcode', full);
      expect(row)
        .to.have.property('repairs')
        .that.deep.equals([
          `bill_zipcode: leading zeros restored, since zip codes of ${(row as { input: { bill_country: string } }).input.bill_country.toUpperCase()} have ${country === 'NO' ? 4 : 5} digits`,
        ]);
    });

  it('restores no zeros that no zip code of the country has', async () => {
    for (const [zip, country] of [
      ['12', 'FR'],
      ['1234', 'SE'],
      ['999', 'CZ'],
      ['10', 'US'],
    ] as const)
      expect(await zipOf(zip, country)).to.equal(
        `bill_zipcode: "${zip}" is not a zip code of ${country}, which has 5 digits: correct it, or its country`,
      );
    for (const [zip, country] of [
      ['1010', 'AT'],
      ['75008', 'FR'],
      ['1000-205', 'PT'],
      ['00-950', 'PL'],
      ['111 22', 'SE'],
      ['SW1A 1AA', 'GB'],
    ] as const)
      expect(await zipOf(zip, country)).to.equal(zip);
  });

  it('restores the zero of a zip code that stands in one cell with its city', async () => {
    const rows = await table.rows(
      'customers',
      'Nachname;PLZ Ort;Land\nBeck;1067 Dresden;D\nCohn;1067 Dresden;\n',
    );

    expect(rows[0]).to.have.nested.property('input.bill_zipcode', '01067');
    const [, other] = await table.rows(
      'customers',
      'Nachname;PLZ Ort\nBeck;10115 Berlin\nCohn;1067 Dresden\n',
    );
    expect(other)
      .to.have.nested.property('fault.message')
      .match(/may be a German zip code without its leading 0/);
  });

  it('takes the country of the customer for a new delivery address, and counts it', async () => {
    const text = (country: string) =>
      `Nachname;Straße;PLZ;Ort;Land;Liefer-Straße;Liefer-PLZ;Liefer-Ort\nBeck;Weg 1;1010;Wien;${country};Weg 2;4020;Linz\n`;
    const [row] = await table.rows('customers', text('AT'));

    expect(row)
      .to.have.property('repairs')
      .that.deep.equals(['delivery_country: taken from the billing address']);
    const { input } = row as { input: Record<string, string> };
    expect(asNewRecord('customers', input)).to.include({ delivery_country: 'at' });
    expect(asNewRecord('customers', { ...input, delivery_country: 'ch' })).to.include({
      delivery_country: 'ch',
    });
  });

  it('refuses an address without a country, unless its zip code may be German', async () => {
    const rows = await table.rows(
      'addresses',
      'customer_ident;delivery_lastname;delivery_zipcode;delivery_city\na;Beck;1010;Wien\nb;Cohn;10115;Berlin\nc;Dix;SW1A 1AA;London\n',
    );

    expect(rows.map((one) => 'input' in one)).to.deep.equal([false, true, false]);
    expect(rows[2]).to.have.nested.property(
      'fault.message',
      'delivery_zipcode: "SW1A 1AA" is not a German zip code, which has 5 digits, and the row has no country: correct it, or set delivery_country',
    );
  });

  const coded: [header: string, line: string, zip: string][] = [
    ['Nazwa;Ulica;Kod;Miasto;Kraj', 'Alfa Sp. z o.o.;Polna 1;00-950;Warszawa;PL', '00-950'],
    ['Company;Street;City;Code;Country', 'Tea Ltd;Road 1;London;SW1A 1AA;GB', 'SW1A 1AA'],
    ['Code;Bedrijf;Straat;Plaats;Land', '1016 GV;Thee BV;Weg 1;Amsterdam;NL', '1016 GV'],
    ['Ragione sociale;Indirizzo;Codice;Città;Nazione', 'Tè S.r.l.;Via 1;00184;Roma;IT', '00184'],
    ['Firma;Ulice;Číslo;Město;Země', 'Čaj s.r.o.;Dlouhá 1;110 00;Praha;CZ', '110 00'],
  ];
  for (const [header, line, zip] of coded)
    it(`takes "${zip}" of "${header}" for a zip code instead of a number`, async () => {
      const input = await table.first('customers', `${header}\n${line}\n`);

      expect(input).to.include({ bill_zipcode: zip }).and.not.have.property('customer_nr');
    });

  it('asks whether codes are zip codes or numbers, and takes both answers', async () => {
    const text = 'Firma;Code;Straße;Ort;Land\nTee;10101;Weg 1;Berlin;DE\nRum;10102;Weg 2;Berlin;DE\n';

    expect(await table.refusal('customers', text)).to.equal(
      'column "Code" may have zip codes or the numbers of the customers ("10101", "10102"): choose with --column bill_zipcode="Code" or --column customer_nr="Code"',
    );
    for (const field of ['bill_zipcode', 'customer_nr'])
      expect(await table.first('customers', text, { columns: { [field]: 'Code' } })).to.include({
        [field]: '10101',
      });
  });

  for (const text of [
    'Code;Firma;Straße;Ort;Land\n10101;Tee;Weg 1;Berlin;DE\n',
    'Firma;Code;PLZ;Ort\nTee;10101;10115;Berlin\n',
    'Firma;Code;Ort\nTee;K-10101;Berlin\n',
  ])
    it(`takes the code of ${JSON.stringify(text)} for a number`, async () => {
      expect(await table.first('customers', text)).to.have.property('customer_nr');
    });
});
