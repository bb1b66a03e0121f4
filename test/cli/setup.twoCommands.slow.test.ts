import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { compiled } from '../support/command.ts';
import { cleanUp, emptyFolder } from '../support/dataFolders.ts';
import { copyProject } from '../support/projectCopy.ts';
import { Running } from '../support/running.ts';

describe('cli/setup.js (installs packages)', () => {
  let project: string;
  const pathOf = (name: string) => path.join(project, name);
  before('copies the project without its packages', async () => {
    await compiled();
    project = await emptyFolder();
    await copyProject(project);
  });
  after(cleanUp);

  it('installs packages once when two commands start at the same time: the second one waits', async () => {
    await mkdir(pathOf('bin'));
    // Stands for npm: fails if it runs beside itself, and leaves what was there before.
    const npm = `#!/bin/sh
mkdir busy || exit 1
echo run >> runs
while [ ! -e go ]; do sleep 0.05; done
ln -s '${path.resolve('node_modules')}' node_modules
rmdir busy
`;
    await writeFile(pathOf('bin/npm'), npm, { mode: 0o755 });
    const begin = (...line: string[]) =>
      new Running(process.execPath, ['cli/counterfoil.js', ...line], {
        cwd: project,
        env: { PATH: `${pathOf('bin')}:${process.env.PATH}` },
      });

    const first = begin('up', '--help');
    await first.prints(/Installing packages/);
    const second = begin('import', '--help');
    await second.prints(/Another command installs packages or compiles here: waiting for it/);
    await writeFile(pathOf('go'), '');

    for (const ended of [await first.ended, await second.ended]) expect(ended.code, ended.stderr).to.equal(0);
    expect((await second.ended).stdout).to.match(/^Usage: counterfoil import/);
    expect((await second.ended).stderr).to.not.include('Installing');
    expect(await readFile(pathOf('runs'), 'utf8')).to.equal('run\n');
  });
});
