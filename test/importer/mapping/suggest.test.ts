import { expect } from 'chai';
import { likelyField } from '../../../importer/mapping/guess/similarNames.ts';
import { chooseMapping } from '../../../importer/questions/chooseMapping.ts';
import { suggestMapping } from '../../../importer/questions/suggest.ts';
import { temporaryFiles } from '../temporary.ts';

describe('importer: --suggest', () => {
  const files = temporaryFiles();

  it('prints a mapping file that maps like the guess', () => {
    const columns = ['Artikelnummer', 'Titel', 'Bruttopreis', 'MwSt', 'Lager'];
    const suggested = suggestMapping('articles', columns);
    const values = ['1', 'Tür', '11,90', '19', '7'];
    const file = files.write('suggested.json', JSON.stringify(suggested));

    const { unmapped, ...others } = suggested;

    expect(unmapped).to.include.members(['article_unit', 'article_ean']).and.not.include('article_nr');
    expect(others).to.deep.equal({
      resource: 'articles',
      fields: {
        article_nr: 'Artikelnummer',
        article_title: 'Titel',
        article_price_total: 'Bruttopreis',
        article_tax_rate: 'MwSt',
      },
      unused: ['Lager'],
    });
    expect(chooseMapping('articles', columns, { file }).map({ line: 2, values })).to.deep.equal(
      chooseMapping('articles', columns).map({ line: 2, values }),
    );
  });

  it('proposes no field for a column that only looks like one', () => {
    expect(likelyField('articles', 'Hersteller')).to.equal(undefined);
    expect(likelyField('customers', 'PLZ (Rechnungsadresse)')).to.equal('bill_zipcode');
    expect(likelyField('customers', 'Ort (Lieferadresse)')).to.equal('delivery_city');
  });

  it('prints a mapping file from a preset, for the columns of the file', () => {
    const columns = ['Handle', 'Title', 'Variant SKU', 'Variant Price', 'Option1 Value', 'Status', 'Vendor'];
    const suggested = suggestMapping('articles', columns, { preset: 'shopify', taxRate: 19 });
    const file = files.write('preset.json', JSON.stringify(suggested));
    const values = ['tee', 'Tee', 'T-1', '11.90', '50 g', 'active', 'Tee & Co.'];

    expect(suggested.unused).to.deep.equal(['Vendor']);
    expect(chooseMapping('articles', columns, { file }).map({ line: 2, values })).to.deep.equal(
      chooseMapping('articles', columns, { preset: 'shopify', taxRate: 19 }).map({ line: 2, values }),
    );
  });

  it('prints the conditions of a rule for the columns of the file', () => {
    const columns = ['order-id', 'buyer-name', 'bill-address-1', 'bill-city', 'ship-address-1', 'ship-city'];
    const suggested = suggestMapping('customers', columns, { preset: 'amazon' });
    const file = files.write('amazon.json', JSON.stringify(suggested));
    const values = ['1', 'Anna Braun', 'Hof 1', '', 'Weg 2', 'Kiel'];

    expect(suggested.fields).to.deep.include({
      bill_city: {
        column: 'bill-city',
        needs: ['bill-address-1', 'bill-city'],
        fallback: { column: 'ship-city', unless: ['bill-address-1', 'bill-city'] },
      },
    });
    expect(chooseMapping('customers', columns, { file }).map({ line: 2, values })).to.deep.equal(
      chooseMapping('customers', columns, { preset: 'amazon' }).map({ line: 2, values }),
    );
  });
});
