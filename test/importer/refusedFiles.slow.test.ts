import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import { expectError } from '../support/command.ts';
import { summaryOf } from '../support/imports.ts';
import { withImports } from '../support/withImports.ts';

const head = 'external_ident,article_title,article_price\n';

describe('files of refused rows (starts imports)', function () {
  this.timeout(60_000);
  const imports = withImports();

  it('have lines of JSON Lines as they were, and the reasons in a file beside them', async () => {
    const lines = [
      '{"external_ident": "a", "article_title": "Tee",  "article_price": 2}',
      '{"external_ident": "b", "article_title": "Kaffee", "article_price": "viel", "extra": {"n": 1.10}}',
      '{"external_ident": "c", "article_title": ',
      '[1, 2]',
    ];
    await imports.write('list.jsonl', lines.join('\n'));

    const ended = await imports.run('articles', '--tax-rate', '19', 'list.jsonl');

    expect(ended.code, ended.stderr).to.equal(3);
    expect(ended.stdout).to.match(/3 refused, see .*list\.jsonl\.refused\.jsonl\n/);
    expect(await imports.read('list.jsonl.refused.jsonl')).to.equal(`${lines.slice(1).join('\n')}\n`);
    const reasons = (await imports.read('list.jsonl.refused.reasons.csv')).split('\r\n');
    expect(reasons.map((line) => line.split(',').slice(0, 2).join())).to.deep.equal([
      'refused_line,refused_code',
      '2,value_unreadable',
      '3,row_json',
      '4,row_json',
      '',
    ]);
    const fixed = (await imports.read('list.jsonl.refused.jsonl')).split('\n')[0]?.replace('"viel"', '3');
    await imports.write('fixed.jsonl', fixed ?? '');
    expect(await imports.run('articles', '--tax-rate', '19', 'fixed.jsonl')).to.include({ code: 0 });
    expect(await imports.storedRows('articles')).to.have.length(2);
  });

  it('of JSON Lines are removed when no row was refused', async () => {
    await imports.write('list.jsonl', '{"external_ident":"a","article_title":"Tee","article_price":2}\n');

    expect(await imports.run('articles', '--tax-rate', '19', 'list.jsonl')).to.include({ code: 0 });

    expect(await imports.files()).to.deep.equal(['list.jsonl']);
  });

  it('of every earlier run are kept under a number', async () => {
    for (const title of ['eins', 'zwei', 'drei']) {
      await imports.write('list.csv', `${head}a,${title},viel\n`);
      await imports.run('articles', '--tax-rate', '19', 'list.csv');
    }
    await imports.write('list.csv', `${head}a,vier,4\n`);
    await imports.run('articles', '--tax-rate', '19', 'list.csv');

    const kept = ['list.csv.refused.1.csv', 'list.csv.refused.2.csv', 'list.csv.refused.3.csv'];
    expect(await imports.files()).to.have.members(['list.csv', ...kept]);
    expect(
      await Promise.all(kept.map(async (name) => (await imports.read(name)).split(',')[7])),
    ).to.deep.equal(['eins', 'zwei', 'drei']);
  });

  it('of a dry run are replaced by the next one, and another file with their name is kept', async () => {
    await imports.write('list.csv.dry-run.refused.csv', 'mine\n');
    const dry = ['articles', '--tax-rate', '19', 'list.csv', '--dry-run', '--offline'];
    for (const title of ['eins', 'zwei', 'drei']) {
      await imports.write('list.csv', `${head}a,${title},viel\n`);
      await imports.run(...dry);
    }

    expect(await imports.files()).to.have.members([
      'list.csv',
      'list.csv.dry-run.refused.csv',
      'list.csv.dry-run.refused.1.csv',
    ]);
    expect(await imports.read('list.csv.dry-run.refused.1.csv')).to.equal('mine\n');
    expect(await imports.read('list.csv.dry-run.refused.csv')).to.match(/\na,drei,viel,/);
    await imports.write('list.csv', `${head}a,vier,4\n`);
    await imports.run(...dry);
    expect(await imports.files()).to.not.include('list.csv.dry-run.refused.csv');
  });

  it('of standard input are in the folder of --work-dir, one for each import', async () => {
    const folder = imports.path('work');
    const options = ['articles', '-', '--tax-rate', '19', '--work-dir', folder, '--json'];
    const pipe = (title: string) => imports.pipe(`${head}a,${title},viel\n`, ...options);

    const ended = await Promise.all([pipe('eins'), pipe('zwei')]);
    await imports.pipe(`${head}b,drei,3\n`, ...options);

    const files = ended.map((one) => String(summaryOf(one).refusedFile));
    expect(files).to.have.members([`${folder}/stdin.refused.csv`, `${folder}/stdin.refused.1.csv`]);
    const texts = await Promise.all(files.map((file) => imports.read(file.replace(imports.folder, ''))));
    expect(texts[0]).to.match(/\na,eins,viel,2,value_unreadable,/);
    expect(texts[1]).to.match(/\na,zwei,viel,2,value_unreadable,/);
  });

  it('and the journal are in the folder of --work-dir', async () => {
    await imports.write('list.csv', `${head}a,Tee,viel\n`);

    await imports.run('articles', '--tax-rate', '19', 'list.csv', '--work-dir', imports.path('work'));

    expect(await imports.files()).to.have.members(['list.csv', 'work']);
    expect(await imports.read('work/list.csv.refused.csv')).to.match(/\na,Tee,viel,2,value_unreadable,/);
  });

  it("ask for --work-dir in a folder that can't be written", async () => {
    // A file below a file: nobody can create one there, not even root.
    await imports.write('list.csv', `${head}a,Tee,2\n`);
    const work = imports.path('list.csv/work');

    expectError(
      await imports.run('articles', '--tax-rate', '19', 'list.csv', '--work-dir', work),
      /--work-dir .*list\.csv\/work can't be written \(ENOTDIR\): choose another folder/,
    );
  });

  it('keep an idents file with LF endings, and without an end of its last line', async () => {
    for (const [name, end] of [
      ['whole.csv', '\n'],
      ['cut.csv', ''],
    ] as const) {
      await imports.write(name, `line,external_ident,ident\n2,other,art_1${end}`);
      await imports.write('list.csv', `${head}a,Tee,2\n`);

      const options = ['--tax-rate', '19', '--idents', imports.path(name)];
      const ended = await imports.run('articles', 'list.csv', ...options);

      expect(ended.code, ended.stderr).to.equal(0);
      const lines = (await imports.read(name)).split(/\r?\n/);
      expect(lines.slice(0, 2)).to.deep.equal(['line,external_ident,ident', '2,other,art_1']);
      expect(lines[2]).to.match(/^2,a,art_/);
    }
  });
});

