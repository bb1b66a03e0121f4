import { cp, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { compiled } from '../support/command.ts';
import { cleanUp, emptyFolder } from '../support/dataFolders.ts';
import { type Ended, Running } from '../support/running.ts';

const sources = ['cli', 'client', 'gateway', 'migrations', 'shared', 'workers'];
const files = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];

describe('cli/setup.js', () => {
  let project: string;
  beforeEach('copies the project as it is, compiled', async () => {
    await compiled();
    project = await emptyFolder();
    for (const name of [...sources, ...files, 'dist'])
      await cp(name, path.join(project, name), { recursive: true, preserveTimestamps: true });
    await symlink(path.resolve('node_modules'), path.join(project, 'node_modules'));
  });
  afterEach(cleanUp);

  it('compiles when that was never done', async () => {
    await rm(at('dist'), { recursive: true });

    const { code, stdout, stderr } = await counterfoil();

    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: 'Compiling\n' });
    expect(stdout).to.match(/^Usage: counterfoil/);
  });

  it('compiles when a source is newer, and then no more', async () => {
    await writeFile(at('cli/main.ts'), "process.stdout.write('changed\\n');\n");

    const [first, second] = [await counterfoil(), await counterfoil()];

    expect(first).to.include({ code: 0, stderr: 'Compiling\n', stdout: 'changed\n' });
    expect(second).to.include({ code: 0, stderr: '', stdout: 'changed\n' });
  });

  it('does nothing when all is as it should be', async () => {
    const before = await stat(at('dist/.built'));

    const { code, stderr } = await counterfoil();

    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    expect((await stat(at('dist/.built'))).mtimeMs).to.equal(before.mtimeMs);
  });

  it('does nothing where there are no sources, as in a built image', async () => {
    await rm(at('tsconfig.json'));
    await utimes(at('cli/main.ts'), new Date(), new Date());

    expect(await counterfoil()).to.include({ code: 0, stderr: '' });
  });

  it('says why a compilation failed, again and again until it is mended', async () => {
    await writeFile(at('cli/main.ts'), 'const = ;\n');

    for (const { code, stdout, stderr } of [await counterfoil(), await counterfoil()]) {
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
      expect(stderr).to.match(
        /^Compiling\ncli\/main\.ts.*error TS\d+: .*\n([^]*\n)?counterfoil: compiling failed\n$/,
      );
    }
  });

  it('says why packages could not be installed', async () => {
    await rm(at('node_modules'));

    const { code, stdout, stderr } = await counterfoil({
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_fetch_retries: '0',
      npm_config_cache: at('cache'),
    });

    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
    expect(stderr).to.match(
      /^Installing packages\n[^]*ECONNREFUSED[^]*\ncounterfoil: installing packages failed\n$/,
    );
  });

  const at = (name: string) => path.join(project, name);
  const counterfoil = (env: Record<string, string> = {}): Promise<Ended> =>
    new Running(process.execPath, ['cli/counterfoil.js', '--help'], { cwd: project, env }).ended;
});
