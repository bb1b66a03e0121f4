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

  const foreign = (...lines: readonly string[]) => `Nachname;PLZ;Ort\n${lines.join('\n')}\n`;

  for (const [zip, code] of [
    ['1016 GV', 'nl'],
    ['00-950', 'pl'],
    ['LS1 1AA', 'gb'],
  ] as const)
    it(`asks for the country of ${zip} if no column gives it, and takes the answer`, async () => {
      const text = foreign(`Vos;${zip};X`, `Bos;${zip};Y`);

      expect(await table.refusal('customers', text)).to.equal(
        `no column gives the country, and the zip codes are not German ("${zip}"): choose its column with --column bill_country=COLUMN, or say which country all rows are in with --value bill_country:=${code} (--value bill_country:=de for Germany)`,
      );
      expect(await table.first('customers', text, { values: { bill_country: { '': code } } })).to.include({
        bill_country: code,
      });
    });

  const placed: [string, string][] = [
    ['Kundennr;Firma;Strasse;Ort', 'Weg 1;8001 Zürich'],
    ['Kundennr;Firma;Adresse', 'Weg 1, 1010 Wien'],
    ['Kundennr;Firma;Adresse', 'Weg 1, 1012 AB Amsterdam'],
  ];
  for (const [header, place] of placed)
    it(`asks for the country of "${place}", whose zip code is split off, unless another one is German`, async () => {
      const text = `${header}\n1;Tee AG;${place}\n`;
      const german = place.replace(/\d{4}(?: AB)? \S+$/, '24103 Kiel');

      expect(await table.refusal('customers', text)).to.include('no column gives the country');
      const [row, other] = await table.rows('customers', `${text}2;Rum AG;${german}\n`);
      expect(row)
        .to.have.nested.property('fault.message')
        .that.matches(/^bill_zipcode: /);
      expect(other).to.have.nested.property('input.bill_zipcode', '24103');
    });

  it('refuses a place of a later row among many without zip codes', async () => {
    const lines = Array.from({ length: 60 }, (_, at) => `${at};Tee ${at};Ort${'x'.repeat(at)}\n`).join('');
    const rows = await table.rows('customers', `Kundennr;Firma;Ort\n${lines}99;Rum;8001 Zürich\n`);

    expect(rows.at(-1))
      .to.have.nested.property('fault.message')
      .that.matches(/^bill_zipcode: "8001"/);
  });

  it('asks for the country of places beside those that name theirs', async () => {
    const text = 'Kundennr;Firma;PLZ/Ort\n1;Tee AG;A-1010 Wien\n2;Rum AG;8001 Zürich\n';
    const german = { values: { bill_country: { '': 'de' } } };

    expect(await table.refusal('customers', text)).to.include('are not German ("8001 Zürich")');
    const [named] = await table.rows('customers', text, german);
    expect(named)
      .to.have.nested.property('fault.message')
      .that.matches(/^bill_zip_city: "A-1010 Wien" is in another country \(AT\) than the row \(DE\): /);
  });

  it('asks also for zip codes with the mark of a country, which nothing reads', async () => {
    expect(await table.refusal('customers', foreign('Vos;A-1010;X'))).to.include(
      'no column gives the country',
    );
  });

  it('takes zip codes with .0 for German ones', async () => {
    expect(await table.first('customers', foreign('Vos;10115.0;X'))).to.include({ bill_zipcode: '10115' });
  });

  it('names no country for zip codes that several have', async () => {
    expect(await table.refusal('customers', foreign('Vos;8000;X', 'Bos;1010;Y'))).to.include(
      'with --value bill_country:=COUNTRY (--value bill_country:=de for Germany)',
    );
  });

  it('does not ask if some zip codes are German, or the user left the country out', async () => {
    expect(await table.first('customers', foreign('Vos;10115;Berlin', 'Bos;8000;Y'))).to.include({
      bill_zipcode: '10115',
    });
    expect(
      await table.first('customers', foreign('Vos;1016 GV;X'), { columns: { bill_country: '' } }),
    ).not.to.have.property('bill_country');
  });

  it('proposes a column that has only countries', async () => {
    const text = 'Nachname;PLZ;Ort;Herkunft\nVos;10115;X;Deutschland\nBos;1010;Y;Österreich\n';

    expect(await table.refusal('customers', text)).to.equal(
      '"Herkunft" has only names or codes of countries ("Deutschland", "Österreich"), and no other column gives the country: take them for it with --column bill_country="Herkunft", or say which country all rows are in with --value bill_country:=de',
    );
  });

  it('gives rows with an empty country the one of the empty text, and no others', async () => {
    const rows = await table.rows(
      'customers',
      list([
        ['1010', ''],
        ['10115', 'DE'],
      ]),
      {
        values: { bill_country: { '': 'at' } },
      },
    );

    expect(rows.map((row) => 'input' in row && row.input.bill_country)).to.deep.equal(['at', 'de']);
  });

  const numbered = (name: string, ...codes: readonly string[]) =>
    `Kundennummer;Nachname;PLZ;Ort;${name}\n${codes.map((code, at) => `${at};N${at};24103;Kiel;${code}\n`).join('')}`;

  for (const name of ['Land', 'country_id', 'LandNr', 'billing_countryID'])
    it(`asks what the numbers in ${name} mean, also with a preset, and takes the answers`, async () => {
      const text = numbered(name, '2', '9');
      const values = { bill_country: { 2: 'de', 9: 'fr' } };
      const question = `column "${name}" has unknown codes of countries ("2", "9"), and no other column gives the country: take it with --column bill_country="${name}" and say what each code means, such as --value bill_country:2=COUNTRY, or leave it out with --column bill_country= if all rows are in Germany`;

      expect(await table.refusal('customers', text)).to.equal(question);
      expect(await table.refusal('customers', text, { preset: 'billbee' })).to.equal(question);
      const rows = await table.rows('customers', text, { columns: { bill_country: name }, values });
      expect(rows.map((row) => 'input' in row && row.input.bill_country)).to.deep.equal(['de', 'fr']);
      expect(await table.first('customers', text, { columns: { bill_country: '' } })).not.to.have.property(
        'bill_country',
      );
    });

  it('asks about the numbers of the countries of deliveries, but not about a single one or other columns', async () => {
    const text = (name: string, code: string) =>
      `Kundennummer;Nachname;Straße;PLZ;Ort;Land;shipping_street;shipping_zipcode;shipping_city;${name}\n1;A;Weg 1;24103;Kiel;DE;Weg 2;24103;Kiel;2\n2;B;Weg 1;24103;Kiel;DE;Rue 2;21200;Beaune;${code}\n`;

    expect(await table.refusal('customers', text('shipping_country_id', '9'))).to.include(
      'take it with --column delivery_country="shipping_country_id"',
    );
    for (const [name, code] of [
      ['shipping_country_id', '2'],
      ['shipping_country_id', '0'],
      ['Bundesland', '9'],
      ['Status', '9'],
    ] as const)
      expect(await table.rows('customers', text(name, code)), name).to.have.length(2);
  });

  it('asks for the country also with a preset, whose column the file lacks', async () => {
    const head = 'Customer ID,First Name,Last Name,Email,Default Address Address1,Default Address City';
    const text = `${head},Default Address Zip\n1,Anna,Braun,a@example.com,Weg 1,Wien,1010\n`;

    expect(await table.refusal('customers', text, { preset: 'shopify' })).to.include(
      'no column gives the country, and the zip codes are not German ("1010")',
    );
  });
});
