import { expect } from 'chai';
import { summaryOf } from '../../support/imports.ts';
import { withImports } from '../../support/withImports.ts';

const update = ['--on-existing', 'update', '--json'];

describe('the identity of imported records', () => {
  const imports = withImports();

  const titles = async () => (await imports.storedRows('articles')).map(({ article_title }) => article_title);
  const list = (name: string, ...lines: readonly string[]) => imports.write(name, `${lines.join('\n')}\n`);

  it('comes from a column that is filled and unique, so that a catalogue is not doubled', async () => {
    await list('a.csv', 'Artikelnummer;Bezeichnung;VK netto;MwSt', '7;Tee;2,00;7', '8;Kaffee;3,00;7');
    await list(
      'b.csv',
      'Artikelnummer;Bezeichnung;VK netto;MwSt;Lager',
      '7;Tee;2,50;7;4',
      '8;Kaffee;3,00;7;9',
    );

    const once = await imports.run('articles', 'a.csv');
    const twice = await imports.run('articles', 'b.csv', ...update);

    expect(once.stderr).to.contain(
      '"Artikelnummer" is filled and unique in all 2 rows: it identifies the articles (--ident to choose another)',
    );
    expect(summaryOf(twice)).to.include({ created: 0, updated: 1, unchanged: 1 });
    expect(await titles()).to.have.members(['Tee', 'Kaffee']);
  });

  it('comes from the same column when a few of its values are repeated by mistake', async () => {
    const rows = Array.from({ length: 200 }, (_, index) => `${index},Tee ${index},2,7`);
    await list('a.csv', 'sku,title,price,tax', ...rows);
    await list('b.csv', 'sku,title,price,tax', ...rows, '3,Kaffee,2,7');
    await imports.run('articles', 'a.csv');

    const again = await imports.run('articles', 'b.csv', ...update);

    expect(again.stderr).to.contain('"sku" is unique but for 1 of 201 rows: it identifies the articles');
    expect(summaryOf(again)).to.include({ created: 0, unchanged: 199, refused: 2 });
    expect(Object.keys(summaryOf(again).reasons as object)).to.deep.equal([
      'external_ident: another row of the file has "…" too, with other values: keep one of them, or choose the first one with --on-repeat first',
    ]);
    expect(await titles()).to.have.length(200);
  });

  it('names rows by their titles where the fields that describe a record repeat', async () => {
    await list('a.csv', 'title,price,tax', 'Tee,2,7', 'Tee,3,7', 'Kaffee,2,7');

    const { stdout, stderr } = await imports.run('articles', 'a.csv');

    expect(stderr).to.contain(
      '1 row repeats the record of an earlier row, some with other values, such as Tee\n',
    );
    expect(stdout).to.contain('another row of the file has "…" too, with other values');
    expect(stdout).to.contain('(such as "Tee")');
  });

  it('comes from the fields that describe a record, if no column is unique', async () => {
    await list('a.csv', 'title,price,tax,stock', 'Tee,2,7,1', 'Kaffee,2,7,1');
    await list('b.csv', 'title,price,tax,stock', 'Tee,3,7,5', 'Kaffee,2,7,5');
    const once = await imports.run('articles', 'a.csv');

    const twice = await imports.run('articles', 'b.csv', ...update);

    expect(once.stderr).to.contain(
      'no column identifies the articles: a row with another "title" becomes a new record (--ident to choose columns)',
    );
    expect(summaryOf(twice)).to.include({ created: 0, updated: 1, unchanged: 1 });
  });

  it('comes from the columns of --ident, together', async () => {
    await list('a.csv', 'title,colour,price,tax', 'Tee,grün,2,7', 'Tee,schwarz,2,7');

    await imports.run('articles', 'a.csv', '--ident', 'title', '--ident', 'colour');
    const unknown = await imports.run('articles', 'a.csv', '--ident', 'Farbe');

    const idents = (await imports.storedRows('articles')).map(({ external_ident }) => external_ident);
    expect(idents).to.have.members(['Tee/grün', 'Tee/schwarz']);
    expect(unknown.stderr).to.match(
      /--ident: .*a\.csv has no column "Farbe"; its columns are "title", "colour", /,
    );
  });

  it('must be confirmed with --no-ident where nothing is stable', async () => {
    await list('a.csv', 'Notiz,Stadt', 'x,Kiel', 'x,Bonn');
    const fields = { user_note: 'Notiz', delivery_city: 'Stadt' };
    await imports.write('map.json', JSON.stringify({ resource: 'customers', fields }));
    const options = ['customers', 'a.csv', '--mapping', 'map.json'];

    const asked = await imports.run(...options);
    const confirmed = await imports.run(...options, '--no-ident', '--json');

    expect(asked.code).to.equal(1);
    expect(asked.stderr).to.match(/nothing identifies the customers: .*--ident.*or confirm with --no-ident/);
    expect(await imports.storedRows('customers')).to.have.length(Number(summaryOf(confirmed).created));
  });

  it('refuses rows with the same ident and other values, and counts equal ones', async () => {
    const header = 'external_ident,title,price,tax';
    await list('a.csv', header, '1,Tee,2,7', '1,Kaffee,3,7', '2,Kakao,4,7', '2,Kakao,4,7', '3,Saft,5,7');

    const refused = await imports.run('articles', 'a.csv', '--json');
    const stored = await titles();
    const first = await imports.run('articles', 'a.csv', '--on-repeat', 'first', '--json');

    expect(summaryOf(refused)).to.include({ created: 2, repeated: 1, refused: 2 });
    expect(stored).to.have.members(['Kakao', 'Saft']);
    expect(summaryOf(first)).to.include({ created: 1, repeated: 2, unchanged: 2, refused: 0 });
    expect(await titles()).to.have.members(['Tee', 'Kakao', 'Saft']);
  });

  it('stays the number when some rows lack one: they are refused', async () => {
    const rows = (hasNumber: (index: number) => boolean) =>
      Array.from({ length: 20 }, (_, index) => `${hasNumber(index) ? 7000 + index : ''},Tee ${index},2,7`);
    await list('a.csv', 'sku,title,price,tax', ...rows(() => true));
    await list('b.csv', 'sku,title,price,tax', ...rows((index) => index > 2));
    await imports.run('articles', 'a.csv');

    const again = await imports.run('articles', 'b.csv', ...update);

    expect(summaryOf(again), again.stderr).to.include({ created: 0, unchanged: 17, refused: 3 });
  });

  it('is name and address for customers without the e-mail address of the others, also in the refused rows', async () => {
    const people = [
      'anna@tee.example;Anna;Holm;Weg 1;24103;DE',
      'ole@tee.example;Ole;Beck;Weg 2;24103;DE',
      ';Ida;Lund;Weg 3;24103;Preußen',
      ';Nur eine Überschrift;;;;',
    ];
    await list('a.csv', 'E-Mail;Vorname;Nachname;Straße;PLZ;Land', ...people);

    const once = await imports.run('customers', 'a.csv', '--json');
    const refused = await imports.read('a.csv.refused.csv');
    await imports.write('fixed.csv', refused.replace('Preußen', 'DE'));
    const fixed = await imports.run('customers', 'fixed.csv', '--json');
    await list(
      'b.csv',
      'E-Mail;Vorname;Nachname;Straße;PLZ;Land',
      ...people.slice(0, 2),
      ';Ida;Lund;Weg 3;24103;DE',
    );
    const again = await imports.run('customers', 'b.csv', ...update);

    expect(once.stderr).to.contain(
      '"E-Mail" is unique, and empty in 2 of 4 rows, which "Vorname", "Nachname"',
    );
    expect(summaryOf(once)).to.include({ created: 2, refused: 2 });
    expect(refused).to.contain('""fallback"":{""hash"":[""Vorname"",""Nachname""');
    expect(summaryOf(fixed)).to.include({ created: 1 });
    expect(summaryOf(again)).to.include({ created: 0, unchanged: 3, refused: 0 });
  });

  it('looks at all files before the first row is sent', async () => {
    await list('good.csv', 'external_ident,title,price,tax', '1,Tee,2,7');
    await list('bad.csv', 'Preis;Lager', '2;3');

    const ended = await imports.run('articles', 'good.csv', 'bad.csv');

    expect(ended.code).to.equal(1);
    expect(ended.stderr).to.contain('bad.csv');
    expect(await titles()).to.be.empty;
  });

  it('is asked about where rows differ only in columns that are not imported', async () => {
    await imports.write(
      'sizes.csv',
      'Bezeichnung;Größe;Preis netto;MwSt\nShirt;S;10;19\nShirt;M;10;19\nHose;L;20;19\nHose;L;20;19\n',
    );

    const ended = await imports.run('articles', 'sizes.csv', '--json');

    expect(summaryOf(ended)).to.include({ created: 1, repeated: 1, refused: 2 });
  });
});
