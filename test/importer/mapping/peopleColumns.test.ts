import { expect } from 'chai';
import { inputs, tables } from '../records.ts';

describe('importer: columns of people', () => {
  const table = tables();
  const rows = (lines: readonly string[]) => table.rows('customers', `${lines.join('\n')}\n`);
  const first = async (...lines: readonly string[]) => inputs(await rows(lines))[0];

  for (const header of [
    'Klantnr;Voornaam;Tussenvoegsel;Achternaam',
    'Kundennr;Vorname;Namensvorsatz;Nachname',
    'Cliente;Nombre;Apellido 1;Apellido 2',
  ])
    it(`joins the parts of a last name: ${header}`, async () => {
      const mapped = await rows([header, 'K1;Jan;van den;Berg', 'K2;Jo;;Smit', 'K3;An;de;Wit']);

      expect(inputs(mapped).map(({ bill_lastname: last }) => last)).to.deep.equal([
        'van den Berg',
        'Smit',
        'de Wit',
      ]);
    });

  it('asks about a column that may have parts of last names', async () => {
    const lines = 'Kundennr;Vorname;Namenszusatz;Nachname\nK1;Jan;jun.;Berg\n';

    expect(await table.refusal('customers', lines)).to.include(
      '"Namenszusatz" seems to have parts of the last names',
    );
    expect(await table.first('customers', lines, { columns: { bill_lastname: 'Nachname' } })).to.include({
      bill_lastname: 'Berg',
    });
  });

  it('takes "Name" beside "Vorname" for the last name of a person', async () => {
    const [input] = inputs(await rows(['Kundennr;Name;Vorname', 'K1;Holm;Ole']));

    expect(input).to.include({ bill_lastname: 'Holm', bill_firstname: 'Ole' });
    expect(input).not.to.have.any.keys('bill_company', 'is_business_client');
  });

  it('refuses codes of other programs as forms of address, and takes those of the service', async () => {
    const [row] = await rows(['Kundennr;Nachname;Anrede', 'K1;Holm;1']);

    expect(row).to.have.nested.property('fault.field', 'bill_title');
    expect(await first('Kundennr;Nachname;bill_title', 'K1;Holm;1')).to.include({ bill_title: 1 });
  });

  it('takes a column "Firma" of yes and no for a flag, and no word for a VAT number', async () => {
    expect(await first('Kundennr;Nachname;Firma', 'K1;Holm;J')).to.include({ is_business_client: 1 });
    const [row] = await rows(['Kundennr;Nachname;UStID', 'K1;Holm;pending']);
    expect(row).to.have.nested.property('fault.field', 'bill_vat_nr');
  });

  for (const [name, bill_title, bill_firstname, bill_lastname] of [
    ['Mr & Mrs Hughes', 5, undefined, 'Hughes'],
    ['Herr und Frau Peter Holm', 5, 'Peter', 'Holm'],
    ['Sig. e Sig.ra Rossi', 5, undefined, 'Rossi'],
    ['Fam. Karl Holm', 4, 'Karl', 'Holm'],
  ] as const)
    it(`reads "${name}" as several people`, async () => {
      const input = await first('Kundennr;Vollständiger Name', `K1;${name}`);

      expect(input).to.include({ bill_title, bill_lastname });
      expect(input?.bill_firstname).to.equal(bill_firstname);
    });

  for (const name of [
    'Gamma Łożyska s.j.',
    'Nowak i Syn sp.k.',
    'Ściana s.c.',
    'Stavby k.s.',
    'Meier & Kranz mbB',
  ])
    it(`takes "${name}" for a company`, async () => {
      expect(await first('Kundennr;Name', `K1;${name}`)).to.include({ bill_company: name });
    });

  it('asks about names in another column if the column of companies is empty in some rows', async () => {
    const lines = 'Kundennr;Firma;Ansprechpartner 1\nK1;Tee GmbH;Eva Holm\nK2;;Petra Sommer\n';

    expect(await table.refusal('customers', lines)).to.equal(
      'some rows have no name in "Firma", but have one in "Ansprechpartner 1": take it with --column bill_name="Ansprechpartner 1"; or leave it out with --column bill_company="Firma"',
    );
    const rows = await table.rows('customers', lines, { columns: { bill_name: 'Ansprechpartner 1' } });
    expect(inputs(rows)[1]).to.include({ bill_firstname: 'Petra', bill_lastname: 'Sommer' });
    expect(await table.first('customers', lines, { columns: { bill_company: 'Firma' } })).to.include({
      bill_company: 'Tee GmbH',
    });
  });
});
