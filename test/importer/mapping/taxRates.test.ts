import { expect } from 'chai';
import type { MappingOptions } from '../../../importer/mapping/mappingOptions.ts';
import { importError, tables } from '../records.ts';

describe('importer: tax rates', () => {
  const table = tables();

  /** The rate that each row gets, or why it is refused. */
  async function rates(values: readonly string[], options: MappingOptions = {}): Promise<unknown[]> {
    const mapped = await table.rows('articles', steuer(values), options);
    return mapped.map((row) =>
      'input' in row ? row.input.article_tax_rate : 'fault' in row && row.fault.message,
    );
  }

  const refusal = (values: readonly string[]) => table.refusal('articles', steuer(values));

  function steuer(values: readonly string[]): string {
    const rows = values.map((value, at) => `${at};Tee;1;${value}`);
    return `Nr;Titel;VK netto;Steuer\n${rows.join('\n')}\n`;
  }

  it('takes the rate of the user for the only class of the file, unless it may mean no tax', async () => {
    for (const one of ['Taxable Goods', 'Yes']) {
      expect(await rates([one, one], { taxRate: 19 })).to.deep.equal(['19', '19']);
      await table.refusal('articles', steuer([one, one]));
    }
    for (const none of ['No', 'exempt goods'])
      await table.refusal('articles', steuer([none, none]), { taxRate: 19 });
  });

  const understood: [rate: string, texts: readonly string[]][] = [
    [
      '19',
      [
        '19',
        '19 %',
        '19%',
        '19% USt',
        'USt 19%',
        '19% MwSt. (DE)',
        'standard',
        'Standard rate',
        'normal',
        'voll',
      ],
    ],
    ['19', ['Normalsteuersatz', 'Regelsteuersatz', 'voller Satz', 'regulär']],
    [
      '7',
      [
        '7',
        '7 % USt',
        'ermäßigt',
        'ermäßigter Steuersatz',
        'reduziert',
        'reduced-rate',
        '7% reduziert',
        'ERM.',
      ],
    ],
    ['0', ['0', '0 %', 'keine MwSt.', 'steuerfrei', 'zero-rate', 'tax free', 'umsatzsteuerfrei']],
    ['2', ['2 %']],
    ['19.000', ['19.000', '19,000 %']],
  ];
  for (const [rate, texts] of understood)
    it(`reads ${texts.join(', ')} as ${rate} %`, async () => {
      const found = await rates(['19', '19', ...texts, ...texts.map(() => '19')]);

      expect(found.slice(2, 2 + texts.length)).to.deep.equal(texts.map(() => rate));
    });

  it('refuses a single fraction, code, contradiction or unknown word in a column of rates', async () => {
    const [, ...found] = await rates([
      '19',
      '0,19',
      '1',
      'ermäßigt 19%',
      '7% / 19%',
      '-19',
      '19',
      '19',
      '19',
      '19',
    ]);

    expect(found.slice(0, 5)).to.deep.equal([
      'article_tax_rate: "0,19" may be a fraction, or a rate in percent: set the rate that it means with --tax-rate 0,19=19',
      'article_tax_rate: "1" may be a code, or a rate in percent: set the rate that it means with --tax-rate 1=RATE',
      'article_tax_rate: unknown tax rate "ermäßigt 19%": set the rate that it means with --tax-rate "ermäßigt 19%=RATE"',
      'article_tax_rate: unknown tax rate "7% / 19%": set the rate that it means with --tax-rate "7% / 19%=RATE"',
      'article_tax_rate: unknown tax rate "-19": set the rate that it means with --tax-rate -19=RATE',
    ]);
  });

  it('refuses to start when most rates are fractions, codes or unknown words', async () => {
    const message = (kind: string, values: string, option: string) =>
      `column "Steuer" has ${kind} instead of tax rates in percent (${values}): set the rates that they mean, such as --tax-rate ${option}`;

    expect(await refusal(['0.19', '0.07', '0.19'])).to.equal(
      message('fractions', '"0.19", "0.07"', '0.19=19,0.07=7'),
    );
    expect(await refusal(['1', '2', '19'])).to.equal(message('codes', '"1", "2"', '1=19,2=7'));
    expect(await refusal(['Taxable Goods', 'None'])).to.equal(
      message('unknown values', '"Taxable Goods", "None"', '"Taxable Goods=RATE,None=RATE"'),
    );
  });

  it('translates codes, fractions, classes and words', async () => {
    expect(await rates(['1', '2', '1'], { taxRates: { 1: 19, 2: 7 } })).to.deep.equal(['19', '7', '19']);
    expect(await rates(['0,19', '0,07'], { taxRates: { '0,19': 19, '0,07': 7 } })).to.deep.equal(['19', '7']);
    expect(await rates(['Buch', '', '4'], { taxRate: 19, taxRates: { buch: 7, 4: 4 } })).to.deep.equal([
      '7',
      '19',
      '4',
    ]);
  });

  it('does not know the words of another country', async () => {
    const [rate, word] = await rates(['20', 'standard'], { taxRate: 20 });

    expect(rate).to.equal('20');
    expect(word).to.match(/^article_tax_rate: unknown tax rate "standard"/);
  });

  it('refuses codes without a column that has them', async () => {
    const options = { taxRates: { 1: 19 } };
    const { message } = await importError(() => table.rows('articles', 'Titel;VK netto\nTee;1\n', options));

    expect(message).to.match(
      /^--tax-rate 1=19: .* has no column for tax rates or codes: choose one with --column/,
    );
  });

  /** Prices with what stands in a column for rates, each with the rate that it means. */
  const amounts: [rows: readonly (readonly [price: string, tax: string])[], rate: string][] = [
    [
      [
        ['20,00', '3,80'],
        ['10,00', '1,90'],
      ],
      '19',
    ],
    [
      [
        ['20,00', '3,80 €'],
        ['10,00', '1,90 €'],
      ],
      '19',
    ],
    [[['23,80', '3,80']], '19'],
    [
      [
        ['50', '10'],
        ['75', '15'],
        ['30', '6'],
      ],
      '20',
    ],
    [
      [
        ['100', '19,00'],
        ['50', '9,50'],
        ['20', '3,80'],
      ],
      '19',
    ],
    [
      [
        ['36,84', '7,00'],
        ['100,00', '19,00'],
        ['84,21', '16,00'],
      ],
      '19',
    ],
    [
      [
        ['53,00', '10,60'],
        ['48,00', '9,60'],
      ],
      '20',
    ],
  ];
  for (const [rows, rate] of amounts)
    it(`asks about ${rows.map(([, tax]) => tax).join(', ')} beside ${rows.map(([price]) => price).join(', ')}`, async () => {
      const text = `Titel;Preis;VAT\n${rows.map(([price, tax], at) => `t${at};${price};${tax}`).join('\n')}\n`;

      expect(await table.refusal('articles', text)).to.match(
        new RegExp(
          `^column "VAT" seems to have amounts instead of tax rates .* set the rate, such as --tax-rate ${rate}$`,
        ),
      );
      expect(await table.first('articles', text, { taxRate: Number(rate) })).to.include({
        article_tax_rate: rate,
      });
    });

  it('asks about amounts of several rates, and takes no single rate for them', async () => {
    const text = 'Titel;Preis;MwSt\na;20,00;3,80\nb;10,00;0,70\n';

    for (const options of [{}, { taxRate: 19 }])
      expect(await table.refusal('articles', text, options)).to.match(
        /seems to have amounts .*, or add one with the rates$/,
      );
  });

  it('does not take rates for amounts', async () => {
    for (const values of [
      ['19', '7'],
      ['8,1', '2,6'],
      ['25,5', '13,5', '10'],
      ['20,00', '5,50'],
    ]) {
      const rows = values.map((value, at) => `t${at};100,00;${value}`).join('\n');
      expect(await table.rows('articles', `Titel;Preis;MwSt\n${rows}\n`), values.join()).to.have.length(
        values.length,
      );
    }
  });

  it('asks about a column of 0 and 1: beside a code, 0 is one, too', async () => {
    const text = 'Titel;Preis;MwSt\na;1;0\nb;2;1\nc;3;0\n';

    expect(await table.refusal('articles', text)).to.match(
      /^column "MwSt" has codes .* such as --tax-rate 0=19,1=7$/,
    );
    expect(await table.rows('articles', text, { taxRates: { 0: 19, 1: 7 } })).to.have.nested.property(
      '[1].input.article_tax_rate',
      '7',
    );
  });

  it('asks what words for rates mean in an account of another currency, and takes its own answer', async () => {
    for (const [currency, words, option] of [
      ['GBP', ['Standard rate', 'Reduced rate'], '--tax-rate "Standard rate=20,Reduced rate=5"'],
      ['CHF', ['Normalsatz', 'Normalsatz'], '--tax-rate Normalsatz=8.1'],
      ['AUD', ['full', 'full'], '--tax-rate full=RATE'],
    ] as const)
      expect(await table.refusal('articles', steuer(words), { currency })).to.contain(`such as ${option}`);
    expect(
      await rates(['Standard rate', 'exempt'], { currency: 'GBP', taxRates: { 'Standard rate': 20 } }),
    ).to.deep.equal(['20', '0']);
  });

  it('does not take words for German rates beside the rates of another country', async () => {
    expect(await rates(['20%', '10%', 'ermäßigt'])).to.deep.equal([
      '20',
      '10',
      'article_tax_rate: unknown tax rate "ermäßigt": set the rate that it means with --tax-rate "ermäßigt=RATE"',
    ]);
    expect(await rates(['19', '16', 'ermäßigt'])).to.deep.equal(['19', '16', '7']);
  });

  it('does not take words for German rates beside another country, but beside an origin', async () => {
    const text = (name: string, country: string) =>
      `Titel;VK netto;Steuer;${name}\nTee;1;Normalsteuersatz;${country}\n`;

    expect(await table.refusal('articles', text('Land', 'AT'))).to.match(/has unknown values instead of/);
    for (const [name, country] of [
      ['Land', 'DE'],
      ['Herkunftsland', 'AT'],
    ] as const)
      expect(await table.first('articles', text(name, country))).to.include({ article_tax_rate: '19' });
  });
});
