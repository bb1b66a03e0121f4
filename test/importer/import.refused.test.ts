import { expect } from 'chai';
import { summaryOf } from '../support/imports.ts';
import { withImports } from '../support/withImports.ts';

describe('refused rows of an import (starts imports)', () => {
  const imports = withImports();

  /** Options for files without prices and tax rates. */
  const noAmounts = ['--no-price', '--tax-rate', '19'];

  it('are written to a file with reasons, which can be fixed and imported', async () => {
    await imports.write(
      'list.csv',
      'article_title;article_unit;VK netto;MwSt\nTee;unit_kg;2;7\n;unit_kg;3;7\nKaffee;Lohn;4;7\n',
    );

    const ended = await imports.run('articles', 'list.csv');

    const rule = '"{""hash"":[""article_title"",""article_unit""]}"';
    expect(ended.code).to.equal(3);
    expect(ended.stdout).to.match(/1 created\n +2 refused, see .*list\.csv\.refused\.csv\n/);
    expect(await imports.read('list.csv.refused.csv')).to.equal(
      'article_title;article_unit;VK netto;MwSt;refused_line;refused_code;refused_reason;refused_cells;refused_ident\r\n' +
        `;unit_kg;3;7;3;field_required;article_title is required;;${rule}\r\n` +
        'Kaffee;Lohn;4;7;4;value_unreadable;"article_unit: unknown unit ""Lohn"": say what it means, such as --value article_unit:Lohn=unit_hour; the units are unit_ppu (piece, Stück), unit_hour (Stunde), unit_lump (Pauschale) and unit_kg"' +
        `;;${rule}\r\n`,
    );
    await imports.write(
      'fixed.csv',
      (await imports.read('list.csv.refused.csv'))
        .replace('\n;unit', '\nMilch;unit')
        .replace('Lohn', 'unit_kg'),
    );
    expect(await imports.run('articles', 'fixed.csv')).to.include({ code: 0 });
    const titles = (await imports.storedRows('articles')).map(({ article_title }) => article_title);
    expect(titles).to.have.members(['Tee', 'Milch', 'Kaffee']);
  });

  it('keep extra values, and get the reason of the last refusal', async () => {
    await imports.write('list.csv', 'article_title,article_sku\nTee,T-1,far,out\n,T-2\n');
    await imports.run('articles', 'list.csv', ...noAmounts);
    const first = await imports.read('list.csv.refused.csv');
    await imports.write('again.csv', first.replace('row_fields', '').replace(',far,out', ''));

    const ended = await imports.run('articles', 'again.csv', '--json', ...noAmounts);

    expect(first.split('\r\n')[1]).to.match(/^Tee,T-1,2,row_fields,.*,,.*,far,out$/);
    expect(summaryOf(ended)).to.include({ created: 1, refused: 1 });
    expect(await imports.read('again.csv.refused.csv')).to.equal(
      'article_title,article_sku,refused_line,refused_code,refused_reason,refused_cells,refused_ident\r\n' +
        ',T-2,3,field_required,article_title is required,,"{""column"":""article_sku""}"\r\n',
    );
  });

  it('are refused again, if they were cut off, until refused_code is cleared', async () => {
    await imports.write('list.csv', 'article_title,article_sku,article_ean\nTee,T-1\n');
    await imports.run('articles', 'list.csv', ...noAmounts);
    await imports.write('same.csv', await imports.read('list.csv.refused.csv'));

    const ended = await imports.run('articles', 'same.csv', '--json', ...noAmounts);

    expect(summaryOf(ended)).to.include({ created: 0, refused: 1 });
    expect(await imports.storedRows('articles')).to.be.empty;
  });

  it('get the same ident, also if another column is unique in these few rows', async () => {
    const head = 'article_title,Gruppencode,article_price,article_tax_rate';
    await imports.write('list.csv', `${head}\nTee,G-1,2,7\nMilch,G-1,3,7\nKaffee,G-2,viel,7\n`);
    await imports.run('articles', 'list.csv');
    await imports.write('fixed.csv', (await imports.read('list.csv.refused.csv')).replace('viel', '4'));
    await imports.write('list.csv', `${head}\nTee,G-1,2,7\nMilch,G-1,3,7\nKaffee,G-2,4,7\n`);

    await imports.run('articles', 'fixed.csv');
    const whole = await imports.run('articles', 'list.csv', '--json');

    expect(summaryOf(whole), whole.stderr).to.include({ created: 0, unchanged: 3 });
  });

  it('ask what identifies them, if they come from imports that differ in it', async () => {
    await imports.write('list.csv', 'article_title,article_price,article_tax_rate\nTee,viel,7\n');
    await imports.run('articles', 'list.csv');
    const refused = await imports.read('list.csv.refused.csv');
    await imports.write('both.csv', `${refused}Milch,3,7,9,value_unreadable,x,,"{""column"":""sku""}"\r\n`);
    await imports.write('renamed.csv', refused.replace('article_title,', 'title,'));

    const both = await imports.run('articles', 'both.csv');
    const renamed = await imports.run('articles', 'renamed.csv');

    expect(both.stderr).to.match(
      /both\.csv: the column refused_ident is not the one of a single import: .*--ident/,
    );
    expect(renamed.stderr).to.match(
      /refused_ident names "article_title", which the file does not have: .*--ident/,
    );
    expect(await imports.storedRows('articles')).to.be.empty;
  });

  it('have no cell that a spreadsheet runs, and are imported with the original values', async () => {
    const formula = '=HYPERLINK("http://evil.example";"Tee")';
    const quoted = `"${formula.replaceAll('"', '""')}"`;
    await imports.write('list.csv', `=name();article_title;article_price\n@x;${quoted};viel\n-3;Kaffee;2\n`);
    const columns = ['--delimiter', ';', '--tax-rate', '19'];
    await imports.run('articles', 'list.csv', ...columns);
    const refused = await imports.read('list.csv.refused.csv');
    await imports.write('fixed.csv', refused.replace('viel', '2'));

    const ended = await imports.run('articles', 'fixed.csv', ...columns, '--json');

    expect(refused).to.match(/^'=name\(\);article_title;/);
    expect(refused.split('\r\n')[1]).to.match(/^'@x;"'=HYPERLINK\(""http/);
    expect(summaryOf(ended)).to.include({ created: 1, refused: 0 });
    const titles = (await imports.storedRows('articles')).map(({ article_title }) => article_title);
    expect(titles).to.have.members([formula, 'Kaffee']);
    // The ident of a row without one is made from its content: the fixed row is found again.
    await imports.write('whole.csv', `=name();article_title;article_price\n@x;${quoted};2\n`);
    expect(summaryOf(await imports.run('articles', 'whole.csv', ...columns, '--json'))).to.include({
      unchanged: 1,
    });
  });

  it('idents files have no cell that a spreadsheet runs, and customers are found by them', async () => {
    await imports.write('people.csv', 'external_ident,bill_company\n=1+1,Muster\n');
    await imports.write('places.csv', 'customer_external_ident,delivery_city\n=1+1,Berlin\n');
    await imports.run('customers', 'people.csv', '--idents', 'idents.csv');

    const ended = await imports.run('addresses', 'places.csv', '--customers', 'idents.csv', '--json');

    expect(await imports.read('idents.csv')).to.match(/\n2,'=1\+1,cus_/);
    expect(summaryOf(ended)).to.include({ created: 1, refused: 0 });
  });
});
