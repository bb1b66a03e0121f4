import { expect } from 'chai';
import { fixture, inputs, mapped, mapValues } from '../records.ts';

describe('importer: presets for marketplaces', () => {
  it('ebay orders: the rows of an order give one customer, other lines are skipped', async () => {
    const rows = await mapped('customers', fixture('ebay-orders.csv'), { preset: 'ebay' });
    const [karl, ana] = inputs(rows);

    expect(rows.flatMap((row) => ('skip' in row ? [row.skip] : []))).to.deep.equal([
      'another order or item of the buyer in the row before',
      'another order or item of the buyer in the row before',
      'the line is not a record',
      'the line is not a record',
    ]);
    expect(karl).to.deep.equal({
      customer_type: 'csv',
      external_account_name: 'ebay',
      external_ident: 'tee_freund',
      bill_firstname: 'Karl Heinz',
      bill_lastname: 'Müller',
      bill_email: 'karl@example.com',
      bill_street: 'Am Markt 1',
      bill_zipcode: '48143',
      bill_city: 'Münster',
      bill_country: 'de',
      bill_phone: '0251 555',
    });
    expect(ana).to.include({
      external_ident: 'ana.p',
      delivery_lastname: '101',
      delivery_country: 'de',
      bill_country: 'es',
    });
  });

  it('ebay orders in German', async () => {
    const [inge] = inputs(await mapped('customers', fixture('ebay-orders.de.csv'), { preset: 'ebay' }));

    expect(inge).to.deep.equal({
      customer_type: 'csv',
      external_account_name: 'ebay',
      external_ident: 'bücherwurm',
      bill_firstname: 'Inge',
      bill_lastname: 'Groß',
      bill_email: 'inge@example.com',
      bill_street: 'Gäßchen 7',
      bill_city: 'Lübeck',
      bill_zipcode: '23552',
      bill_country: 'de',
    });
  });

  it('amazon orders: quotes are text, and buyers without an e-mail address are recognized too', async () => {
    const rows = await mapped('customers', fixture('amazon-orders.txt'), { preset: 'amazon' });
    const [joerg, eva] = inputs(rows);

    expect(rows).to.have.length(4);
    expect(rows.filter((row) => 'skip' in row)).to.have.length(2);
    expect(joerg).to.deep.equal({
      customer_type: 'csv',
      external_account_name: 'amazon',
      external_ident: 'abc123@marketplace.amazon.de',
      bill_firstname: 'Jörg',
      bill_lastname: 'Weiß',
      bill_email: 'abc123@marketplace.amazon.de',
      bill_street: 'Firma Weiß',
      bill_street2: 'Hafenstr. 9',
      bill_zipcode: '24103',
      bill_city: 'Kiel',
      bill_country: 'de',
      bill_phone: '0171 555',
      is_business_client: 0,
    });
    expect(eva).to.include({
      bill_firstname: 'Eva',
      delivery_firstname: 'Tim',
      divergent_delivery_address: 1,
    });
    expect(eva?.external_ident).to.match(/^[0-9a-f]{40}$/);
  });

  it('amazon orders: takes all parts of an address from one source', async () => {
    const address = (side: string) =>
      ['address-1', 'address-2', 'city', 'postal-code'].map((part) => `${side}-${part}`);
    const rowOf = (...values: readonly string[]) => {
      const names = [
        'order-id',
        'buyer-email',
        'buyer-name',
        'recipient-name',
        ...address('bill'),
        'bill-country',
      ];
      const columns = [...names, ...address('ship'), 'ship-country'];
      return Object.fromEntries(columns.map((column, at) => [column, values[at] ?? '']));
    };
    const buyer = ['1', 'a@example.com', 'Anna Braun', 'Anna Braun'];
    const station = ['Packstation 123', 'Postnummer 5555555', 'Bonn', '53111', 'DE'];
    const [billed, shipped] = inputs([
      mapValues('customers', rowOf(...buyer, 'Hauptstr. 1', '', 'Kiel', '24103', 'DE', ...station), {
        preset: 'amazon',
      }),
      mapValues('customers', rowOf(...buyer, '', '', '', '', 'FR', ...station), { preset: 'amazon' }),
    ]);

    expect(billed).to.include({
      bill_street: 'Hauptstr. 1',
      bill_city: 'Kiel',
      divergent_delivery_address: 1,
    });
    expect(billed).not.to.have.property('bill_street2');
    expect(shipped).to.include({
      bill_street: 'Packstation 123',
      bill_street2: 'Postnummer 5555555',
      bill_city: 'Bonn',
      bill_country: 'de',
    });
  });

  it('datev: writes what the number of a post office box is', () => {
    const street2 = (values: Readonly<Record<string, string>>) => {
      const row = { Konto: '10001', 'Name (Adressattyp Unternehmen)': 'A GmbH', Ort: 'Kiel', ...values };
      return inputs([mapValues('customers', row, { preset: 'datev' })])[0]?.bill_street2;
    };

    expect(street2({ Straße: '', Postfach: '1234' })).to.equal('Postfach 1234');
    expect(street2({ Adresszusatz: 'Haus B', Postfach: '1234' })).to.equal('Haus B, Postfach 1234');
    expect(street2({ Adresszusatz: '', Postfach: '1234' })).to.equal('Postfach 1234');
    expect(street2({ Adresszusatz: 'Haus B', Postfach: '' })).to.equal('Haus B');
  });

  it('datev: takes the billing address of rows that have one', () => {
    const columns = ['Straße', 'Postfach', 'Adresszusatz', 'Postleitzahl', 'Ort', 'Land'];
    const names = [...columns, ...columns.map((column) => `${column} (Rechnungsadresse)`)];
    const addressOf = (...values: readonly string[]) => {
      const row = Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']));
      const customer = { Konto: '10001', 'Name (Adressattyp Unternehmen)': 'A GmbH', ...row };
      const [input = {}] = inputs([mapValues('customers', customer, { preset: 'datev' })]);
      return ['street', 'street2', 'zipcode', 'city', 'country'].map((part) => input[`bill_${part}`]);
    };
    const own = ['', '1234', 'Haus B', '24103', 'Kiel', 'DE'];

    expect(addressOf(...own)).to.deep.equal([undefined, 'Haus B, Postfach 1234', '24103', 'Kiel', 'de']);
    expect(addressOf(...own, 'Hof 2', '', '', '1010', 'Wien', 'AT')).to.deep.equal([
      'Hof 2',
      undefined,
      '1010',
      'Wien',
      'at',
    ]);
    expect(addressOf(...own, '', '99', '', '20095', 'Hamburg', 'DE')).to.deep.equal([
      undefined,
      'Postfach 99',
      '20095',
      'Hamburg',
      'de',
    ]);
  });
});
