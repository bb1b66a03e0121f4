import { expect } from 'chai';
import { tables } from '../records.ts';

describe('importer: addresses without a country', () => {
  const table = tables();
  const header = 'Nachname;PLZ;Ort;Telefon;USt-IdNr;Land;Straße;Lieferstraße;Liefer-PLZ;Liefer-Ort';
  const faultOf = async (line: string) => {
    const rows = await table.rows('customers', `${header}\nDix;10115;Berlin;;;;Weg 1;;;\n${line}\n`);
    const row = rows.at(-1);
    return row && 'fault' in row ? row.fault.message : undefined;
  };
  const asked = (sign: string, field = 'bill_country') =>
    `${field}: the row has no country, and would be stored as German, but ${sign} is not German: add the country`;

  for (const [line, sign] of [
    ['Beck;75001;Nanterre;;FR12345678901;;;;;', 'the VAT number "FR12345678901"'],
    ['Beck;28901;Getafe;;ESB12345678;;;;;', 'the VAT number "ESB12345678"'],
    ['Beck;75001;Nanterre;+33 1 2345;;;;;;', 'the phone number "+33 1 2345"'],
    ['Beck;75001;Nanterre;0033 1 2345;;;;;;', 'the phone number "0033 1 2345"'],
    ['Beck;00184;Roma;;;;;;;', 'the zip code "00184"'],
    ['Beck;20121;Milano;;;;;;;', 'the city "Milano"'],
    ['Beck;10001;New York;;;;;;;', 'the city "New York"'],
  ] as const)
    it(`asks for it beside ${sign}`, async () => expect(await faultOf(line)).to.equal(asked(sign)));

  it('asks for the country of a delivery that would be in that of its customer', async () => {
    expect(await faultOf('Beck;10115;Berlin;;;DE;Weg 1;Rue 1;75001;Paris')).to.equal(
      asked('the city "Paris"', 'delivery_country'),
    );
  });

  for (const line of [
    'Beck;10115;Berlin;030 1234;DE123456789;;;;;',
    'Beck;10115;Berlin;+43 1 2345;DE123456789;;;;;',
    'Beck;10115;Berlin;(+49) 30 1234;;;;;;',
    'Beck;10115;Berlin;0049 30 1234;12/345/67890;;;;;',
    'Beck;75001;Paris;+33 1 2345;FR12345678901;FR;;;;',
    'Beck;10115;Berlin;+33 1 2345;;DE;;;;',
    'Beck;75001;Paris;;;FR;Rue 2;Rue 1;75002;Paris',
  ])
    it(`takes ${line.replaceAll(/;+/g, ' ')}`, async () => expect(await faultOf(line)).to.equal(undefined));

  it('needs none in an update of known customers', async () => {
    const [row] = await table.rows('customers', 'Kundennummer;PLZ;Ort\nK1;75001;Paris\n', {
      match: 'customer_nr',
    });

    expect(row).to.have.nested.property('input.bill_city', 'Paris');
  });
});
