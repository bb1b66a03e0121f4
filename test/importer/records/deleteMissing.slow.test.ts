import { mkdir } from 'node:fs/promises';
import { expect } from 'chai';
import { expectError } from '../../support/command.ts';
import { summaryOf } from '../../support/imports.ts';
import type { Columns } from '../../support/stored.ts';
import { withImports } from '../../support/withImports.ts';

const head = 'external_ident,article_title,article_price,article_tax_rate,state\n';

describe('counterfoil import --delete-missing (starts imports)', function () {
  this.timeout(60_000);
  const imports = withImports();
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `a-${from + index},Tee ${from + index},2,7,on\n`).join(
      '',
    );
  const list = (from: number, to: number, more = '') =>
    imports.write('list.csv', head + rows(from, to) + more);
  const deleting = ['articles', 'list.csv', '--delete-missing', '--json'];
  const titles = async () =>
    (await imports.storedRows('articles')).map(({ article_title }) => article_title as string);
  const articleOf = async (external_ident: string): Promise<Columns> =>
    imports.storedRow('articles', { external_ident });
  const missingIn = (ended: Parameters<typeof summaryOf>[0]) => summaryOf(ended).missing;

  beforeEach(async () => {
    await list(0, 40);
    await imports.run('articles', 'list.csv');
  });

  it('deletes what earlier imports of the list created, and its undo creates it again', async () => {
    const before = await articleOf('a-1');
    const { article_nr: firstNumber } = await articleOf('a-0');
    await list(2, 41);

    const dry = await imports.run(...deleting, '--dry-run');
    const kept = await titles();
    const real = await imports.run(...deleting);
    const deleted = await titles();
    const undone = await imports.run('undo', '2', '--json');

    expect(missingIn(dry), dry.stderr).to.deep.equal({
      imports: 1,
      deleted: 2,
      titles: [`"Tee 0" (${String(firstNumber)})`, `"Tee 1" (${String(before.article_nr)})`],
      kept: 0,
      keptTitles: [],
    });
    expect(kept).to.have.length(40);
    expect(summaryOf(real), real.stderr).to.include({ created: 1, unchanged: 38, run: 2 });
    expect(missingIn(real)).to.include({ deleted: 2, kept: 0 });
    expect(deleted).to.have.length(39).and.not.to.include('Tee 1');
    expect(summaryOf(undone), undone.stderr).to.include({ recreated: 2, removed: 1, left: 0 });
    const { article_ident, date_updated, revision, id, ...values } = before;
    expect(await articleOf('a-1')).to.include(values);
    expect([article_ident, date_updated, revision, id]).to.have.length(4);
    expect(await titles()).to.have.length(40);
    expect((await imports.run('history')).stdout).to.match(/ 1 created, 38 left as they were, 2 deleted\n/);
  });

  it('deletes nothing of other lists, and nothing that no import created', async () => {
    await imports.account.client.article.create({
      external_ident: 'x',
      article_type: 'csv',
      article_title: 'Saft',
    });
    await imports.write('other.csv', `${head}o,Kakao,2,7,on\n`);
    await imports.run('articles', 'other.csv');
    await mkdir(imports.path('old'));
    await imports.write('old/list.csv', head + rows(0, 39));

    const ofOther = await imports.run('articles', imports.path('old/list.csv'), '--delete-missing', '--json');
    const byName = await imports.run(...deleting, '--source', 'articles of the shop');
    await list(39, 40);
    const byAccount = await imports.run(...deleting, '--account-name', 'other shop');
    await imports.run('undo', '5');
    await list(1, 40);
    const own = await imports.run(...deleting);

    for (const one of [ofOther, byName, byAccount])
      expect(missingIn(one), one.stderr).to.include({ imports: 0, deleted: 0, kept: 0 });
    expect(missingIn(own), own.stderr).to.include({ deleted: 1 });
    expect(await titles())
      .to.have.length(41)
      .and.include.members(['Saft', 'Kakao']);
  });

  it('finds a list in another file by its name', async () => {
    const named = ['--source', 'shop', '--delete-missing', '--json'];
    await imports.write('monday.csv', head + rows(100, 140));
    await imports.run('articles', 'monday.csv', '--source', 'shop');
    await imports.write('tuesday.csv', head + rows(101, 140));

    const named2 = await imports.run('articles', 'tuesday.csv', ...named);
    const piped = await imports.pipe(head + rows(101, 140), 'articles', '-', ...named);

    expect(missingIn(named2), named2.stderr).to.include({ deleted: 1 });
    expect(await titles()).to.have.length(79);
    expectError(piped, /--delete-missing needs a file, since standard input and pipes may end early/);
  });

  it('is refused for files of refused rows, which are not a whole list', async () => {
    await list(0, 40, 'b,,2,7,on\n');
    await imports.run('articles', 'list.csv');
    await imports.write('list.jsonl.refused.jsonl', '{"external_ident":"b","article_title":"Tee"}\n');

    for (const name of ['list.csv.refused.csv', 'list.jsonl.refused.jsonl'])
      expectError(
        await imports.run('articles', name, '--delete-missing', '--source', 'shop'),
        /has refused rows, not a whole list: import it without --delete-missing$/,
      );
  });

  it('deletes nothing when the file could be a fixed copy of the rows that the last run refused', async () => {
    await list(0, 2, rows(2, 40).replaceAll(',2,7,', ',x,7,'));
    await imports.run('articles', 'list.csv');
    await list(2, 40);

    const fixed = await imports.run(...deleting);

    expect(fixed.code).to.equal(1);
    expect(fixed.stderr).to.match(
      /could be a copy of the rows that run 2 refused: it has no more rows than those/,
    );
    expect(await titles()).to.have.length(40);
  });

  it('is refused for several files, which could each have records that the others lack', async () => {
    await imports.write('other.csv', head + rows(0, 1));

    const several = await imports.run('articles', 'list.csv', 'other.csv', '--delete-missing');

    expectError(several, /--delete-missing allows only one file to import: import the files one by one/);
  });

  it('asks when more is missing than the limit allows', async () => {
    await list(10, 40);

    const dry = await imports.run(...deleting, '--dry-run');
    const asked = await imports.run(...deleting);
    const confirmed = await imports.run(...deleting, '--max-delete', '25%');

    for (const { code, stderr } of [dry, asked]) {
      expect(code).to.equal(1);
      expect(stderr).to.match(
        /10 of the 40 articles that earlier imports of this list created are not in the file: "Tee 0" \(\w+\), /,
      );
      expect(stderr).to.contain('import it again with --delete-missing --max-delete 25%');
    }
    expect(missingIn(confirmed), confirmed.stderr).to.include({ deleted: 10 });
    expect(await titles()).to.have.length(30);
  });

  it('keeps the records of skipped rows, also if their idents are written in another way', async () => {
    await list(0, 40, 'b-\u00e9,Saft,2,7,on\n');
    await imports.run('articles', 'list.csv');
    await list(2, 40, ' b-e\u0301 ,Saft,2,7,off\na-0,,x,7,off\n');

    const ended = await imports.run(...deleting, '--skip', 'state=off');

    expect(summaryOf(ended), ended.stderr).to.include({ refused: 0, skipped: 2 });
    expect(missingIn(ended)).to.include({ deleted: 1, kept: 0 });
    expect(await titles())
      .to.have.length(40)
      .and.include.members(['Saft', 'Tee 0']);
  });

  for (const [what, first, later] of [
    ['case', 'B-7', 'b-7'],
    ['blanks', 'B-7', ' B -\u00a07'],
    ['zeros', '00137', '137'],
  ] as const)
    it(`asks before it deletes a record that is in the file with other ${what} of its ident`, async () => {
      await list(0, 40, `${first},Saft,2,7,on\n`);
      await imports.run('articles', 'list.csv');
      await list(0, 40, `${later},Saft,2,7,on\n`);

      const dry = await imports.run(...deleting, '--dry-run');
      const asked = await imports.run(...deleting);
      const between = await titles();
      const confirmed = await imports.run(...deleting);

      for (const { code, stderr } of [dry, asked]) {
        expect(code).to.equal(1);
        expect(stderr).to.match(
          /nothing was deleted, since 1 record is in the file with .* its ident, which was "[^"]+": .*import it once more with --delete-missing$/m,
        );
        expect(stderr).to.contain(`"${first}"`);
      }
      expect(asked.stderr).to.contain('undo this import with `counterfoil import undo 3`');
      expect(between).to.have.length(42);
      expect(missingIn(confirmed), confirmed.stderr).to.include({ deleted: 1 });
      expect(await titles()).to.have.length(41);
    });

  for (const [what, row] of [
    ['has its ident', 'a-0,Tee 0,x,7,on\n'],
    ['has no ident', ',Tee 0,2,7,on\n'],
    ['has too many columns', 'a-0,Tee 0,2,7,on,,x\n'],
  ] as const)
    it(`deletes nothing when a row is refused that ${what}`, async () => {
      await list(1, 40, row);

      const ended = await imports.run(...deleting);

      expect(ended.code).to.equal(1);
      expect(ended.stderr).to.contain('nothing was deleted, since 1 row was refused: correct it first');
      expect(await titles()).to.have.length(40);
      expect((await imports.run('history')).stdout).to.match(/ 2 {2}.* {2}finished {2}/);
    });

  it('deletes nothing when a row is skipped that has no ident', async () => {
    await list(1, 40, ',Tee 0,2,7,off\n');

    const ended = await imports.run(...deleting, '--skip', 'state=off');

    expect(ended.code).to.equal(1);
    expect(ended.stderr).to.contain('nothing was deleted: line 41 was skipped, and its record is not known');
    expect(await titles()).to.have.length(40);
  });

  it('keeps and lists what somebody else has changed, and deletes what only imports changed', async () => {
    const { article } = imports.account.client;
    await list(0, 40);
    await imports.write('list.csv', (await imports.read('list.csv')).replace('Tee 1,2,', 'Tee 1,2.5,'));
    await imports.run('articles', 'list.csv', '--on-existing', 'update');
    await article.update({
      article_ident: String((await articleOf('a-0')).article_ident),
      article_subtitle: 'grün',
    });
    await list(2, 40);

    const ended = await imports.run('articles', 'list.csv', '--delete-missing');

    expect(ended.stdout, ended.stderr).to.match(
      / 1 deleted, since the file no longer has them: "Tee 1" \(\w+\)\n/,
    );
    expect(ended.stdout).to.match(
      / 1 kept, though the file no longer has them: changed by others than imports of this list: "Tee 0" \(\w+\)\n/,
    );
    expect(await titles())
      .to.include('Tee 0')
      .and.not.include('Tee 1');
  });

  it('names missing people with their zip codes, which tell namesakes apart', async () => {
    const head = 'external_ident,bill_lastname,bill_zipcode\n';
    const people = (from: number) =>
      head +
      Array.from({ length: 40 - from }, (_, index) => `${from + index},Weiß,${24_103 + from + index}\n`).join(
        '',
      );
    await imports.write('people.csv', people(0));
    await imports.run('customers', 'people.csv');
    await imports.write('people.csv', people(2));

    const dry = await imports.run('customers', 'people.csv', '--delete-missing', '--dry-run');

    expect(dry.stdout, dry.stderr).to.match(
      / 2 would be deleted, since the file no longer has them: "Weiß 24103" \(\w+\), "Weiß 24104" \(\w+\)\n/,
    );
  });

  it('deletes customers with their addresses, and its undo creates both again', async () => {
    const people = (from: number) =>
      imports.write(
        'people.csv',
        `external_ident,bill_lastname,delivery_city\n${Array.from({ length: 30 - from }, (_, index) => `${from + index},Weiß ${from + index},Kiel\n`).join('')}`,
      );
    await people(0);
    await imports.run('customers', 'people.csv');
    await people(1);

    const ended = await imports.run('customers', 'people.csv', '--delete-missing', '--json');
    const places = await imports.storedRows('addresses');
    const undone = await imports.run('undo', '3', '--json');

    expect(missingIn(ended), ended.stderr).to.include({ deleted: 1, kept: 0 });
    expect(places).to.have.length(29);
    expect(summaryOf(undone), undone.stderr).to.include({ recreated: 1, left: 0 });
    expect(await imports.storedRows('addresses')).to.have.length(30);
    expect(await imports.storedRow('customers', { external_ident: '0' })).to.include({
      bill_lastname: 'Weiß 0',
    });
  });
});
