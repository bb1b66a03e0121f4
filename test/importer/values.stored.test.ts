import { expect } from 'chai';
import { summaryOf } from '../support/imports.ts';
import { withImports } from '../support/withImports.ts';

describe('import values store', () => {
  const imports = withImports('all');

  it('repaired values, which are counted, and none that is damaged', async () => {
    await imports.write(
      'damaged.csv',
      'Kundennummer;Nachname;PLZ;Land;Telefon;Angelegt am\n1;A;1067;DE;;01.07.2026 10:00\n2;B;1010;AT;;\n3;C;10115;n/a;4,9E+11;\n',
    );

    const ended = await imports.run('customers', 'damaged.csv');

    expect(ended.stdout).to.match(/ 2 created\n/);
    expect(ended.stdout).to.match(
      / 1 value repaired\n +1 bill_zipcode: leading zero of German zip codes restored/,
    );
    expect(ended.stdout).to.match(/ 1 refused, .*\n +1 bill_phone: "4,9E\+11" was damaged by a spreadsheet/);
    expect(await imports.storedRow('customers', { customer_nr: '1' })).to.include({
      bill_zipcode: '01067',
      bill_country: 'de',
      date_created: '2026-07-01 08:00:00',
    });
    expect(await imports.storedRow('customers', { customer_nr: '2' })).to.include({
      bill_zipcode: '1010',
    });
  });

  it('no value that is none, with --on-bad-value empty', async () => {
    await imports.write(
      'bad.csv',
      'Kundennummer;Nachname;E-Mail;Zahlungsziel\n7;A;unbekannt@;bald\n8;B;b@example.com;14\n',
    );

    const refused = await imports.run('customers', 'bad.csv', '--json');
    const emptied = await imports.run('customers', 'bad.csv', '--json', '--on-bad-value', 'empty');

    expect(summaryOf(refused)).to.include({ created: 1, refused: 1 });
    expect(summaryOf(emptied)).to.include({ created: 1 });
    expect(summaryOf(emptied).repairs).to.deep.equal({
      'bill_email: left empty, since it does not accept the value': 1,
      'term_of_credit: left empty, since it does not accept the value': 1,
    });
    expect(await imports.storedRow('customers', { customer_nr: '7' })).to.include({ bill_email: '' });
  });
});
