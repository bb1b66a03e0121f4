import { expect } from 'chai';
import { inputs, tables } from '../records.ts';

describe('importer: addresses and people in several columns', () => {
  const table = tables();
  const notices = (text: string) => table.notices('customers', text);
  /** Reads the answers of a question, from `--column` on. */
  const answer = (question: string, after: string) => {
    const [, options = ''] = question.split(after);
    const pairs = (options.split('; ')[0] ?? '').matchAll(/--column (\w+)=(?:"([^"]*)")?/g);
    return { columns: Object.fromEntries([...pairs].map(([, field = '', column = '']) => [field, column])) };
  };

  it('reads one address of columns with and without a word for the delivery, and says so', async () => {
    const text = 'Kundennr;Firma;Straße;Liefer-PLZ;Liefer-Ort\nK1;Tee GmbH;Weg 1;24103;Kiel\n';

    expect(await table.first('customers', text)).to.include({ bill_zipcode: '24103', bill_city: 'Kiel' });
    expect(await notices(text)).to.include(
      '"Straße", "Liefer-PLZ" and "Liefer-Ort" are read as one address, that of the customer',
    );
  });

  it('asks about an address with only a street or only a place; both answers work', async () => {
    const text = 'Kundennr;Firma;Straße;PLZ;Ort;Liefer-Ort\nK1;Tee GmbH;Weg 1;24103;Kiel;Lübeck\n';
    const question = await table.refusal('customers', text);

    expect(question).to.match(/^the delivery address has no street, but "Liefer-Ort" is for the delivery/);
    const left = await table.first('customers', text, answer(question, 'leave them out with '));
    expect(left).to.include({ bill_city: 'Kiel' }).and.not.have.property('delivery_city');
    const taken = await table.first('customers', text, answer(question, 'confirm them with '));
    expect(taken).to.include({ bill_city: 'Kiel', delivery_city: 'Lübeck' });
    const half = 'Kundennr;Firma;Straße;Liefer-Straße;Liefer-PLZ;Liefer-Ort\nK1;Tee;Weg 1;Hof 2;24103;Kiel\n';
    const own = await table.first('customers', half, answer(await table.refusal('customers', half), 'set '));
    expect(own)
      .to.include({ bill_street: 'Weg 1', bill_city: 'Kiel' })
      .and.not.have.property('delivery_street');
  });

  it('asks about names that only the deliveries have; both answers work', async () => {
    const text = 'Kundennr;Liefer-Firma;Liefer-Straße;Liefer-PLZ;Liefer-Ort\nK1;Tee GmbH;Weg 1;24103;Kiel\n';
    const question = await table.refusal('customers', text);

    const own = await table.first('customers', text, answer(question, 'set '));
    expect(own).to.include({ bill_company: 'Tee GmbH', bill_street: 'Weg 1', bill_zipcode: '24103' });
    const other = await table.first('customers', text, answer(question, 'of the deliveries with '));
    expect(other).to.include({ delivery_company: 'Tee GmbH', delivery_street: 'Weg 1' });
  });

  it('takes whole addresses in one column for what they are, and "Straße 2" beside "PLZ 2" for no second line', async () => {
    const whole =
      'Kundennr;Firma;Rechnungsadresse;Lieferadresse\nK1;Tee GmbH;Weg 1, 24103 Kiel;Hof 2, 20095 Hamburg\n';
    const second =
      'Kundennr;Firma;Straße;PLZ;Ort;Straße 2;PLZ 2;Ort 2\nK1;Tee GmbH;Weg 1;24103;Kiel;Hof 2;20095;Hamburg\n';

    expect(await table.first('customers', whole)).to.include({ bill_city: 'Kiel', delivery_city: 'Hamburg' });
    expect(await table.first('customers', second))
      .to.include({ bill_street: 'Weg 1' })
      .and.not.have.property('bill_street2');
  });

  it('joins the house number also with a street that the user chose', async () => {
    const text =
      'Kundennr;Firma;Liefer-Straße;Liefer-Hausnummer;Liefer-PLZ;Liefer-Ort\nK1;Tee GmbH;Weg;1;24103;Kiel\n';

    expect(await table.first('customers', text, { columns: { bill_street: 'Liefer-Straße' } })).to.include({
      bill_street: 'Weg 1',
    });
  });

  it('asks for last names beside first names alone', async () => {
    const text = 'Kundennr;Vorname;Co./Last Name\nK1;;Tee GmbH\nK2;Anna;Holm\n';
    const question = await table.refusal('customers', text);

    expect(question).to.match(/^"Vorname" has first names, but no column gives the last names/);
    const [company, person] = await table.rows('customers', text, {
      columns: { bill_lastname: 'Co./Last Name' },
    });
    expect(company).to.have.nested.property('input.bill_company', 'Tee GmbH');
    expect(person).to.have.nested.property('input.bill_lastname', 'Holm');
  });

  it('leaves codes of kinds out, and says so', async () => {
    const text = 'Kundennr;Firma;Nachname;Kundenart\nK1;Tee GmbH;;2\nK2;;Holm;1\n';

    expect(await table.first('customers', text)).to.include({ is_business_client: 1 });
    expect((await notices(text)).join('\n')).to.match(
      /"Kundenart" is not used, since "2" does not say who is a company/,
    );
    const words = 'Kundennr;Firma;Nachname;Kundenart\nK1;Tee;;Firma\nK2;;Holm;privat\n';
    expect((await notices(words)).join('\n')).not.to.contain('Kundenart');
  });

  it('tells day and month by all rows, or leaves the date out and says so', async () => {
    const unclear = 'Kundennr;Firma;Created\nK1;Tee GmbH;03/04/2026\nK2;Saft AG;11/12/2025\n';
    const american = 'Kundennr;Firma;Created\nK1;Tee GmbH;03/04/2026\nK2;Saft AG;11/22/2025\n';

    expect(await table.first('customers', unclear)).not.to.have.property('date_created');
    expect((await notices(unclear)).join('\n')).to.match(
      /"Created" is not used: "03\/04\/2026" may be DD\/MM\/YYYY or MM\/DD\/YYYY/,
    );
    expect(await table.first('customers', american)).to.include({ date_created: '2026-03-03 23:00:00' });
    expect(await notices(american)).to.include('the dates of "Created" are read as MM/DD/YYYY');
  });

  it('reads times with AM and PM', async () => {
    const text = 'Kundennr;Firma;Created\nK1;Tee GmbH;3/14/22, 12:05 AM\nK2;Saft AG;3/4/22, 2:12 PM\n';
    const rows = inputs(await table.rows('customers', text));

    expect(await notices(text)).to.include('the dates of "Created" are read as MM/DD/YY, HH:mm AM');
    expect(rows.map(({ date_created: date }) => date)).to.deep.equal([
      '2022-03-13 23:05:00',
      '2022-03-04 13:12:00',
    ]);
  });

  it('asks about payment terms that may be codes; both answers work', async () => {
    const text = 'Kundennr;Firma;Zahlungsziel\nK1;Tee GmbH;1\nK2;Saft AG;3\n';
    const question = await table.refusal('customers', text);

    expect(question).to.match(/^column "Zahlungsziel" has numbers that may be codes instead of days/);
    const days = await table.first('customers', text, answer(question, 'if it has days, set '));
    expect(days).to.include({ term_of_credit: 1 });
    const none = await table.first('customers', text, answer(question, 'leave it out with '));
    expect(none).not.to.have.property('term_of_credit');
    const named = text.replace('Zahlungsziel', 'Zahlungsziel Tage');
    expect(await table.first('customers', named)).to.include({ term_of_credit: 1 });
  });

  it('refuses a field that does not exist, also to leave it out', async () => {
    const text = 'Kundennr;Firma\nK1;Tee GmbH\n';

    await table.rows('customers', text, { columns: { user_note: '' } });
    const { message } = await table
      .rows('customers', text, { columns: { article_nr: '' } })
      .then(() => new Error('none'))
      .catch((error: Error) => error);
    expect(message).to.match(/^--column article_nr=…: unknown field/);
  });

  for (const [header, row, street] of [
    ['Straße;Hausnr.;Zusatz', 'Weg;3;b', 'Weg 3 b'],
    ['Straat;Huisnummer;Toevoeging', 'Weg;3;bis', 'Weg 3 bis'],
    ['Ulica;Nr domu;Nr lokalu', 'Polna;5;7', 'Polna 5/7'],
    ['Ulice;Číslo popisné;Číslo orientační', 'Dlouhá;12;3', 'Dlouhá 12/3'],
    ['Indirizzo;Civico;Interno;Scala', 'Via Po;3;4;B', 'Via Po 3 scala B int. 4'],
    ['Calle;Número;Piso;Puerta', 'Sol;3;2;B', 'Sol 3, 2 B'],
    ['Lieferstraße;Liefer-Hausnummer;Liefer-Hausnummernzusatz', 'Hof;2;a', undefined],
  ] as const)
    it(`joins the parts of a street: ${header}`, async () => {
      const given = await table.first(
        'customers',
        street === undefined
          ? `Kundennr;Firma;${header};Liefer-PLZ;Liefer-Ort\nK1;Tee GmbH;${row};24103;Kiel\n`
          : `Kundennr;Firma;${header};PLZ;Ort\nK1;Tee GmbH;${row};24103;Kiel\n`,
      );

      if (street === undefined) expect(given).to.include({ delivery_street: 'Hof 2 a' });
      else expect(given).to.include({ bill_street: street }).and.not.have.property('bill_street2');
    });

  for (const [text, parts] of [
    ['Kai 7, 24103 Kiel, Deutschland', ['Kai 7', '24103', 'Kiel', 'de']],
    ['Kai 7 24103 Kiel Deutschland', ['Kai 7', '24103', 'Kiel', 'de']],
    ['"Kai 7\n24103 Kiel\nDänemark"', ['Kai 7', '24103', 'Kiel', 'dk']],
    ['Haus A, Kai 7, 24103 Kiel', ['Haus A, Kai 7', '24103', 'Kiel', undefined]],
    ['4581 Finch St., Bayshore, CA 94326', ['4581 Finch St.', '94326', 'Bayshore, CA', 'us']],
    ['Kai 7, Hinterhaus', ['Kai 7, Hinterhaus', undefined, undefined, undefined]],
  ] as const)
    it(`splits the address ${JSON.stringify(text)}`, async () => {
      const [row] = await table.rows('customers', `Kundennr;Firma;Anschrift\nK1;Tee;${text}\n`);
      const input: Readonly<Record<string, unknown>> = row && 'input' in row ? row.input : {};

      expect(['street', 'zipcode', 'city', 'country'].map((part) => input[`bill_${part}`])).to.deep.equal(
        parts,
      );
    });

  for (const text of ['Kai 7, Kiel 24103', 'Kai 7, Kiel, DE 24103'])
    it(`refuses "${text}", which it can't split`, async () => {
      const [row] = await table.rows('customers', `Kundennr;Firma;Anschrift\nK1;Tee;"${text}"\n`);

      expect(row).to.have.nested.property(
        'fault.message',
        `bill_street: "${text}" seems to be a whole address: write its zip code and city into columns of their own, or as in Weg 1, 24103 Kiel`,
      );
    });
});
