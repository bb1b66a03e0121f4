// @early: one of the slowest.
import { chmod, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { compiled, runUnprivileged } from '../support/command.ts';
import { cleanUp, emptyFolder } from '../support/dataFolders.ts';
import { descendantsOf } from '../support/processes.ts';
import { copyProject } from '../support/projectCopy.ts';
import { type Ended, Running } from '../support/running.ts';

describe('cli/setup.js (installs and compiles)', function () {
  this.timeout(120_000);
  let project: string;
  beforeEach('copies the project as it is, compiled', async () => {
    await compiled();
    project = await emptyFolder();
    await copyProject(project);
    await symlink(path.resolve('node_modules'), path.join(project, 'node_modules'));
  });
  afterEach(cleanUp);

  it('compiles when that was never done', async () => {
    await rm(pathOf('dist'), { recursive: true });

    const { code, stdout, stderr } = await counterfoil();

    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: 'Compiling\n' });
    expect(stdout).to.match(/^Usage: counterfoil/);
  });

  it('compiles when a source has changed, whatever its time, and then no more', async () => {
    await writeFile(pathOf('cli/main.ts'), "process.stdout.write('changed\\n');\n");
    await utimes(pathOf('cli/main.ts'), 0, 0);

    const [first, second] = [await counterfoil('up'), await counterfoil('up')];

    expect(first).to.include({ code: 0, stderr: 'Compiling\n', stdout: 'changed\n' });
    expect(second).to.include({ code: 0, stderr: '', stdout: 'changed\n' });
  });

  it('leaves what is compiled as it is for roles, which others may run from it', async () => {
    await writeFile(pathOf('cli/main.ts'), "process.stdout.write('changed\\n');\n");
    const before = await stat(pathOf('dist/.built'));

    for (const command of ['gateway', 'worker', 'migrate']) {
      const { code, stdout, stderr } = await counterfoil(command, '--help');

      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
      expect(stdout).to.match(new RegExp(`^Usage: counterfoil ${command}`));
    }
    expect((await stat(pathOf('dist/.built'))).mtimeMs).to.equal(before.mtimeMs);
  });

  it('compiles nothing under a running `up`', async () => {
    const holder = new Running('flock', [
      '--shared',
      pathOf('dist'),
      'sh',
      '-c',
      'echo locked; exec sleep 60',
    ]);
    await holder.prints(/locked/);
    await writeFile(pathOf('cli/main.ts'), "process.stdout.write('changed\\n');\n");

    const up = await counterfoil('up', '--help');
    const build = await new Running(process.execPath, ['cli/setup.js'], { cwd: project }).ended;
    for (const { pid } of descendantsOf(holder.pid)) process.kill(pid, 'SIGKILL');

    expect(up).to.include({ code: 0 });
    expect(up.stdout).to.match(/^Usage: counterfoil up/);
    expect(up.stderr).to.match(/^The sources have changed, but a running `counterfoil up` uses dist: .*\n$/);
    expect(build).to.include({ code: 1, stdout: '' });
    expect(build.stderr).to.match(/^counterfoil: a running `counterfoil up` uses \S+dist: stop it first\n$/);
  });

  for (const missing of ['dist', 'node_modules'])
    it(`names the remedy in one line to a user who may not write, without ${missing}`, async () => {
      await rm(pathOf(missing), { recursive: true });
      await chmod(project, 0o555);

      const ended = await runUnprivileged(['gateway', '--help'], { cwd: project });

      await chmod(project, 0o755);
      expect(ended).to.include({ code: 1, stdout: '' });
      expect(ended.stderr).to.equal(
        `counterfoil: this user may not write in ${project}: run \`npm run build\` there as its owner, once\n`,
      );
    });

  it('lets a user who may not write run roles of a project that is built', async () => {
    await writeFile(pathOf('cli/main.ts'), '');
    await Promise.all([chmod(project, 0o555), chmod(pathOf('dist'), 0o555)]);

    const { code, stderr } = await runUnprivileged(['gateway', '--help'], { cwd: project });

    await Promise.all([chmod(project, 0o755), chmod(pathOf('dist'), 0o755)]);
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
  });

  it('runs no install scripts', async () => {
    await rm(pathOf('node_modules'));
    const scripts = { preinstall: 'touch ran', install: 'touch ran', postinstall: 'touch ran' };
    const { engines } = JSON.parse(await readFile('package.json', 'utf8'));
    const own = { name: 'project', version: '1.0.0', type: 'module', engines, scripts };
    await writeFile(pathOf('package.json'), JSON.stringify(own));
    const lock = {
      ...own,
      lockfileVersion: 3,
      requires: true,
      packages: { '': { ...own, hasInstallScript: true } },
    };
    await writeFile(pathOf('package-lock.json'), JSON.stringify(lock));

    const { stderr } = await counterfoil('up');

    expect(stderr)
      .to.match(/^Installing packages\n/)
      .and.not.include('installing packages failed');
    expect(await readdir(project))
      .to.include('package.json')
      .and.not.include('ran');
  });

  it('does nothing where there are no sources, as in a built image', async () => {
    await rm(pathOf('tsconfig.json'));
    await writeFile(pathOf('cli/main.ts'), '');

    expect(await counterfoil()).to.include({ code: 0, stderr: '' });
  });

  it('says why a compilation failed, again and again until it is fixed', async () => {
    await writeFile(pathOf('cli/main.ts'), 'const = ;\n');

    for (const { code, stdout, stderr } of [await counterfoil('up'), await counterfoil('up')]) {
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
      expect(stderr).to.match(
        /^Compiling\n[^]*\[ERROR\] .*\n[^]*cli\/main\.ts:1:6:\n[^]*\ncounterfoil: compiling failed\n$/,
      );
    }
  });

  it('says why packages could not be installed', async () => {
    await rm(pathOf('node_modules'));

    const env = {
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_fetch_retries: '0',
      npm_config_cache: pathOf('cache'),
    };
    const line = ['cli/counterfoil.js', '--help'];
    const { code, stdout, stderr } = await new Running(process.execPath, line, { cwd: project, env }).ended;

    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
    expect(stderr).to.match(
      /^Installing packages\n[^]*ECONNREFUSED[^]*\ncounterfoil: installing packages failed\n$/,
    );
  });

  const pathOf = (name: string) => path.join(project, name);
  const counterfoil = (...parameters: string[]): Promise<Ended> => {
    const line = ['cli/counterfoil.js', ...(parameters.length > 0 ? parameters : ['--help'])];
    return new Running(process.execPath, line, { cwd: project }).ended;
  };
});
