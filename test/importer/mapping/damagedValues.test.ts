import { expect } from 'chai';
import type { MappingOptions } from '../../../importer/mapping/mappingOptions.ts';
import type { Resource } from '../../../importer/mapping/rules/resourceFields.ts';
import { mapValues, tables } from '../records.ts';

describe('importer: damaged values', () => {
  const table = tables();

  /** The value of a field, what was repaired, or why it is refused. */
  function read(resource: Resource, field: string, text: string, more: Record<string, string> = {}): unknown {
    const base = resource === 'articles' ? { article_title: 'a' } : { bill_lastname: 'a' };
    const mapped = mapValues(resource, { ...base, ...more, [field]: text });
    if ('fault' in mapped) return mapped.fault.message;
    if (!('input' in mapped)) return mapped;
    return mapped.repairs ? [mapped.input[field], ...mapped.repairs] : mapped.input[field];
  }

  for (const [field, text] of [
    ['external_ident', '1,23457E+11'],
    ['article_nr', '1.23457E+11'],
    ['article_sku', '4E+12'],
    ['article_ean', '4,01E+12'],
  ] as const)
    it(`refuses ${text} as ${field}`, () => {
      expect(read('articles', field, text)).to.equal(
        `${field}: "${text}" was damaged by a spreadsheet, and its digits are lost: export the column as text`,
      );
    });

  it('counts line breaks in fields of one line, and keeps those of descriptions', () => {
    const repair = 'line break replaced with a blank';
    expect(read('customers', 'bill_street', 'Hinterhaus\r\nGartenweg 5')).to.deep.equal([
      'Hinterhaus Gartenweg 5',
      `bill_street: ${repair}`,
    ]);
    expect(read('customers', 'bill_company', 'A\n\nGmbH')).to.deep.equal([
      'A GmbH',
      `bill_company: ${repair}`,
    ]);
    expect(read('articles', 'article_description', 'a\nb')).to.equal('a\nb');
  });

  it('refuses a damaged part of an ident of several columns', async () => {
    const [row] = await table.rows('articles', 'Lager,Nr.,Titel,VK netto,MwSt\nA,1.2E+11,Tee,1,19\n', {
      ident: ['Lager', 'Nr.'],
      columns: { article_subtitle: 'Nr.' },
    });

    expect(row)
      .to.have.nested.property('fault.message')
      .that.matches(/^external_ident: "1.2E\+11" was damaged/);
  });

  it('refuses rounded phone numbers and zip codes', () => {
    expect(read('customers', 'bill_phone', '4,91761E+11')).to.match(
      /^bill_phone: .* was damaged by a spreadsheet/,
    );
    expect(read('customers', 'bill_zipcode', '1E+4')).to.match(
      /^bill_zipcode: .* was damaged by a spreadsheet/,
    );
  });

  for (const text of [
    '#REF!',
    '#WERT!',
    '#VALUE!',
    '#DIV/0!',
    '#####',
    '#RIF!',
    '#DEĞER!',
    '#¿NOMBRE?',
    'Err:502',
  ])
    it(`refuses ${text} in any field`, () => {
      for (const field of ['article_title', 'article_price', 'article_description'])
        expect(read('articles', field, text)).to.equal(
          `${field}: "${text}" is the error of a formula in a spreadsheet: correct the formula, and export the file again`,
        );
    });

  for (const text of ['NULL', 'null', '\\N', '(null)', 'nil', '#N/A', '#NV', '#N/D'])
    it(`reads ${text} as an empty cell`, () => {
      for (const field of ['article_nr', 'article_ean', 'article_description', 'article_unit'])
        expect(read('articles', field, text)).to.equal(undefined);
      for (const field of [
        'bill_firstname',
        'bill_title',
        'bill_email',
        'is_business_client',
        'account_iban',
      ])
        expect(read('customers', field, text)).to.equal(undefined);
      expect(mapValues('articles', { article_title: text, article_sku: 'A' })).to.deep.equal({
        input: { article_sku: 'A', article_type: 'csv' },
      });
    });

  it('takes the rate of --tax-rate for NULL, not 0 %', async () => {
    const text = 'SKU;Titel;Preis brutto;MwSt\nA;Tee;11,90;NULL\nB;Saft;10,70;7\n';
    const [first, second] = await table.rows('articles', text, { taxRate: 19 });

    expect(first).to.have.nested.property('input.article_price', '10');
    expect(second).to.have.nested.property('input.article_tax_rate', '7');
    expect(await table.rows('articles', text)).to.have.nested.property('[0].fault.field', 'article_tax_rate');
  });

  for (const text of ['n/a', 'N/A', 'None', '-', 'k. A.'])
    it(`leaves names, street and city empty for ${text}, and refuses it as a title`, () => {
      for (const field of ['bill_title', 'is_business_client', 'bill_company'])
        expect([undefined, 3]).to.include(read('customers', field, text));
      for (const field of ['bill_firstname', 'bill_street', 'bill_street2', 'bill_city'])
        expect(read('customers', field, text)).to.deep.equal([undefined, `${field}: "${text}" left empty`]);
      expect(read('articles', 'article_title', text)).to.equal(
        `article_title: "${text}" says that there is no title: write one`,
      );
    });

  it('keeps people who are called Null', () => {
    expect(read('customers', 'bill_firstname', 'Null')).to.equal('Null');
  });

  it('removes characters that nobody sees, and says so', () => {
    const removed = (field: string) => `${field}: hidden characters removed`;
    for (const [field, text, clean] of [
      ['bill_firstname', 'An\u00adna', 'Anna'],
      ['bill_street', 'Am\u00a0Ring\u200b 5', 'Am Ring 5'],
      ['bill_email', 'a\ufeff@example.com', 'a@example.com'],
      ['bill_city', '\u200eKiel', 'Kiel'],
    ] as const)
      expect(read('customers', field, text)).to.deep.equal([clean, removed(field)]);
    expect(read('articles', 'article_sku', 'A\u200b1')).to.deep.equal(['A1', removed('article_sku')]);
  });

  it('decodes the entities of HTML, and says so', () => {
    expect(read('articles', 'article_title', 'K&ouml;rbchen &amp; Stuhl')).to.deep.equal([
      'Körbchen & Stuhl',
      'article_title: HTML entities decoded',
    ]);
    expect(read('articles', 'article_title', 'Tee & Co; Saft')).to.equal('Tee & Co; Saft');
  });

  it('takes the first of several values in a cell, and says so', () => {
    expect(read('customers', 'bill_phone', '0611 11111 ::: 0611 11112')).to.deep.equal([
      '0611 11111',
      'bill_phone: first of several numbers taken',
    ]);
    expect(read('customers', 'bill_email', 'a@example.com ::: b@example.com')).to.deep.equal([
      'a@example.com',
      'bill_email: first of several addresses taken',
    ]);
  });

  it('removes mailto: and tel:, and says so', () => {
    expect(read('customers', 'bill_email', 'mailto:a@example.com')).to.deep.equal([
      'a@example.com',
      'bill_email: mailto: removed',
    ]);
    for (const text of [
      'Anna Tee <a@example.com>',
      '#mailto:a@example.com#',
      'a@example.com#mailto:a@example.com#',
    ])
      expect(read('customers', 'bill_email', text)).to.deep.equal([
        'a@example.com',
        'bill_email: name beside the address removed',
      ]);
    expect(read('customers', 'bill_phone', 'tel:+4930901820')).to.deep.equal([
      '+4930901820',
      'bill_phone: tel: removed',
    ]);
  });

  it('unwraps ="…", and removes the apostrophe before a sign', () => {
    expect(read('articles', 'article_nr', '="0815"')).to.equal('0815');
    expect(read('articles', 'article_title', '="5"" Rohr"')).to.equal('5" Rohr');
    expect(read('articles', 'article_title', "'-10 Grad")).to.equal('-10 Grad');
    expect(read('articles', 'article_title', "'s Kännchen")).to.equal("'s Kännchen");
  });

  it('removes .0 where that is certain, and refuses it elsewhere', async () => {
    const numbers = 'Nr;Titel;VK netto;MwSt\n1001.0;a;1;19\n1002.0;b;1;19\n';
    const [first] = await table.rows('articles', numbers);

    expect(read('articles', 'article_ean', '4006381333931.0')).to.deep.equal([
      '4006381333931',
      'article_ean: .0 removed',
    ]);
    expect(read('articles', 'article_nr', '4012345678901.0')).to.deep.equal([
      '4012345678901',
      'article_nr: .0 removed',
    ]);
    expect(read('articles', 'article_nr', '1001.0')).to.match(
      /"1001.0" may be "1001", which a spreadsheet took/,
    );
    expect(read('articles', 'article_sku', 'USB-2.0')).to.equal('USB-2.0');
    expect(first).to.have.nested.property('input.article_nr', '1001');
  });

  it('checks EANs, and restores their leading zeros where the check digit proves it', () => {
    for (const right of ['4006381333931', '96385074', '036000291452', '316148410X'])
      expect(read('articles', 'article_ean', right)).to.equal(right);
    for (const text of ['978-3-16-148410-0', '978 3 16 148410 0', 'ISBN 978-3-16-148410-0'])
      expect(read('articles', 'article_ean', text)).to.deep.equal([
        '9783161484100',
        'article_ean: blanks and hyphens removed',
      ]);
    expect(read('articles', 'article_ean', '36000291452')).to.deep.equal([
      '0036000291452',
      'article_ean: leading zeros restored',
    ]);
    expect(read('articles', 'article_ean', '4006381333932')).to.match(
      /is not an EAN, .* its check digit is wrong/,
    );
    expect(read('articles', 'article_ean', '36000291453')).to.match(/its check digit is wrong/);
    expect(read('articles', 'article_ean', 'TEE-1')).to.match(/it must have 8, 12, 13 or 14 digits/);
    expect(read('articles', 'article_ean', 'n/a')).to.equal(undefined);
  });

  it('checks IBANs', () => {
    expect(read('customers', 'account_iban', 'DE89 3704 0044 0532 0130 00')).to.equal(
      'DE89 3704 0044 0532 0130 00',
    );
    expect(read('customers', 'account_iban', 'AT611904300234573201')).to.equal('AT611904300234573201');
    expect(read('customers', 'account_iban', 'DE89370400440532013001')).to.match(
      /its check digits are wrong/,
    );
    expect(read('customers', 'account_iban', 'DE8937040044053201300')).to.match(
      /German ones have 22 characters/,
    );
  });

  it('restores the leading 0 of German zip codes, and of no others', () => {
    const zip = (text: string, country: string) =>
      read('customers', 'bill_zipcode', text, { bill_country: country });

    expect(zip('1067', 'DE')).to.deep.equal([
      '01067',
      'bill_zipcode: leading zero of German zip codes restored',
    ]);
    expect(zip('1010', 'AT')).to.equal('1010');
    expect(zip('1067', '')).to.equal('1067');
    expect(zip('101159', 'DE')).to.equal(
      'bill_zipcode: "101159" is not a German zip code, which has 5 digits: correct it, or its country',
    );
  });

  it('refuses a zip code of four digits without a country, among German ones', async () => {
    const zips = 'Nachname;PLZ;Ort\nA;10115;Berlin\nB;50667;Köln\nC;1067;Dresden\n';
    const rows = await table.rows('customers', zips);

    expect(rows.map((row) => 'fault' in row && row.fault.message)).to.deep.equal([
      false,
      false,
      'bill_zipcode: "1067" may be a German zip code without its leading 0, or one of another country: correct it, or set bill_country',
    ]);
  });

  it('leaves fields empty with --on-bad-value empty, but no ident, price or tax rate', () => {
    const options: MappingOptions = { onBadValue: 'empty' };
    const customer = {
      bill_lastname: 'a',
      bill_email: 'x',
      term_of_credit: 'bald',
      date_created: 'gestern',
      bill_zipcode: '#REF!',
    };
    const left = 'left empty, since it does not accept the value';

    expect(mapValues('customers', customer, options)).to.deep.equal({
      input: { bill_lastname: 'a', customer_type: 'csv' },
      repairs: ['bill_email', 'term_of_credit', 'date_created', 'bill_zipcode'].map(
        (field) => `${field}: ${left}`,
      ),
    });
    for (const field of ['article_price', 'article_tax_rate', 'article_nr', 'article_unit', 'external_ident'])
      expect(mapValues('articles', { article_title: 'a', [field]: '1,2E+11' }, options)).to.have.property(
        'fault',
      );
  });

  it('knows article numbers that a spreadsheet of another language took for dates', () => {
    const outcome = (nr: string) => mapValues('articles', { Titel: 'Tee', Artikelnummer: nr });
    for (const nr of '01-févr 3-mars 02-août 1-gen 2-giu 01-feb 2-mei 1-ene 01.lut sept-26 mai-26'.split(' '))
      expect(outcome(nr), nr)
        .to.have.nested.property('fault.message')
        .match(/which took it for a date/);
    expect(outcome('1. Februar')).to.have.property('fault');
    for (const nr of ['MAR-26', 'Set-12', '6-set', '12-abc', 'mars-rot', '1-februaries'])
      expect(outcome(nr), nr).to.have.nested.property('input.article_nr', nr);
  });
});
