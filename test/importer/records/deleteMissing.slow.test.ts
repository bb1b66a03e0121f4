import { expect } from 'chai';
import { summaryOf } from '../../support/imports.ts';
import { withImports } from '../../support/withImports.ts';

const head = 'external_ident,article_title,article_price,article_tax_rate\n';

describe('counterfoil import --delete-missing (starts imports)', function () {
  this.timeout(60_000);
  const imports = withImports();
  const list = (from: number, to: number, more = '') => {
    const rows = Array.from(
      { length: to - from },
      (_, index) => `a-${from + index},Tee ${from + index},2,7\n`,
    );
    return imports.write('list.csv', head + rows.join('') + more);
  };
  const deleting = ['articles', 'list.csv', '--delete-missing', '--json'];
  const titles = async () =>
    (await imports.storedRows('articles')).map(({ article_title }) => article_title as string);
  beforeEach(async () => {
    await imports.account.client.article.create({
      external_ident: 'x',
      article_type: 'csv',
      article_title: 'Saft',
    });
    await list(0, 40);
    await imports.run('articles', 'list.csv');
  });

  it('deletes what earlier imports of the source created, nothing else, and its undo creates it again', async () => {
    await imports.write('other.csv', `${head}o,Kakao,2,7\n`);
    await imports.run('articles', 'other.csv');
    const before = await imports.storedRow('articles', { external_ident: 'a-1' });
    await list(2, 41);

    const dry = await imports.run(...deleting, '--dry-run');
    const real = await imports.run(...deleting);
    const deleted = await titles();
    const undone = await imports.run('undo', '3', '--json');

    expect(summaryOf(dry), dry.stderr).to.include({ deleted: 2, created: 1 });
    expect(summaryOf(real), real.stderr).to.include({ deleted: 2, created: 1, unchanged: 38, run: 3 });
    expect(deleted).to.have.length(41).and.to.include.members(['Saft', 'Kakao', 'Tee 40']);
    expect(deleted).not.to.include('Tee 1');
    expect(summaryOf(undone), undone.stderr).to.include({ recreated: 2, removed: 1, left: 0 });
    const { article_ident, date_updated, revision, id, ...values } = before;
    expect(await imports.storedRow('articles', { external_ident: 'a-1' })).to.include(values);
    expect([article_ident, date_updated, revision, id]).to.have.length(4);
    expect(await titles()).to.have.length(42);
  });

  it('asks when more is missing than the limit allows', async () => {
    await list(10, 40);

    const asked = await imports.run(...deleting);
    const confirmed = await imports.run(...deleting, '--max-delete', '25%');

    expect(asked.code).to.equal(1);
    expect(asked.stderr).to.match(
      /10 of the 40 articles that imports of "list\.csv" created are not in the file \("Tee 0", /,
    );
    expect(asked.stderr).to.contain('confirm it with --delete-missing --max-delete 25%');
    expect(summaryOf(confirmed), confirmed.stderr).to.include({ deleted: 10 });
    expect(await titles()).to.have.length(31);
  });

  it('deletes nothing when a row was refused, which may be that of a missing record', async () => {
    await list(1, 40, 'a-0,Tee 0,x,7\n');

    const ended = await imports.run(...deleting);

    expect(ended.code).to.equal(1);
    expect(ended.stderr).to.contain('Nothing was deleted: 1 refused row may belong to them');
    expect(await titles()).to.have.length(41);
  });
});
