import { expect } from 'chai';
import { summaryOf } from '../support/imports.ts';
import { withImports } from '../support/withImports.ts';

describe('import values store', () => {
  const imports = withImports('all');

  const articleOf = (nr: string) => imports.storedRow('articles', { article_nr: nr });

  it('JTL prices, tax classes and units', async () => {
    await imports.write(
      'jtl.csv',
      'Artikelnummer;Artikelname;Std. VK Brutto;Std. VK Netto;Steuerklasse;Einheit\nJ-1;Tee;11,90;10,00;Standard;KGM\nJ-2;Buch;;10,00;ermäßigt;Stk.\n',
    );

    const ended = await imports.run('articles', 'jtl.csv', '--json');

    expect(summaryOf(ended)).to.include({ created: 2, refused: 0 });
    expect(await articleOf('J-1')).to.include({
      article_price: '10.0000',
      article_tax_rate: '19.0000',
      article_unit: 'unit_kg',
    });
    expect(await articleOf('J-2')).to.include({
      article_price: '10.0000',
      article_tax_rate: '7.0000',
      article_unit: 'unit_ppu',
    });
  });

  it('tax codes, and a column that is chosen', async () => {
    await imports.write(
      'codes.csv',
      'Artikelnummer;Artikelname;Wert;Steuer\nK-1;Tee;10,00;1\nK-2;Buch;12,00;2\n',
    );

    const ended = await imports.run(
      'articles',
      'codes.csv',
      '--json',
      '--tax-rate',
      '1=19,2=7',
      '--column',
      'article_price=Wert',
    );

    expect(summaryOf(ended)).to.include({ created: 2 });
    expect(await articleOf('K-2')).to.include({ article_price: '12.0000', article_tax_rate: '7.0000' });
  });

  it('repaired values, which are counted, and none that is damaged', async () => {
    await imports.write(
      'damaged.csv',
      'Kundennummer;Nachname;PLZ;Land;Telefon;Angelegt am\n1;A;1067;DE;;01.07.2026 10:00\n2;B;1010;AT;;\n3;C;10115;n/a;4,9E+11;\n',
    );

    const ended = await imports.run('customers', 'damaged.csv');

    expect(ended.stdout).to.match(/ 2 created\n/);
    expect(ended.stdout).to.match(
      / 1 values repaired\n +1 bill_zipcode: leading zero of German zip codes restored/,
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
    await imports.write('bad.csv', 'Kundennummer;Nachname;E-Mail;Zahlungsziel\n7;A;unbekannt@;bald\n');

    const refused = await imports.run('customers', 'bad.csv', '--json');
    const emptied = await imports.run('customers', 'bad.csv', '--json', '--on-bad-value', 'empty');

    expect(summaryOf(refused)).to.include({ created: 0, refused: 1 });
    expect(summaryOf(emptied)).to.include({ created: 1 });
    expect(summaryOf(emptied).repairs).to.deep.equal({
      'bill_email: left empty, since it does not accept the value': 1,
      'term_of_credit: left empty, since it does not accept the value': 1,
    });
    expect(await imports.storedRow('customers', { customer_nr: '7' })).to.include({ bill_email: '' });
  });

  it('no drafts of Shopify, and say why', async () => {
    await imports.write(
      'shopify.csv',
      'Handle,Title,Option1 Value,Variant SKU,Variant Price,Status\na,A,S,S-1,11.90,draft\na,,M,S-2,11.90,\nb,B,S,S-3,11.90,active\n',
    );

    const ended = await imports.run('articles', 'shopify.csv', '--preset', 'shopify', '--tax-rate', '19');

    expect(ended.stdout).to.match(/ 1 created\n +2 skipped\n +2 the product is a draft: /);
    expect(await articleOf('S-3')).to.include({ article_price: '10.0000' });
  });
});
