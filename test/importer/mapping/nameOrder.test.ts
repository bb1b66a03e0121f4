import { expect } from 'chai';
import { tables } from '../records.ts';

describe('importer: the order of names', () => {
  const table = tables();
  const list = (column: string, ...names: string[]) =>
    `Kundennummer;${column};Ort\n${names.map((name, at) => `${at + 1};${name};Kiel\n`).join('')}`;
  const titled = (...names: string[]) =>
    `Kundennummer;Anrede;Name\n${names.map((name, at) => `${at + 1};Frau;${name}\n`).join('')}`;

  for (const [column, name, last, first] of [
    ['Nachname Vorname', 'Ernst Maria', 'Ernst', 'Maria'],
    ['Nom Prénom', 'Martin Paul', 'Martin', 'Paul'],
    ['Nachname, Vorname', 'Beck Xen', 'Beck', 'Xen'],
    ['Nazwisko i imię', 'Nowak Ewa', 'Nowak', 'Ewa'],
    ['Cognome Nome', 'Rossi Anna Maria', 'Rossi', 'Anna Maria'],
    ['Nachname Vorname', 'von Beck Xen', 'von Beck', 'Xen'],
    ['Nachname Vorname', 'Meyer, Ida', 'Meyer', 'Ida'],
    ['Vorname Nachname', 'Ernst Maria', 'Maria', 'Ernst'],
  ] as const)
    it(`"${name}" in a column "${column}" has the last name ${last}`, async () => {
      expect(await table.first('customers', list(column, name))).to.include({
        bill_lastname: last,
        bill_firstname: first,
      });
    });

  it('refuses a name that may be split in several ways, and keeps companies', async () => {
    const rows = await table.rows('customers', list('Nachname Vorname', 'Garcia Lopez Xen', 'Bau GmbH'));

    expect(rows[0]).to.have.nested.property(
      'fault.message',
      'bill_name: "Garcia Lopez Xen" may be split in several ways: correct it, with a comma after the last name',
    );
    expect(rows[1]).to.have.nested.property('input.bill_company', 'Bau GmbH');
  });

  it('asks about names whose last word is a first name, and takes the answer', async () => {
    const columns = { bill_name_last_first: 'Name' };

    expect(await table.refusal('customers', list('Name', 'Müller Hans', 'Schmidt Anna'))).to.contain(
      'for persons, last name first, with --column bill_name_last_first="Name", ',
    );
    for (const text of [list('Name', 'Müller Hans'), titled('Müller Hans')])
      expect(await table.first('customers', text, { columns })).to.include({
        bill_lastname: 'Müller',
        bill_firstname: 'Hans',
      });
  });

  it('asks about the order also beside a form of address, unless most names have the usual one', async () => {
    expect(await table.refusal('customers', titled('Müller Lena', 'Schmidt Anna'))).to.equal(
      '"Name" seems to have the last name before the first one ("Müller Lena", "Schmidt Anna"): if it does, set --column bill_name_last_first="Name"; if not, set --column bill_name="Name"',
    );
    expect(await table.first('customers', titled('Anna Schmidt', 'Lena Beck', 'Ximena Paul'))).to.include({
      bill_lastname: 'Schmidt',
    });
  });
});
