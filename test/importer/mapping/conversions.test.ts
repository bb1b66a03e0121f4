import { expect } from 'chai';
import { mapValues } from '../records.ts';

describe('importer: conversions', () => {
  /** The value that a field gets from a text, or the message of its fault. */
  function converted(resource: 'customers' | 'articles', field: string, text: string, decimal?: string) {
    const row =
      resource === 'articles' ? { article_title: 'a', [field]: text } : { customer_nr: '1', [field]: text };
    const mapped = mapValues(resource, row, decimal === undefined ? {} : { decimal });
    if ('input' in mapped) return mapped.input[field];
    return 'fault' in mapped ? mapped.fault.message : mapped;
  }

  const numbers: [text: string, digits: string][] = [
    ['12', '12'],
    ['12.5', '12.5'],
    ['-3,25', '-3.25'],
    ['1.234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['1.234.567', '1234567'],
    ["1'234.50", '1234.50'],
    ['0.125', '0.125'],
    ['12,5000', '12.5000'],
    ['1.234,56 €', '1234.56'],
    ['EUR 9,90', '9.90'],
    ['12,- €', '12'],
    ['€ 12,--', '12'],
    ['EUR 9,90 €', '9.90'],
    ['EUR. 9,90', '9.90'],
    ['EUR.9,90', '9.90'],
    ['€.50', '0.50'],
    ['+7,5', '7.5'],
    [',50', '0.50'],
    ['1 234,5', '1234.5'],
  ];
  for (const [text, digits] of numbers)
    it(`reads the number ${text}`, () =>
      expect(converted('articles', 'article_price', text)).to.equal(digits));

  for (const text of ['1.234', '999,000'])
    it(`refuses ${text}, which may have decimals or thousands`, () => {
      expect(converted('articles', 'article_price', text)).to.equal(
        `article_price: "${text}" is ambiguous: the separator may mark decimals or thousands; set the number format with --decimal, such as 1.234,56`,
      );
    });

  for (const text of ['zwölf', '1,2,3,4', '1.23,456.7', '-', '12.34.5'])
    it(`refuses the number ${text}`, () => {
      expect(converted('articles', 'article_price', text)).to.equal(
        `article_price: "${text}" is not a number: correct it, or choose another column with --column`,
      );
    });

  const amounts = ['3,50', '-3,50', '1.234,50', '12', '12,-'];
  const before = ['EUR ', '€ ', '€', 'Euro ', 'EUR. ', '+', '- '];
  const after =
    'USD|CHF|kg|Kiste|ab|UVP|*|%|/kg|k€|T|Mio|)|-|--|x|netto|USD EUR|USD €|kg EUR|€ USD|EUR EUR|100|2|1.5|Fr.|$'.split(
      '|',
    );
  for (const number of amounts)
    it(`refuses with a currency in front of ${number} what it refuses without one`, () => {
      const isRefused = (text: string) => {
        const value = converted('articles', 'article_price', text);
        return typeof value === 'string' && value.startsWith('article_price: ');
      };
      const texts = after.flatMap((word) => [`${number} ${word}`, `${number}${word}`]).filter(isRefused);
      expect(texts).to.have.length.above(after.length);

      const stored = texts
        .flatMap((text) => before.map((sign) => sign + text))
        .filter((text) => !isRefused(text));
      expect(stored).to.deep.equal([]);
    });

  for (const text of [
    'USD 3,50 EUR',
    'EUR 3,50 USD',
    'CHF 3.50 EUR',
    '$ 3,50 €',
    '$.50',
    '€.50 USD',
    'Fr.50',
    'EUR.50',
    '12,50- EUR',
    '12,50 -€',
    'EUR 12,50 100',
    '12,50 100',
  ])
    it(`refuses ${text}`, () =>
      expect(converted('articles', 'article_price', text)).to.match(/^article_price: /));

  const notations: [notation: string, text: string, digits: string][] = [
    ['1.234,56', '1.234', '1234'],
    ['1,234.56', '1.234', '1.234'],
    ['1234,56', '1234,5', '1234.5'],
    ["1'234.56", "1'234", '1234'],
    ['1 234,56', '1 234,5', '1234.5'],
    ['1.234,56', '-1.234,5', '-1234.5'],
  ];
  for (const [notation, text, digits] of notations)
    it(`reads ${text} as ${notation}`, () =>
      expect(converted('articles', 'article_price', text, notation)).to.equal(digits));

  it('refuses a number in another notation', () => {
    expect(converted('articles', 'article_price', '12.50', '1.234,56')).to.equal(
      'article_price: "12.50" is not a number written like 1.234,56: correct it, or choose another column with --column',
    );
  });

  const dates: [text: string, stored: string][] = [
    ['2026-11-21 10:00:00', '2026-11-21 09:00:00'],
    ['2026-11-21', '2026-11-20 23:00:00'],
    ['2026-11-21T10:00:00Z', '2026-11-21 10:00:00'],
    ['2026-11-21T10:00:00.123+02:00', '2026-11-21 08:00:00'],
    ['1.2.2026', '2026-01-31 23:00:00'],
    ['21.11.2026, 08:05', '2026-11-21 07:05:00'],
    [
      '31.02.2026',
      'date_created: the date "31.02.2026" does not exist: correct it, or leave such values out with --on-bad-value empty',
    ],
    [
      '45323',
      'date_created: "45323" is not a date: a spreadsheet saved it as a number, which stands for 2024-02-01. Format the column as a date in the spreadsheet, and export it again',
    ],
    [
      '11/21/26',
      'date_created: "11/21/26" is not a date such as 2026-11-21 or 21.11.2026: set the date format with "date" in a mapping file',
    ],
  ];
  for (const [text, stored] of dates)
    it(`reads the date ${text}`, () => expect(converted('articles', 'date_created', text)).to.equal(stored));

  const countries: [string, string][] = [
    ['Deutschland', 'de'],
    ['GERMANY', 'de'],
    ['DE', 'de'],
    ['deu', 'de'],
    ['D', 'de'],
    ['Österreich', 'at'],
    ['Oesterreich', 'at'],
    ['Schweiz', 'ch'],
    ['Great Britain', 'gb'],
    ['UK', 'gb'],
    ['USA', 'us'],
    ['Türkei', 'tr'],
    ['Holland', 'nl'],
    ['Czech Republic', 'cz'],
    ['Côte d’Ivoire', 'ci'],
  ];
  for (const [text, code] of countries)
    it(`recognizes the country ${text}`, () =>
      expect(converted('customers', 'bill_country', text)).to.equal(code));

  const titles: [string, number][] = [
    ['Firma', -1],
    ['Herr', 0],
    ['Herrn', 0],
    ['Mr.', 0],
    ['FRAU', 1],
    ['Ms', 1],
    ['Divers', 2],
    ['keine', 3],
    ['Familie', 4],
    ['Herr und Frau', 5],
    ['Dr.', 6],
    ['Herr Dr.', 6],
    ['Prof. Dr.', 7],
    ['4', 4],
  ];
  for (const [text, code] of titles)
    it(`recognizes the title ${text}`, () =>
      expect(converted('customers', 'bill_title', text)).to.equal(code));

  it('says how to translate unknown words', () => {
    const message = (field: string, text: string, kind: string, example: string) =>
      `${field}: unknown ${kind} "${text}": say what it means, such as --value ${example}`;

    expect(converted('customers', 'bill_country', 'Preußen')).to.equal(
      message('bill_country', 'Preußen', 'country', '"bill_country:Preußen=de"'),
    );
    expect(converted('customers', 'bill_title', 'Graf')).to.equal(
      'bill_title: unknown title "Graf": say what it means (Mr, Mrs, company, family, none, …), such as --value bill_title:Graf=TITLE',
    );
    for (const [text, title] of [
      ['Geachte mevrouw Peeters', 'Mrs'],
      ['Geachte heer Smit', 'Mr'],
      ['Fam. Beck', 'family'],
      ['SAS', 'company'],
      ['Spa', 'TITLE'],
      ['v', 'TITLE'],
      ['Mr Mrs Beck', 'TITLE'],
    ] as const)
      expect(converted('customers', 'bill_title', text)).to.match(new RegExp(`:${text}=${title}"?$`));
    expect(converted('customers', 'bill_country', '+44')).to.match(
      /such as --value "bill_country:\+44=COUNTRY"$/,
    );
    expect(converted('articles', 'article_unit', '1 Palette')).to.equal(
      `${message('article_unit', '1 Palette', 'unit', '"article_unit:1 Palette=unit_ppu"')}; the units are unit_ppu (piece, Stück), unit_hour (Stunde), unit_lump (Pauschale) and unit_kg`,
    );
    expect(converted('customers', 'is_business_client', 'vielleicht')).to.equal(
      message('is_business_client', 'vielleicht', 'yes/no value', 'is_business_client:vielleicht=1'),
    );
  });

  for (const [code, ...forms] of [
    [0, 'Monsieur', 'M.', 'Sig.', 'Pan', 'Dhr.', 'Sr.', 'Bay'],
    [1, 'Mme', 'Mlle', 'Sig.ra', 'Pani', 'Mevr.', 'Sra.', 'Bayan'],
    [-1, 'Société', 'Ditta', 'Bedrijf'],
    [2, 'Divers', 'inny'],
    [3, 'ohne Anrede', 'nessuno'],
  ] as const)
    it(`reads the forms of address ${forms.join(', ')} as ${code}`, () => {
      for (const form of forms) expect(converted('customers', 'bill_title', form)).to.equal(code);
    });

  it('reads names of countries in other languages, and refuses one that two countries have', () => {
    for (const [name, code] of [
      ['Allemagne', 'de'],
      ['Niemcy', 'de'],
      ['Germania', 'de'],
      ['Duitsland', 'de'],
      ['Wlochy', 'it'],
      ['Włochy', 'it'],
      ['Österreich', 'at'],
      ['Türkiye', 'tr'],
    ] as const)
      expect(converted('customers', 'bill_country', name)).to.equal(code);
    expect(converted('customers', 'bill_country', 'Kongo')).to.match(
      /^bill_country: unknown country "Kongo"/,
    );
  });
});
