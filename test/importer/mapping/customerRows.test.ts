import { expect } from 'chai';
import { tables } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';

describe('importer: rows that are not customers', () => {
  const table = tables();
  const files = temporaryFiles();
  const header = 'Kundennummer;Nachname;PLZ;Ort;E-Mail';
  const full = '1;Beck;10115;Berlin;a@example.com';
  const loneValue = {
    code: 'row_fields',
    message: 'the row has a single value, like a heading: remove it, or fill another column',
  };
  const rowsOf = (...lines: readonly string[]) => table.rows('customers', `${lines.join('\n')}\n`);

  for (const row of [
    'Region Nord;;;;',
    ';Daten vertraulich – nicht weitergeben!;;;',
    '2026;;;;',
    ' Region Süd ;;;;',
  ])
    it(`refuses "${row}", which may be a heading`, async () => {
      expect((await rowsOf(header, full, full, row))[2]).to.deep.equal({ fault: loneValue });
    });

  it('refuses the headings among addresses', async () => {
    const text = 'customer_ident;Nachname;Straße;PLZ;Ort\nRegion Nord;;;;\n1;Beck;Weg 1;10115;Berlin\n';

    expect((await table.rows('addresses', text))[0]).to.deep.equal({ fault: loneValue });
  });

  it('skips a row that has nothing but the ident of the row before, and stores one that comes after it', async () => {
    const fields = { external_ident: 'Nr', bill_lastname: 'Name', bill_zipcode: 'PLZ', bill_city: 'Ort' };
    const file = files.write('orders.json', JSON.stringify({ fields, skip_repeats: true }));
    const orders = ['Nr;Name;PLZ;Ort', 'a;Beck;10115;Berlin', 'a;;;', 'b;;;', 'b;Cohn;10115;Berlin'];

    const [, again, lone, complete] = await table.rows('customers', orders.join('\n'), { file });

    expect(again).to.deep.equal({ skip: 'the row belongs to the same record as the row before' });
    expect(lone).to.deep.equal({ fault: loneValue });
    expect(complete).to.have.nested.property('input.bill_lastname', 'Cohn');
  });

  it('keeps a customer of whom nothing is known but the e-mail', async () => {
    const emails = ['a@example.com;Beck;10115;Berlin', 'b@example.com;Cohn;10115;Berlin', 'c@example.com;;;'];

    expect((await rowsOf('E-Mail;Nachname;PLZ;Ort', ...emails))[2]).to.have.nested.property(
      'input.bill_email',
      'c@example.com',
    );
  });

  it('keeps a list of which most rows have one value', async () => {
    const found = await rowsOf('Kundennummer;Nachname;Ort', ';Beck;', ';Cohn;', ';Doll;', '4;Ehm;Ulm');

    expect(found.filter((row) => 'skip' in row || 'fault' in row)).to.deep.equal([]);
  });

  for (const row of [
    'Anzahl Kunden:;58;;;',
    'Gesamtanzahl;;;58;',
    'Number of customers;1,058;;;',
    'Liczba klientów;58;;;',
  ])
    it(`skips the count "${row}"`, async () => {
      expect((await rowsOf(header, full, full, row))[2]).to.deep.equal({
        skip: 'the row is a line of totals',
      });
    });

  for (const row of ['58;Anzahl;;;', 'Anzahl Kunden;58;;Ulm;', 'Anzahlik;58;;;'])
    it(`takes "${row}" for no count`, async () => {
      expect((await rowsOf(header, full, full, row))[2]).to.not.have.property('skip');
    });

  it('refuses totals that have the values of a customer', async () => {
    expect((await rowsOf(header, full, full, 'Summe;Kunden;;Berlin;'))[2]).to.have.nested.property(
      'fault.message',
      'customer_nr: "Summe" looks like a line of totals: remove it, or rename the customer if it is one',
    );
  });

  it('takes a company with such a name for a customer', async () => {
    const [row] = await rowsOf('Kundennummer;Firma;PLZ;Ort', '1;Total;10115;Berlin');

    expect(row).to.have.nested.property('input.bill_company', 'Total');
  });
});
