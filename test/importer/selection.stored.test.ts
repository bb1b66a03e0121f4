import { expect } from 'chai';
import { expectError } from '../support/command.ts';
import { withImports } from '../support/withImports.ts';

describe('counterfoil import with prices in cents and rows that are not wanted', function () {
  this.timeout(60_000);
  const imports = withImports('all');
  const rows = ['1;Tee;1999;C;1;Ware', '2;Saft;2500;;1;Alt, neu', '3;Brot;100;;0;Ware', '4;Salz;5;;1;Ware'];
  before(() => imports.write('list.csv', `id;Titel;Preis;PE;aktiv;Art\n${rows.join('\n')}\n`));
  const base = ['list.csv', '--tax-rate', '19'];

  it('asks, and takes the answers as they are printed', async () => {
    expectError(
      await imports.run('articles', ...base),
      /column "aktiv" seems to mark .*: import 3 rows with --skip "aktiv=0", or all 4 rows with --only "aktiv=\*"/,
    );
    expectError(
      await imports.run('articles', ...base, '--skip', 'aktiv=0'),
      /column "PE" says .*: if the prices are for so many, divide them with --price-per "PE"/,
    );
  });

  it('stores the exact prices of the rows that are left, and counts the others by their reason', async () => {
    const selection = ['--skip', 'aktiv=0', '--skip', 'Art=Alt, neu'];
    const factors = ['--divide', 'article_price=100', '--price-per', 'PE'];

    const ended = await imports.run('articles', ...base, ...selection, ...factors);

    expect(ended.code, ended.stderr).to.equal(0);
    const shown = ended.stdout + ended.stderr;
    expect(shown).to.include('left out: aktiv is 0').and.include('left out: Art is Alt, neu');
    expect(shown).to.include('"Preis", divided by 100, divided by "PE"');
    const stored = await imports.storedRows('articles');
    expect(stored.map(({ article_price: price }) => price)).to.have.members(['0.1999', '0.0500']);
  });

  it("refuses values that the options can't have", async () => {
    for (const [option, value, message] of [
      ['--divide', 'article_title=2', 'It must be FIELD=NUMBER'],
      ['--divide', 'article_price=0', 'It must be FIELD=NUMBER'],
      ['--only', 'aktiv', 'It must be COLUMN=VALUE'],
      ['--only', '__proto__=x', 'has no such column'],
      ['--source', '', 'It must be the name of a list'],
    ] as const)
      expect((await imports.run('articles', ...base, option, value)).stderr).to.include(message);
  });
});
