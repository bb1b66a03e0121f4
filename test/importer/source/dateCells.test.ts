import { expect } from 'chai';
import { inputs, mapped, refusedFirstRow } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';
import { type Cell, odsOf, odsTable, odsValue, styled, xlsxOf } from '../workbooks.ts';

/** A date of a workbook ends with a mark until its field is known. */
describe('importer: dates in the cells of workbooks', () => {
  const files = temporaryFiles();
  const reason = /was damaged by a spreadsheet, which took it for a date: export the column as text/;
  const mark = /\u2005/;
  type Rows = readonly (readonly Cell[])[];

  const xlsx = (rows: Rows, format: string | number = 'dd.mm.yyyy') =>
    files.write('list.xlsx', xlsxOf([{ name: 'A', rows }], { formats: [format] }));
  const ods = (rows: Rows) => files.write('list.ods', odsOf(odsTable('A', rows)));

  const date = styled(1, 46054);
  const articles = (column: string, cell: Cell): Rows => [
    [column, 'Bezeichnung', 'Preis netto', 'MwSt'],
    [cell, 'Tee', '4,50', '19'],
  ];
  const customers = (column: string, cell: Cell): Rows => [
    [column, 'Nachname', 'Firma', 'Ort'],
    [cell, 'Tee', 'Tee GmbH', 'Ulm'],
  ];

  /** The field of each refused row, if the reason is the date. */
  async function refused(resource: 'articles' | 'customers', file: string): Promise<readonly unknown[]> {
    const rows = await mapped(resource, file);
    return rows.map((row) => ('fault' in row && reason.test(row.fault.message) ? row.fault.field : row));
  }

  const formats = [
    'd-mmm',
    '[$-407]d/ mmm;@',
    'dd.mm.yyyy',
    'd/m/yy',
    'mmm-yy',
    'yyyy\\-mm\\-dd',
    'h:mm',
    14,
    15,
    16,
    17,
    22,
  ];
  for (const format of formats)
    it(`are refused with the format ${format} as numbers`, async () => {
      for (const [column, field] of [
        ['Artikelnummer', 'article_nr'],
        ['external_ident', 'external_ident'],
        ['SKU', 'article_sku'],
        ['EAN', 'article_ean'],
      ] as const)
        expect(await refused('articles', xlsx(articles(column, date), format))).to.deep.equal([field]);
      for (const [column, field] of [
        ['Kundennummer', 'customer_nr'],
        ['Telefon', 'bill_phone'],
        ['USt-IdNr', 'bill_vat_nr'],
      ] as const)
        expect(await refused('customers', xlsx(customers(column, date), format))).to.deep.equal([field]);
    });

  it('are refused as numbers in sheets of LibreOffice and in strict workbooks', async () => {
    const value = (shown: string) =>
      odsValue('office:value-type="date" office:date-value="2026-02-01"', shown);
    for (const shown of ['01. Feb', '01.02.26', '1-Feb', ''])
      expect(await refused('articles', ods(articles('Artikelnummer', value(shown))))).to.deep.equal([
        'article_nr',
      ]);
    const strict = { xml: '<c t="d"><v>2026-02-01T00:00:00</v></c>' };
    expect(await refused('articles', xlsx(articles('Artikelnummer', strict)))).to.deep.equal(['article_nr']);
  });

  it('are refused as amounts and zip codes', async () => {
    const shown = (format: string, stored: number, field: string) => {
      const amounts = { article_price: 4.5, article_tax_rate: 19, article_purchase_price: 2 };
      const cells = { ...amounts, [field]: styled(1, stored) };
      return xlsx(
        [
          ['SKU', 'Bezeichnung', ...Object.keys(cells)],
          ['a', 'Tee', ...Object.values(cells)],
        ],
        format,
      );
    };
    expect(await refused('articles', shown('dd.mm', 46053, 'article_price'))).to.deep.equal([
      'article_price',
    ]);
    expect(await refused('articles', shown('d.m', 19, 'article_tax_rate'))).to.deep.equal([
      'article_tax_rate',
    ]);
    expect(await refused('articles', shown('d.m', 19, 'article_purchase_price'))).to.deep.equal([
      'article_purchase_price',
    ]);
    const price = odsValue('office:value-type="date" office:date-value="2026-05-12"', '12.5');
    expect(
      await refused(
        'articles',
        ods([
          ['SKU', 'Bezeichnung', 'article_price', 'article_tax_rate'],
          ['a', 'Tee', price, 19],
        ]),
      ),
    ).to.deep.equal(['article_price']);
    expect(
      await refused(
        'customers',
        xlsx([
          ['Kundennummer', 'Nachname', 'Ort', 'PLZ', 'Land'],
          ['1', 'Braun', 'Lyon', date, 'fr'],
        ]),
      ),
    ).to.deep.equal(['bill_zipcode']);
  });

  it('are read elsewhere, as texts of a date are, without the mark', async () => {
    const [row] = inputs(
      await mapped(
        'articles',
        xlsx([
          ['Artikelnummer', 'Bezeichnung', 'Untertitel', 'Preis netto', 'MwSt', 'date_created'],
          ['2026-02-01', date, date, '4,50', '19', date],
        ]),
      ),
    );

    expect(row).to.include({
      article_nr: '2026-02-01',
      article_title: '2026-02-01',
      article_subtitle: '2026-02-01',
      date_created: '2026-01-31 23:00:00',
    });
    expect(JSON.stringify(row)).not.to.match(mark);
  });

  it('do not change an ident that is a hash of columns', async () => {
    const identOf = async (cell: Cell) => {
      const rows: Rows = [
        ['Bezeichnung', 'Untertitel', 'Preis netto', 'MwSt'],
        ['Tee', cell, '4,50', '19'],
      ];
      return inputs(await mapped('articles', xlsx(rows), { hasIdent: false }))[0]?.external_ident;
    };

    expect(await identOf(date))
      .to.be.a('string')
      .that.equals(await identOf('2026-02-01'));
  });

  it('are refused again from the file of refused rows, until they are corrected', async () => {
    const { head, line } = await refusedFirstRow(xlsx(articles('Artikelnummer', date)));
    const text = `${head}${line}`;

    expect(await refused('articles', files.write('refused.csv', text))).to.deep.equal(['article_nr']);
    const corrected = text.replace(/^2026-02-01\u2005/m, '1-2');
    expect(inputs(await mapped('articles', files.write('refused.csv', corrected)))[0]).to.include({
      article_nr: '1-2',
    });
  });

  it('are refused as a spreadsheet writes them to a CSV file, without a year or day', async () => {
    const csv = (text: string) =>
      files.write('list.csv', `Artikelnummer;Bezeichnung;Preis netto;MwSt\n${text};Tee;4,50;19\n`);
    for (const text of ['1-Feb', 'Feb-26', '01. Feb', '01-Dez'])
      expect(await refused('articles', csv(text))).to.deep.equal(['article_nr']);
    for (const text of ['MAR-26', '1-FEB', '1-Fox'])
      expect(inputs(await mapped('articles', csv(text)))[0]).to.include({ article_nr: text });
  });
});
