import { expect } from 'chai';
import { summaryOf } from '../../support/imports.ts';
import { withImports } from '../../support/withImports.ts';

const update = ['--on-existing', 'update', '--json'];

describe('imported rows that belong to other records', () => {
  const imports = withImports();

  const titles = async () => (await imports.storedRows('articles')).map(({ article_title }) => article_title);
  const list = (name: string, ...lines: readonly string[]) => imports.write(name, `${lines.join('\n')}\n`);

  it('does not take the customer 1001 of another shop for that of this one', async () => {
    const header = 'id,bill_firstname,bill_lastname,bill_city,bill_email';
    await list(
      'one.csv',
      header,
      '1001,Anna,Weiß,Kiel,anna@example.com',
      '1002,Bernd,Braun,Hof,b@example.com',
    );
    await list('other.csv', header, '1001,Carl,Rot,Bonn,c@example.com', '1002,Dora,Blau,Ulm,d@example.com');
    await imports.run('customers', 'one.csv');

    const mixed = await imports.run('customers', 'other.csv', ...update);
    const named = await imports.run('customers', 'other.csv', '--account-name', 'zweiter Laden', '--json');

    expect(mixed.code).to.equal(1);
    expect(mixed.stderr).to.contain(
      'of the first 2 rows whose ident exists already, 2 belong to other customers. Line 2: external_ident: belongs to another customer ("Anna Weiß"',
    );
    expect(mixed.stderr).to.contain('name it with --account-name');
    expect(summaryOf(named)).to.include({ created: 2 });
    expect(await imports.storedRows('customers')).to.have.length(4);
  });

  it('does not take people for the same because they share a first name or a zip code', async () => {
    const header = 'id,bill_firstname,bill_lastname,bill_zipcode,bill_email';
    await list('a.csv', header, '1,Lea,Wolf,20095,lw@example.com', '2,Max,Mond,10115,m@example.com');
    await list('b.csv', header, '1,Lea,Berg,20095,lb@example.com', '2,Max,Mond,80331,m@example.com');
    await imports.run('customers', 'a.csv');

    const ended = await imports.run('customers', 'b.csv', ...update);

    expect(summaryOf(ended), ended.stderr).to.include({ updated: 1, refused: 1 });
    expect(await imports.storedRow('customers', { external_ident: '1' })).to.include({
      bill_lastname: 'Wolf',
    });
  });

  it('finds rows of one record by their values as they are read, not as they are written', async () => {
    await list(
      'a.csv',
      'Artikelnummer;Bezeichnung;VK netto;MwSt',
      '="0815";Tee;1,00;19',
      '0815;Kaffee;9,00;19',
    );

    const ended = await imports.run('articles', 'a.csv', '--json');

    expect(summaryOf(ended), ended.stderr).to.include({ created: 0, refused: 2 });
    expect(await titles()).to.be.empty;
  });

  it('is not a number that counts the rows', async () => {
    await list('a.csv', 'Lfd. Nr.;Bezeichnung;VK netto;MwSt', '1;Apfel;1,00;7', '2;Birne;2,00;7');
    await list(
      'b.csv',
      'Lfd. Nr.;Bezeichnung;VK netto;MwSt',
      '1;Ananas;9,00;7',
      '2;Apfel;1,00;7',
      '3;Birne;2,00;7',
    );
    await imports.run('articles', 'a.csv');

    const again = await imports.run('articles', 'b.csv', ...update);

    expect(summaryOf(again), again.stderr).to.include({ created: 1, updated: 0 });
    expect(await imports.storedRow('articles', { article_title: 'Apfel' })).to.include({
      article_price: '1.0000',
    });
  });

  it('updates records that changed in all their values with --same-origin (two imports)', async () => {
    const header = 'id,bill_lastname,bill_email,bill_city';
    await list('a.csv', header, '1001,Weiß,anna@example.com,Kiel');
    await imports.run('customers', 'a.csv');
    await list('b.csv', header, '1001,Weiß-Braun,a.braun@example.com,Kiel');

    const asked = await imports.run('customers', 'b.csv', ...update);
    const confirmed = await imports.run('customers', 'b.csv', '--same-origin', ...update);

    expect(summaryOf(asked)).to.include({ refused: 1, updated: 0 });
    expect(summaryOf(confirmed)).to.include({ updated: 1 });
    expect(await imports.storedRow('customers')).to.include({ bill_lastname: 'Weiß-Braun' });
  });

  it('finds the record of an ident that the service cleans', async () => {
    await list('a.csv', 'external_ident,title,price,tax', '"a\t\tb",Tee,2,7', 'c,Kaffee,2,7');
    await imports.run('articles', 'a.csv');

    const again = await imports.run('articles', 'a.csv', ...update);

    expect(summaryOf(again), again.stderr).to.include({ unchanged: 2, created: 0, refused: 0 });
  });
});