describe('an import from a read-only folder', function () {
  this.timeout(60_000);
  const imports = withImports();

  it('asks for --work-dir', async () => {
    const folder = imports.path('readonly');
    await mkdir(folder);
    await writeFile(`${folder}/list.csv`, `${head}a,Tee,viel\n`);
    // Root needs a mount, which some containers forbid.
    if (!isMadeReadOnly(folder)) {
      process.stderr.write('no folder can be made read-only here, so nothing was tested\n');
      return;
    }
    try {
      expectError(
        await imports.run('articles', '--tax-rate', '19', `${folder}/list.csv`),
        /the folder .*readonly can't be written \(E\w+\): choose another one for the journal and the refused rows with --work-dir FOLDER/,
      );
      const work = imports.path('work');
      const options = ['--tax-rate', '19', '--work-dir', work];
      const ended = await imports.run('articles', `${folder}/list.csv`, ...options);
      expect(ended.stdout).to.match(/1 refused, see .*work\/list\.csv\.refused\.csv/);
    } finally {
      spawnSync('umount', [folder]);
      spawnSync('chmod', ['755', folder]);
    }
  });
});

/** Root may write anywhere, except in a read-only mount. */
function isMadeReadOnly(folder: string): boolean {
  spawnSync('chmod', ['555', folder]);
  if (process.getuid?.() !== 0) return true;
  if (spawnSync('mount', ['--bind', folder, folder]).status !== 0) return false;
  return spawnSync('mount', ['-o', 'remount,ro,bind', folder]).status === 0;
}
