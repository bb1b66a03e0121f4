import { expect } from 'chai';
import { InvalidArgumentError } from 'commander';
import { parseImport } from '../../../cli/support/importChoices.ts';
import { fieldValue } from '../../../cli/support/importOptionParsers.ts';
import { dryRun } from '../corpus/dryRun.ts';

describe('importer: --value', () => {
  const articles = (unit: string, ...words: readonly string[]) =>
    dryRun(
      ['articles', ...words],
      'list.csv',
      Buffer.from(`Nr;Bezeichnung;VK netto;MwSt;Einheit\n1;Tee;2,50;7;${unit}\n2;Saft;3,00;7;kg\n`),
    );
  const unitsOf = async (unit: string, ...words: readonly string[]) => {
    const ended = await articles(unit, ...words);
    return ended.kind === 'ran' ? ended.stored.map(({ article_unit }) => article_unit) : ended;
  };

  it('gives a unit of the file its meaning, as the message about it says', async () => {
    const { refused = [] } = (await articles('Lohnstd.')) as { refused?: readonly string[] };

    expect(refused).to.have.length(1);
    const [, value = ''] = /such as --value (\S+);/.exec(refused[0] ?? '') ?? [];
    expect(value).to.equal('article_unit:Lohnstd.=unit_hour');
    expect(await unitsOf('Lohnstd.', '--value', value)).to.deep.equal(['unit_hour', 'unit_kg']);
    expect(await unitsOf('LOHNSTD.', '--value', value)).to.deep.equal(['unit_hour', 'unit_kg']);
    expect(await unitsOf('Dose/2', '--value', 'article_unit:Dose/2=Stück')).to.deep.equal([
      'unit_ppu',
      'unit_kg',
    ]);
  });

  it('may say of several texts what they mean, also against what they meant before', async () => {
    const values = ['--value', 'article_unit:Pck.=unit_lump', '--value', 'article_unit:kg=unit_hour'];

    expect(await unitsOf('Pck.', ...values)).to.deep.equal(['unit_lump', 'unit_hour']);
  });

  it('says nothing of other codes', async () => {
    const text = 'Kundennummer;Anrede;Nachname\n1;1;Tee\n2;2;Saft\n';
    const ended = await dryRun(['customers', '--value', 'bill_title:1=Mr'], 'list.csv', Buffer.from(text));

    expect(ended).to.include({ kind: 'ran' });
    if (ended.kind !== 'ran') return;
    expect(ended.stored.map(({ bill_title }) => bill_title)).to.deep.equal([0]);
    expect(ended.refused).to.deep.equal([
      'bill_title: "2" is a code of the program: say what it means (Mr, Mrs, company, family, none, …), such as --value bill_title:2=TITLE',
    ]);
  });

  for (const [value, message] of [
    ['article_unit:Pck.=Sack', /article_unit does not accept "Sack"$/],
    ['article_price:2=3', /the field must be one of article_unit$/],
    ['bill_title:1=Mr', /the field must be one of article_unit$/],
  ] as const)
    it(`refuses ${value}`, async () => {
      const ended = await articles('Pck.', '--value', value);

      expect(ended).to.include({ kind: 'stopped' });
      expect('message' in ended && ended.message).to.match(message);
    });

  it('needs a column of the field', async () => {
    const text = 'Nr;Bezeichnung;VK netto;MwSt\n1;Tee;2,50;7\n';
    const words = ['articles', '--value', 'article_unit:Pck.=unit_ppu'];
    const ended = await dryRun(words, 'list.csv', Buffer.from(text));

    expect('message' in ended && ended.message).to.match(
      /list\.csv has no column for article_unit: choose one with --column article_unit=COLUMN$/,
    );
  });

  it('takes texts with any sign, and refuses what lacks a part', () => {
    expect(fieldValue('article_unit:a=b:c=unit_kg')).to.deep.equal({ article_unit: { 'a=b:c': 'unit_kg' } });
    expect(fieldValue('a:x=1', { a: { y: '2' } })).to.deep.equal({ a: { y: '2', x: '1' } });
    expect(fieldValue('bill_country:=at')).to.deep.equal({ bill_country: { '': 'at' } });
    for (const text of ['article_unit', 'article_unit:Pck.', 'article_unit:Pck.='])
      expect(() => fieldValue(text), text).to.throw(InvalidArgumentError, 'FIELD:TEXT=VALUE');
  });
});

describe('importer: options that may be repeated', () => {
  const twice: readonly (readonly [former: string, later: string, what: string])[] = [
    ['--column=article_price=A', '--column=article_price=B', 'the column of article_price to "A"'],
    ['--column=article_price=', '--column=article_price=B', 'the column of article_price to none'],
    ['--tax-rate=19', '--tax-rate=7', 'the rate of articles without one to "19"'],
    ['--tax-rate=1=19,2=7', '--tax-rate=2=5', 'the rate of "2" to "7"'],
    ['--value=article_unit:x=unit_kg', '--value=article_unit:X=unit_ppu', 'the meaning of "X" to "unit_kg"'],
    ['--divide=article_price=10', '--divide=article_price=100', 'the number of article_price to "10"'],
  ];
  for (const [former, later, what] of twice)
    it(`refuses ${later} after ${former}, since only one would count`, () => {
      expect(() => parseImport(['articles', 'list.csv', former, later])).to.throw(
        `Another option sets ${what}: remove one of them.`,
      );
      expect(() => parseImport(['articles', 'list.csv', former, former])).not.to.throw();
    });
});
