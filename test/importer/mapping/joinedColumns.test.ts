import { expect } from 'chai';
import { tables } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';

describe('importer: parts of streets and phone numbers in columns of their own', () => {
  const table = tables();
  const files = temporaryFiles();
  const valuesOf = async (field: string, header: string, ...lines: readonly string[]) => {
    const rows = await table.rows('customers', `${[header, ...lines].join('\n')}\n`);
    return rows.map((row) => ('input' in row ? row.input[field] : 'fault' in row && row.fault.message));
  };

  it('joins `Nr` right after the street, also if another column has this name, or some streets have their number', async () => {
    expect(await valuesOf('bill_street', 'Nr;Firma;Straße;Nr;Ort', '1;Tee;Am Ring;5;Kiel')).to.deep.equal([
      'Am Ring 5',
    ]);
    expect(
      await valuesOf(
        'bill_street',
        'KdNr;Firma;Straße;Nr;Ort',
        '1;Tee;Am Ring;5;Kiel',
        '2;Saft;Bergweg 3;;Bonn',
        '3;Wein;Straße des 17. Juni;135;Berlin',
      ),
    ).to.deep.equal(['Am Ring 5', 'Bergweg 3', 'Straße des 17. Juni 135']);
    expect(
      await valuesOf('bill_street', 'Codice;Cliente;Via;N.;Città', '1;Tè;Via Roma;5;Rimini'),
    ).to.deep.equal(['Via Roma 5']);
  });

  it('takes no first column `Nr` for house numbers', async () => {
    expect(await valuesOf('bill_street', 'Nr;Firma;Straße;Ort', '1;Tee;Am Ring;Kiel')).to.deep.equal([
      'Am Ring',
    ]);
  });

  it('takes a first column of numbers if another one has those of the customers, and it does not count the rows', async () => {
    const streets = (...numbers: readonly string[]) =>
      valuesOf(
        'bill_street',
        'Número;Código cliente;Razón social;Calle;Ciudad',
        ...numbers.map((number, at) => `${number};K${at};Alfa SL;Calle Mayor;Kiel`),
      );

    expect(await streets('10', '3')).to.deep.equal(['Calle Mayor 10', 'Calle Mayor 3']);
    expect(await streets('1', '2')).to.deep.equal(['Calle Mayor', 'Calle Mayor']);
    expect(await streets('7')).to.deep.equal(['Calle Mayor']);
  });

  it('stores a number once that stands in both columns, and refuses two different ones', async () => {
    const streets = ['K1;Tee;Am Ring 5;5;Kiel', 'K2;Saft;Bergweg 3;4;Bonn'];

    expect(await valuesOf('bill_street', 'Kundennummer;Firma;Straße;Hausnr;Ort', ...streets)).to.deep.equal([
      'Am Ring 5',
      'bill_street: "Bergweg 3 4" has two house numbers: correct the street or the number beside it',
    ]);
  });

  const unclear = (area: string) =>
    `bill_phone: the area code "${area}" may lack its leading 0, or be that of a country: write the number with its 0, or such as +49 30 123456`;
  const phones: readonly (readonly [line: string, phone: string])[] = [
    ['10115;;30;123456', '030 123456'],
    ['10115;;(30);123456', '030 123456'],
    ['1010;AT;1;123456', '01 123456'],
    ['00184;IT;6;123456', '06 123456'],
    ['20121;IT;333;123456', '333 123456'],
    ['10001;US;212;5551234', '212 5551234'],
    ['10115;;30;030 123456', '030 123456'],
    ['10115;;30;+49 30 123456', '+49 30 123456'],
    ['10115;;;123456', '123456'],
    ['10115;;49;30123456', unclear('49')],
    ['1010;;1;123456', unclear('1')],
    ['10115;;30;040 123456', unclear('30')],
  ];
  for (const [line, phone] of phones)
    it(`reads ${line.replaceAll(';', ' ')} as ${phone}`, async () => {
      const header = 'Kundennummer;Firma;PLZ;Land;Vorwahl;Telefon';

      expect(await valuesOf('bill_phone', header, `K1;Tee;${line}`)).to.deep.equal([phone]);
    });

  it('joins and counts the area code of a mobile phone', async () => {
    const [row] = await table.rows('customers', 'Kundennummer;Firma;Mobilvorwahl;Mobil\nK1;Tee;171;12345\n');

    expect(row).to.have.nested.property('input.bill_phone_mobile', '0171 12345');
    expect(row)
      .to.have.property('repairs')
      .that.deep.equals(['bill_phone_mobile: leading zero of area codes restored']);
  });

  for (const [header, line, phone] of [
    ['Ländervorwahl;Telefon', '+49;7541 12345', '+49 7541 12345'],
    ['Ländervorwahl;Telefon', '0049;7541 12345', '0049 7541 12345'],
    ['Vorwahl Land;Vorwahl Ort;Telefonnummer', '43;316;820820', '+43 316 820820'],
    ['Vorwahl Land;Vorwahl Ort;Telefonnummer', ';316;820820', '0316 820820'],
    ['Ländervorwahl;Telefon', '+49;07541 12345', '07541 12345'],
    ['Country Code;Phone', '+44;1584 870001', '+44 1584 870001'],
    ['Ländervorwahl Mobil;Telefon', '+49;7541 12345', '7541 12345'],
  ] as const)
    it(`joins the calling code of a country: ${header} with ${line} is ${phone}`, async () => {
      expect(await valuesOf('bill_phone', `Kundennummer;Firma;${header}`, `K1;Tee;${line}`)).to.deep.equal([
        phone,
      ]);
    });

  it('adds no + to another code of a country that a mapping file joins', async () => {
    const fields = {
      external_ident: 'Nr',
      bill_company: 'Firma',
      bill_phone: { join: ['Country Code', 'Phone'] },
    };
    const file = files.write('join.json', JSON.stringify({ fields }));

    expect(
      await table.first('customers', 'Nr;Firma;Country Code;Phone\nK1;Tee;DE;030 1\n', { file }),
    ).to.include({ bill_phone: 'DE 030 1' });
  });

  for (const [header, line, street] of [
    ['Straat;Huisnr.;Toev. aan huisnr.', 'Kade;263;A', 'Kade 263 A'],
    ['Ulice;Č.p.', 'Křižíkova;12/4', 'Křižíkova 12/4'],
    ['Ulica;Nr budynku;Nr lokalu', 'Długa;10;3', 'Długa 10/3'],
    ['Ulica;Nr lokalu', 'Długa;3', 'Długa'],
    ['Street;Number', 'Havenweg;17-A', 'Havenweg 17-A'],
    ['Street;Number', 'Havenweg;12 bis', 'Havenweg 12 bis'],
  ] as const)
    it(`joins a street with its number: ${header} with ${line} is ${street}`, async () => {
      const lines = [`K1;Tee;${line}`, `K2;Saft;Kerkweg;3${';'.repeat(line.split(';').length - 2)}`];
      const options = { columns: { bill_country: '' } };
      const rows = await table.rows(
        'customers',
        `Kundennummer;Firma;${header}\n${lines.join('\n')}\n`,
        options,
      );

      expect(rows[0]).to.have.nested.property('input.bill_street', street);
    });
});
