import { expect } from 'chai';
import { amountColumn } from '../../../importer/mapping/guess/amountColumns.ts';
import { isCustomerNumber } from '../../../importer/mapping/guess/numberNames.ts';
import type { Resource } from '../../../importer/mapping/rules/resourceFields.ts';
import { kindOfName } from '../../../importer/mapping/values/nameKinds.ts';
import { chooseMapping } from '../../../importer/questions/chooseMapping.ts';

describe('importer: words in the names of columns', () => {
  const fieldsOf = (resource: Resource, columns: readonly string[]) =>
    Object.fromEntries(
      chooseMapping(resource, columns).description.fields.map(({ field, from }) => [field, from]),
    );

  for (const [column, field] of [
    ['PA HT', 'article_purchase_price'],
    ['Last Cost Price (Standard)', 'article_purchase_price'],
    ['Cost ex VAT', 'article_purchase_price'],
    ['verkoopprijsex', 'article_price'],
    ['Precio venta (Subtotal)', 'article_price'],
    ['Prezzo vendita IVA escl.', 'article_price'],
    ['Price [Shop]', 'article_price'],
    ['Pret cu TVA', 'article_price_total'],
    ['Pret fara TVA', 'article_price'],
    ['Prix TVAC', 'article_price_total'],
    ['Prix HTVA', 'article_price'],
    ['Impuesto de venta', 'article_tax_rate'],
    ['Cod. Iva', 'article_tax_rate'],
    ['Einkaufseinheit', undefined],
    ['EK-Einheit', undefined],
    ['Purchase unit', undefined],
    ['Purchase item', undefined],
    ['EK-Artikel', undefined],
    ['EK je Einheit', 'article_purchase_price'],
    ['EK/Einheit', 'article_purchase_price'],
    ['EK Stück', 'article_purchase_price'],
    ['Einkaufspreis Einheit', 'article_purchase_price'],
    ['Purchase price item', 'article_purchase_price'],
    ['Cost per item', 'article_purchase_price'],
    ['Unit cost', 'article_purchase_price'],
    ['Subtotal', undefined],
    ['SPA', undefined],
    ['Adviesprijs', undefined],
    ['Ex', undefined],
  ] as const)
    it(`takes "${column}" for ${field ?? 'no amount'}`, () => {
      expect(amountColumn(column, 'EUR')?.field).to.equal(field);
    });

  for (const [column, isNumber] of [
    ['Cod. cliente', true],
    ['Mitgl.-Nr.', true],
    ['Nº paciente', true],
    ['Codice utente', true],
    ['Account No', false],
    ['Hausnr.', false],
    ['Steuernummer', false],
  ] as const)
    it(`takes "${column}" for ${isNumber ? 'the' : 'no'} number of a customer`, () => {
      expect(isCustomerNumber(column)).to.equal(isNumber);
    });

  it('reads names without a beginning that most columns share, unless it names somebody else', () => {
    const people = ['Person - Name', 'Person - Email', 'Person - Phone', 'Person - Owner'];
    const bought = ['supplier_name', 'supplier_price', 'supplier_code', 'supplier_title'];

    expect(fieldsOf('customers', people)).to.include.keys('bill_name', 'bill_email', 'bill_phone');
    expect(() => fieldsOf('articles', bought)).to.throw('no column for article_title');
    expect(fieldsOf('articles', [...bought, 'title'])).to.deep.equal({ article_title: '"title"' });
  });

  for (const [name, kind] of [
    ['Bar Centrale', 'company'],
    ['The Quay Bistro', 'company'],
    ['SAS Les Jardins', 'company'],
    ['Moshe Bar', 'unclear'],
    ['Sasha Jardin', 'unclear'],
  ] as const)
    it(`takes "${name}" for ${kind === 'company' ? 'a company' : 'neither company nor person'}`, () => {
      expect(kindOfName(name)).to.equal(kind);
    });
});
