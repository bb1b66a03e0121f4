import { expect } from 'chai';
import { asNewRecord } from '../../../importer/mapping/completeRecord.ts';
import type { MappingOptions } from '../../../importer/mapping/mappingOptions.ts';
import { inputs, tables } from '../records.ts';

describe('importer: people, companies and places', () => {
  const table = tables();
  const rows = (lines: readonly string[], options: MappingOptions = {}) =>
    table.rows('customers', `${lines.join('\n')}\n`, options);
  const first = async (...lines: readonly string[]) => inputs(await rows(lines))[0];
  const anyCountry = { columns: { bill_country: '' } };

  for (const name of [
    'Schulze Bau GmbH',
    'Tee GmbH & Co. KG',
    'Tee e.K.',
    'Acme, Inc.',
    'Rossi S.p.A.',
    'Jansen B.V.',
    'Nowak Sp. z o.o.',
    'Dupont SARL',
    'Horvat d.o.o.',
    'Nagy Kft.',
    'Fa. Müller',
  ])
    it(`takes "${name}" for a company in a column of names`, async () => {
      const [row] = await rows(['Nr;Name', `K1;${name.includes(';') ? '' : name}`]);
      const [last] = await rows(['Kundennummer;Vorname;Nachname', `K1;;${name}`]);

      expect(row).to.deep.include({ repairs: ['bill_name: taken for a company'] });
      expect(inputs([row as never])[0]).to.include({ bill_company: name, is_business_client: 1 });
      expect(last).to.deep.include({ repairs: ['bill_lastname: taken for a company by its legal form'] });
      expect(inputs([last as never])[0])
        .to.include({ bill_company: name })
        .and.not.have.property('bill_lastname');
    });

  for (const [name, bill_firstname, bill_lastname] of [
    ['Müller, Hans', 'Hans', 'Müller'],
    ['Hans Müller', 'Hans', 'Müller'],
    ['Anna-Maria de Vries', 'Anna-Maria', 'de Vries'],
    ['Huber, Xaver', 'Xaver', 'Huber'],
  ] as const)
    it(`splits the name "${name}", and says so`, async () => {
      const [row] = await rows(['Kundennr;Kunde;Ort', `K1;${name};Kiel`], {
        columns: { bill_name: 'Kunde' },
      });

      expect(inputs([row as never])[0]).to.include({ bill_firstname, bill_lastname });
      expect(row)
        .to.have.nested.property('repairs[0]')
        .that.matches(/^bill_name: split /);
    });

  it('asks about names that may be a person or a company, and takes the answer', async () => {
    const lines = ['Kundennr;Name;Ort', 'K1;Xaver Huber;Kiel', 'K2;Hans Müller;Bonn', 'K3;Tee AG;Bonn'];

    expect(await table.refusal('customers', lines.join('\n'))).to.equal(
      '"Name" has names that may be a person\'s or a company\'s, such as "Xaver Huber", in 1 of 3 rows: take those without a legal form for persons with --column bill_name="Name", all for companies with --column bill_company="Name", or keep them whole with --column bill_lastname="Name"',
    );
    expect(
      inputs(await rows(lines, { columns: { bill_name: 'Name' } })).map((row) => row.bill_lastname),
    ).to.deep.equal(['Huber', 'Müller', undefined]);
  });

  it('needs no answer where the row says what it is', async () => {
    const titled = await first('Kundennr;Anrede;Name', 'K1;Frau;Xaveria Huber');
    const flagged = inputs(
      await rows(['Number,Name,is_company', 'K1,Xaver Huber,False', 'K2,Blue Sky,True', 'K3,Tee,TRUE']),
    );
    const named = await first('Kundennr;Firma;Ansprechpartner', 'K1;Blue Sky;Xaver Huber');
    const prefixed = await first('Kundennr;Name', 'K1;Herr Dr. Hans Müller');

    expect(titled).to.include({ bill_title: 1, bill_firstname: 'Xaveria', bill_lastname: 'Huber' });
    expect(flagged[0]).to.include({ bill_firstname: 'Xaver', bill_lastname: 'Huber', is_business_client: 0 });
    expect(flagged[1]).to.include({ bill_company: 'Blue Sky', is_business_client: 1 });
    expect(flagged[2]).to.include({ bill_company: 'Tee' });
    expect(named).to.include({ bill_company: 'Blue Sky', bill_firstname: 'Xaver', bill_lastname: 'Huber' });
    expect(prefixed).to.include({ bill_title: 6, bill_firstname: 'Hans', bill_lastname: 'Müller' });
  });

  for (const [form, title] of [
    ['Monsieur', 0],
    ['Madame', 1],
    ['Signora', 1],
    ['Meneer', 0],
    ['De heer', 0],
    ['Señora', 1],
  ] as const)
    it(`takes "${form}" from a whole name`, async () => {
      expect(await first('Kundennr;Name', `K1;${form} Jean Dupont`)).to.include({
        bill_title: title,
        bill_firstname: 'Jean',
        bill_lastname: 'Dupont',
      });
    });

  it('asks for the names when no column is known to have them', async () => {
    const lines = ['Kundennr;Adressname;Suchname;Ort', 'K1;Tee GmbH;TEE;Kiel'];
    const mails = ['E-Mail;Newsletter', 'a@example.com;1'];

    expect(await table.refusal('customers', lines.join('\n'))).to.equal(
      'no column gives the names of the customers. Is it "Adressname" or "Suchname"? Choose one with --column bill_name="Adressname" for persons and companies, bill_company="Adressname" or bill_lastname="Adressname"; or import customers without names with --column customer_nr="Kundennr"',
    );
    expect(await table.refusal('customers', 'Kundennr;Besteller\nK1;Anna Tee\nK2;Saft AG\n')).to.match(
      /^no column gives the names of the customers. Is it "Besteller"\?/,
    );
    expect(inputs(await rows(lines, { columns: { customer_nr: 'Kundennr' } }))[0]).to.include({
      customer_nr: 'K1',
    });
    expect(inputs(await rows(lines, { columns: { bill_name: 'Adressname' } }))[0]).to.include({
      bill_company: 'Tee GmbH',
    });
    expect(await first(...mails)).to.include({ bill_email: 'a@example.com' });
  });

  it('takes the first of several addresses', async () => {
    const head = 'Kundennr;Firmenname;Straße 1;PLZ 1;Ort 1;Straße 2;PLZ 2;Ort 2';

    expect(await first(head, 'K1;Tee;Ring 5;24103;Kiel;Hof 1;53111;Bonn')).to.include({
      bill_street: 'Ring 5',
      bill_zipcode: '24103',
      bill_city: 'Kiel',
    });
  });

  it('splits last names that are whole ones', async () => {
    const names = async (...lines: readonly string[]) =>
      inputs(await rows(lines)).map(({ bill_firstname, bill_lastname }) => [bill_firstname, bill_lastname]);

    expect(
      await names('Kundennr;Nachname', 'K1;Müller, Hans', 'K2;Hans Meier', 'K3;von der Au'),
    ).to.deep.equal([
      ['Hans', 'Müller'],
      ['Hans', 'Meier'],
      [undefined, 'von der Au'],
    ]);
    expect(await names('Kundennr;Vorname;Nachname', 'K1;;Müller, Hans', 'K2;;Maria Meier')).to.deep.equal([
      ['Hans', 'Müller'],
      [undefined, 'Maria Meier'],
    ]);
  });

  it('takes a whole name beside another first and last name for the company', async () => {
    const head = 'Kundennr;ContactName;FirstName;LastName';
    const [company, same] = inputs(await rows([head, 'K1;Boom FM;Jo;Day', 'K2;Jo Day;Jo;Day']));

    expect(company).to.include({ bill_company: 'Boom FM', bill_firstname: 'Jo', bill_lastname: 'Day' });
    expect(same).to.include({ bill_lastname: 'Day' }).and.not.have.property('bill_company');
  });

  it('takes Name for the last name beside a column of first names', async () => {
    expect(await first('Kundennr;Vorname;Name', 'K1;Xaver;Blue Sky')).to.include({
      bill_firstname: 'Xaver',
      bill_lastname: 'Blue Sky',
    });
    expect(await first('Codice cliente;Nome;Cognome', 'K1;Anna;Rossi')).to.include({
      bill_firstname: 'Anna',
      bill_lastname: 'Rossi',
    });
  });

  for (const [text, bill_zipcode, bill_city] of [
    ['10115 Berlin', '10115', 'Berlin'],
    ['D-10115 Berlin', '10115', 'Berlin'],
    ['1011 AB Amsterdam', '1011 AB', 'Amsterdam'],
    ['00-950 Warszawa', '00-950', 'Warszawa'],
    ['111 22 Solna', '111 22', 'Solna'],
  ] as const)
    it(`splits "${text}" into zip code and city, and says so`, async () => {
      const [row] = await rows(['Kundennr;Firma;PLZ/Ort', `K1;Tee;${text}`], anyCountry);
      const [inCity] = inputs(await rows(['Kundennr;Firma;Ort', `K1;Tee;${text}`], anyCountry));

      expect(inputs([row as never])[0]).to.include({ bill_zipcode, bill_city });
      expect(row).to.deep.include({ repairs: ['bill_zip_city: split into zip code and city'] });
      expect(inCity).to.include({ bill_zipcode, bill_city });
    });

  it("refuses a place that it can't split, and takes the country before the zip code", async () => {
    const [row] = await rows(['Kundennr;Firma;PLZ Ort', 'K1;Tee;Dublin D02 AF30'], anyCountry);

    expect(row)
      .to.have.nested.property('fault.message')
      .that.matches(/^bill_zip_city: .* is not a zip code and a city/);
    expect(await first('Kundennr;Firma;PLZ Ort', 'K1;Tee;A-1010 Wien')).to.include({
      bill_country: 'at',
      bill_zipcode: '1010',
    });
    expect(await first('Kundennr;Firma;Anschrift', 'K1;Tee;9 Station Terrace, Derby DE4 3NA')).to.include({
      bill_country: 'gb',
      bill_zipcode: 'DE4 3NA',
      bill_city: 'Derby',
    });
  });

  it('finds a zip code behind 200,000 blanks, for which quadratic time would be minutes', async () => {
    const address = `9 Terrace,${' '.repeat(200_000)}x DE4 3NA`;
    expect(await first('Kundennr;Firma;Anschrift', `K1;Tee;${address}`)).to.include({ bill_country: 'gb' });
  });

  it('splits an address in one column', async () => {
    expect(await first('Kundennr;Firma;Anschrift', 'K1;Tee;Am Ring 5, 24103 Kiel')).to.include({
      bill_street: 'Am Ring 5',
      bill_zipcode: '24103',
      bill_city: 'Kiel',
    });
  });

  it('joins house numbers that do not stand beside the street, but no running number', async () => {
    expect(await first('Nr.;Kundennummer;Name;Strasse', '12b;K1;Tee GmbH;Gasse')).to.include({
      bill_street: 'Gasse 12b',
    });
    expect(await first('Kundennummer;Name;Strasse;Nr.', 'K1;Tee GmbH;Gasse 12b;1')).to.include({
      bill_street: 'Gasse 12b',
    });
  });

  for (const name of ['Nr.', 'Hausnummer', 'Huisnr', 'Numero civico'])
    it(`joins the house number of "${name}"`, async () => {
      expect(await first(`Kundennr;Firma;Straße;${name};Ort`, 'K1;Tee;Am Ring;5 a;Kiel')).to.include({
        bill_street: 'Am Ring 5 a',
      });
    });

  it('joins area code and phone number, and country and VAT number', async () => {
    const phones = [
      'Kundennr;Firma;Vorwahl;Telefon',
      'K1;Tee;030;901820',
      'K2;Saft;030;',
      'K3;Wein;030;030 1',
    ];
    const vat = [
      'Konto;Firma;EU-Land;EU-UStID',
      'K1;Tee;DE;123456789',
      'K2;Saft;DE;DE123456789',
      'K3;Wein;DE;',
    ];

    expect(inputs(await rows(phones)).map(({ bill_phone }) => bill_phone)).to.deep.equal([
      '030 901820',
      undefined,
      '030 1',
    ]);
    expect(inputs(await rows(vat)).map(({ bill_vat_nr }) => bill_vat_nr)).to.deep.equal([
      'DE123456789',
      'DE123456789',
      undefined,
    ]);
  });

  it('gives new persons without a form of address no title, and keeps "Company" for companies', () => {
    const title = (input: Record<string, string | number>) => asNewRecord('customers', input).bill_title;

    expect(title({ bill_lastname: 'Tee' })).to.equal(3);
    expect(title({ bill_firstname: 'Anna', bill_company: 'Tee GmbH' })).to.equal(3);
    expect(title({ bill_company: 'Tee GmbH' })).to.equal(undefined);
    expect(title({ bill_lastname: 'Tee', bill_title: 1 })).to.equal(1);
    expect(asNewRecord('addresses', { delivery_lastname: 'Tee' })).to.include({ delivery_title: 3 });
    expect(asNewRecord('articles', { article_title: 'Tee' })).to.deep.equal({ article_title: 'Tee' });
  });

  it('reads French, Italian, Polish and Dutch columns', async () => {
    expect(
      await first(
        'N° client;Civilité;Prénom;Nom;Adresse;Code postal;Ville;Pays',
        'C1;Mme;Anne;Dupont;1 rue X;75001;Paris;France',
      ),
    ).to.include({
      customer_nr: 'C1',
      bill_title: 1,
      bill_lastname: 'Dupont',
      bill_zipcode: '75001',
      bill_country: 'fr',
    });
    expect(
      await first(
        'Codice cliente;Ragione sociale;Partita IVA;Indirizzo;CAP;Città;Paese',
        'C1;Rossi Srl;IT123;Via Roma 1;00100;Roma;Italia',
      ),
    ).to.include({
      bill_company: 'Rossi Srl',
      bill_vat_nr: 'IT123',
      bill_zipcode: '00100',
      bill_city: 'Roma',
    });
    expect(
      await first(
        'Imię;Nazwisko;Ulica;Kod pocztowy;Miejscowość;NIP;Kraj',
        'Anna;Nowak;Długa 1;00-950;Warszawa;5250000001;Polska',
      ),
    ).to.include({ bill_firstname: 'Anna', bill_zipcode: '00-950', bill_vat_nr: '5250000001' });
    expect(
      await first(
        'Klantnummer;Voornaam;Achternaam;Straat;Huisnummer;Postcode;Plaats;Land',
        'C1;Jan;de Vries;Laan;5;1011 AB;Amsterdam;NL',
      ),
    ).to.include({ bill_lastname: 'de Vries', bill_street: 'Laan 5', bill_city: 'Amsterdam' });
  });
});
