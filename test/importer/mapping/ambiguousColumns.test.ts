import { expect } from 'chai';
import { withImports } from '../../support/withImports.ts';
import { tables } from '../records.ts';

describe('importer: columns of equal rank', () => {
  const { first, refusal } = tables();

  it('are refused when they differ in any row, with the options that choose one', async () => {
    const text = 'Nr;Titel;Listenpreis netto;Nettopreis;MwSt\n1;Tee;2;2;7\n2;Saft;3;2,50;7\n';

    expect(await refusal('articles', text)).to.equal(
      'the columns "Listenpreis netto" and "Nettopreis" could all give article_price, and differ (line 3: "3" and "2,50"): choose one with --column article_price="Listenpreis netto" or --column article_price="Nettopreis"',
    );
    expect(await first('articles', text, { columns: { article_price: 'Nettopreis' } })).to.include({
      article_price: '2',
    });
  });

  it('are refused when two columns of the same name differ, also with a preset', async () => {
    const twice = 'Nr;Titel;Nettopreis;MwSt;Nettopreis\n1;Tee;2;7;3\n';
    const shopify = 'Handle,Title,Variant Price,Variant Price,Variant Taxable\ntea,Tea,2.00,2.50,true\n';

    expect(await refusal('articles', twice)).to.match(
      /^the columns "Nettopreis" and "Nettopreis \(2\)" could all give article_price, .*--column article_price="Nettopreis \(2\)"$/,
    );
    expect(await refusal('articles', shopify, { preset: 'shopify', taxRate: 19 })).to.match(
      /^the columns "Variant Price" and "Variant Price \(2\)" could all give article_price/,
    );
    expect(await refusal('articles', 'article_title,article_price,tax,article_price\nTea,2,7,3\n')).to.match(
      /^the columns "article_price" and "article_price \(2\)"/,
    );
  });

  it('are refused for every field, also of customers and addresses', async () => {
    expect(await refusal('customers', 'KdNr;Nachname;Mail;E-Mail\n1;Weiß;a@x.de;b@x.de\n')).to.match(
      /^the columns "Mail" and "E-Mail" could all give bill_email/,
    );
    expect(await refusal('addresses', 'customer_ident;Ort;Stadt\ncus_1;Kiel;Bonn\n')).to.match(
      /^the columns "Ort" and "Stadt" could all give delivery_city/,
    );
    expect(
      await refusal('articles', 'id;Titel;Preis netto;Satz;MwSt-Satz;Steuersatz\n1;Tee;2;x;7;19\n'),
    ).to.match(/^the columns "MwSt-Satz" and "Steuersatz" could all give article_tax_rate/);
  });

  it('are taken by their values: of an empty one and a filled one, the filled one', async () => {
    const text = 'KdNr;Nachname;Mail;E-Mail\n1;Weiß;;b@x.de\n2;Braun;;c@x.de\n';

    expect(await first('customers', text)).to.include({ bill_email: 'b@x.de' });
  });

  it('are not compared when --ident replaces them, or a better name is there', async () => {
    const idents = 'ID;Kunden-ID;Nachname\n1;a;Weiß\n2;b;Braun\n';
    const better = 'Nr;Titel;VK;Preis;Nettopreis;MwSt\n1;Tee;2,14;2,14;2;7\n';

    expect(await refusal('customers', idents)).to.match(
      /^the columns "ID" and "Kunden-ID" could all give external_ident/,
    );
    expect(await first('customers', idents, { ident: ['Kunden-ID'] })).to.include({ external_ident: 'a' });
    expect(await first('articles', better)).to.include({ article_price: '2' });
  });

  describe('with the same values (starts imports)', () => {
    const imports = withImports();

    it('give the first one, which is said, and stored', async function () {
      this.timeout(60_000);
      await imports.write('list.csv', 'Nr;Titel;Listenpreis netto;Nettopreis;MwSt\n1;Tee;2;2;7\n');

      const same = await imports.run('articles', 'list.csv');

      expect(same.code, same.stderr).to.equal(0);
      expect(same.stderr).to.include(
        '"Listenpreis netto" gives article_price: "Nettopreis" has the same values',
      );
      expect(await imports.storedRow('articles')).to.include({ article_price: '2.0000' });
    });
  });
});
