import { expect } from 'chai';
import { summaryOf } from '../../support/imports.ts';
import { withImports } from '../../support/withImports.ts';

describe('imported people', () => {
  const imports = withImports();

  const list = (name: string, ...lines: readonly string[]) => imports.write(name, `${lines.join('\n')}\n`);
  const titles = async () =>
    (await imports.storedRows('customers')).map(({ bill_lastname, bill_title }) => [
      bill_lastname,
      bill_title,
    ]);

  it('have no title instead of "Company" without a form of address, and keep the one that they have', async () => {
    await list('a.csv', 'Kundennr;Anrede;Nachname;Ort', '17;Frau;Tee;Kiel', '18;;Saft;Kiel');
    await list('b.csv', 'Kundennr;Anrede;Nachname;Ort', '17;;Tee;Bonn', '18;;Saft;Bonn');

    await imports.run('customers', 'a.csv');
    const first = await titles();
    const again = await imports.run('customers', 'b.csv', '--on-existing', 'update', '--json');

    expect(first).to.have.deep.members([
      ['Tee', 1],
      ['Saft', 3],
    ]);
    expect(summaryOf(again), again.stderr).to.include({ updated: 2, refused: 0 });
    expect(await titles()).to.have.deep.members(first);
  });

  it('get the addresses of their other rows, and no copy of the billing address', async () => {
    const head = 'Kundennummer;Firma;Strasse;PLZ;Ort;Land';
    await list('a.csv', head, '17;Tee;Ring 5;24103;Kiel;DE', '17;Tee;Hof 1;53111;Bonn;DE');

    const customers = await imports.run('customers', 'a.csv', '--on-repeat', 'first', '--idents', 'i.csv');
    const addresses = await imports.run('addresses', 'a.csv', '--customers', 'i.csv', '--json');
    const again = await imports.run('addresses', 'a.csv', '--customers', 'i.csv', '--json');

    expect(customers.code, customers.stderr).to.equal(0);
    expect(summaryOf(addresses), addresses.stderr).to.include({ created: 1, existed: 1 });
    expect(summaryOf(again)).to.include({ created: 0, existed: 2 });
    expect((await imports.storedRows('addresses')).map(({ delivery_city }) => delivery_city)).to.deep.equal([
      'Bonn',
    ]);
  });

  it('are found by their e-mail address also in small letters', async () => {
    await list('a.csv', 'Kundennr;Nachname;E-Mail', '17;Tee;anna@example.com');
    await list('b.csv', 'E-Mail;Ort', 'Anna@Example.com;Kiel');
    await imports.run('customers', 'a.csv');

    const found = await imports.run('customers', 'b.csv', '--match', 'bill_email', '--update-only', '--json');

    expect(summaryOf(found), found.stderr).to.include({ updated: 1, refused: 0 });
    expect(await imports.storedRow('customers')).to.include({ bill_city: 'Kiel' });
  });
});
