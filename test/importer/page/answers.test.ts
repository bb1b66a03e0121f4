import { expect } from 'chai';
import { CommanderError } from 'commander';
import { parsePageOptions } from '../../../cli/commands/importPage.ts';
import { type ChosenOption, optionsIn, withOptions, wordsOf } from '../../../importer/page/chosenOptions.ts';
import { answer, errorOfFaults, inPlace, known } from '../../../importer/source/importError.ts';
import { dryRun } from '../corpus/dryRun.ts';
import { readCases } from '../corpus/readCases.ts';
import { importError } from '../records.ts';

describe('importer: answers to questions', () => {
  it('come with the fault that asks, and leave no mark in its text', async () => {
    const option = answer('--divide article_price=100', 3);
    const inner = () => {
      throw errorOfFaults('a.csv', [
        known('cents', ['a.csv', 2], `in cents: add ${option}`),
        `no rate: set ${answer('--tax-rate 19')}`,
      ]);
    };

    const caught = await importError(() => inPlace('sheet 1, ', inner));

    expect(caught.message).to.equal(
      'sheet 1, a.csv: 2 errors: in cents: add --divide article_price=100; no rate: set --tax-rate 19',
    );
    expect(caught.faults).to.deep.equal([
      {
        text: 'in cents: add --divide article_price=100',
        answers: [{ options: '--divide article_price=100', detail: '3' }],
        known: ['cents', 'a.csv', '2'],
      },
      { text: 'no rate: set --tax-rate 19', answers: [{ options: '--tax-rate 19' }] },
    ]);
  });

  const read: readonly (readonly [text: string, options: readonly ChosenOption[]])[] = [
    ['--no-price', [['--no-price']]],
    ['--ident', [['--ident']]],
    ['--only "aktiv=1,2"', [['--only', 'aktiv=1,2']]],
    [
      '--skip "a=1" --skip "b="',
      [
        ['--skip', 'a=1'],
        ['--skip', 'b='],
      ],
    ],
    [
      '--column article_price="VK 24" netto" --divide article_price=100',
      [
        ['--column', 'article_price=VK 24" netto'],
        ['--divide', 'article_price=100'],
      ],
    ],
    ['--sheet "Liste \\"neu\\""', [['--sheet', 'Liste "neu"']]],
    ['--tax-rate=19', [['--tax-rate', '19']]],
    ['no option', []],
  ];
  for (const [text, options] of read)
    it(`are read from ${text}`, () => expect(optionsIn(text)).to.deep.equal(options));

  it('replace what they contradict', () => {
    const chosen: readonly ChosenOption[] = [
      ['--price-is-gross'],
      ['--column', 'article_nr=A'],
      ['--skip', 'Typ=x'],
      ['--tax-rate', '7'],
    ];

    const changed = withOptions(chosen, [
      ['--no-price-is-gross'],
      ['--column', 'article_nr='],
      ['--skip', 'Typ=y'],
    ]);

    const rates = [['--tax-rate', '1=19,2=7'], ...changed] as const;
    expect(withOptions(rates, [['--tax-rate', '2=5']])).to.deep.equal([...changed, ['--tax-rate', '2=5']]);
    expect(changed).to.deep.equal([
      ['--skip', 'Typ=x'],
      ['--tax-rate', '7'],
      ['--no-price-is-gross'],
      ['--column', 'article_nr='],
      ['--skip', 'Typ=y'],
    ]);
  });

  it('are chosen once, and replace only the same key', () => {
    const twice = optionsIn('--on-bad-value empty --on-bad-value empty');
    const meanings = [
      '--value article_unit:a=b=unit_kg',
      '--value article_unit:a=c=unit_kg',
      '--value article_unit:a=b=unit_ppu',
    ];

    expect(withOptions([], twice)).to.deep.equal([['--on-bad-value', 'empty']]);
    expect(withOptions([], meanings.flatMap(optionsIn))).to.deep.equal([
      ['--value', 'article_unit:a=c=unit_kg'],
      ['--value', 'article_unit:a=b=unit_ppu'],
    ]);
  });

  it('are accepted by the command, for every question of the corpus', async function () {
    this.timeout(60_000);
    let asked = 0;
    for (const { words, text, extension, encoding, expected } of readCases()) {
      if (!expected.ask || encoding !== 'utf-8') continue;
      const run = await dryRun(words, `file.${extension}`, Buffer.from(text));
      expect(JSON.stringify(run), 'marks of answers are removed').not.to.match(/[\uE000-\uE005]/);
      const faults = run.kind === 'stopped' ? run.faults : [];
      for (const { options: answer } of faults.flatMap(({ answers }) => answers)) {
        const options = optionsIn(answer);
        expect(options, answer).not.to.deep.equal([]);
        // Answers that lack their value are completed in the page.
        if (options.some(([flag, value]) => value === undefined && !/^--no-|-gross$/.test(flag))) continue;
        expect(() => parsePageOptions(words[0] ?? '', wordsOf(options)), answer).not.to.throw();
        asked += 1;
      }
    }
    expect(asked).to.be.greaterThan(30);
  });

  it('name no files of this machine', () => {
    for (const option of [
      '--idents=/tmp/a.csv',
      '--customers=/etc/passwd',
      '--mapping=a',
      '--work-dir=/',
      '--plan=a',
    ])
      expect(() => parsePageOptions('customers', [option]), option).to.throw(
        /works with the command only: leave it out|does not apply/,
      );
    for (const options of [
      ['--delete-missing'],
      ['--delete-missing', '--max-delete', '5%'],
      ['--source', 'shop'],
    ])
      expect(() => parsePageOptions('articles', options), options.join(' ')).to.throw(
        /^--(?:delete-missing|source) works with the command only: leave it out$/,
      );
    expect(() => parsePageOptions('customers', ['--unknown'])).to.throw(CommanderError);
  });
});
