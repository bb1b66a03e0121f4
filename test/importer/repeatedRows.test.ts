import { expect } from 'chai';
import { dryRun } from './corpus/dryRun.ts';

describe('importer: rows that repeat a record', () => {
  const fine = Array.from({ length: 60 }, (_, index) => `A-${index};Tee ${index};2,50;7;Stück`);
  const run = (lines: readonly string[], ...words: readonly string[]) =>
    dryRun(
      ['articles', ...words],
      'liste.csv',
      Buffer.from(`Artikelnummer;Bezeichnung;VK netto;MwSt;Einheit\n${[...fine, ...lines].join('\n')}\n`),
    );
  const unreadable = 'B-1;Kaffee;3,00;7;Lohn';
  const other = 'B-1;Kakao;4,00;7;Stück';

  for (const lines of [
    [unreadable, other],
    [other, unreadable],
  ])
    it(`are refused also if ${lines.indexOf(unreadable) === 0 ? 'the first' : 'the second'} one is refused for another reason`, async () => {
      const ended = await run(lines);

      expect(ended).to.include({ kind: 'ran' });
      if (ended.kind !== 'ran') return;
      expect(ended.stored).to.have.length(fine.length);
      expect(ended.refused).to.have.length(2);
      for (const reason of ended.refused)
        expect(reason).to.contain('external_ident: another row of the file has "B-1" too');
      expect(ended.refused[lines.indexOf(unreadable)]).to.match(/unknown unit "Lohn".*; external_ident: /);
    });

  it('are imported with --on-repeat first from the first row that can be read', async () => {
    const ended = await run([unreadable, other], '--on-repeat', 'first');

    expect(ended).to.include({ kind: 'ran' });
    if (ended.kind !== 'ran') return;
    expect(ended.stored.at(-1)).to.include({ article_title: 'Kakao' });
    expect(ended.refused).to.have.length(1);
    expect(ended.refused[0]).to.contain('Lohn').and.not.to.contain('another row');
  });
});
