import { cp, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { commandFolders, findCommand } from '../../servers/system/run.ts';
import { readSettings, settingNames } from '../../shared/runtime/settings/settings.ts';
import { cleanUp, emptyFolder } from '../support/dataFolders.ts';
import { Running } from '../support/running.ts';

const [analyze, caddy, logrotate] = ['systemd-analyze', 'caddy', 'logrotate'].map((name) =>
  findCommand(name, commandFolders()),
);
const units = 'deploy/systemd';
const instances: Readonly<Record<string, readonly string[]>> = {
  'counterfoil-gateway@.service': ['8081'],
  'counterfoil-worker@.service': ['account', 'article', 'webhook'],
};

describe('the examples of deploy/ (compiles)', function () {
  this.timeout(60_000);
  let folder: string;
  beforeEach(async () => {
    folder = await emptyFolder();
  });
  afterEach(cleanUp);

  it('the files that .dockerignore lets into the build of the image are all that it needs', async () => {
    const lines = (await readFile('.dockerignore', 'utf8')).split('\n');
    for (const name of lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1)))
      await cp(name, path.join(folder, name), { recursive: true });
    await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'));
    // The build installs packages where they are older than the lock file.
    await utimes(path.join(folder, 'package-lock.json'), 0, 0);

    const ended = await new Running(process.execPath, ['cli/setup.js'], { cwd: folder }).ended;

    expect(ended, ended.stderr).to.include({ code: 0 });
    expect(await readdir(path.join(folder, 'dist/docs'))).to.not.be.empty;
  });

  if (analyze)
    it('systemd finds nothing wrong with the units', async () => {
      const files: string[] = [];
      for (const unit of (await readdir(units)).filter((name) => name.endsWith('.service')))
        for (const instance of instances[unit] ?? ['']) {
          const file = path.join(folder, unit.replace('@', `@${instance}`));
          await writeFile(
            file,
            (await readFile(path.join(units, unit), 'utf8')).replace('/usr/bin/node', process.execPath),
          );
          files.push(file);
        }
      // The lines that one instance adds are read with its unit, from a folder beside it.
      const added = (await readdir(units)).filter((name) => name.endsWith('.service.d'));
      for (const name of added)
        await cp(path.join(units, name), path.join(folder, name), { recursive: true });

      const ended = await new Running(analyze, ['verify', '--man=no', '--recursive-errors=no', ...files])
        .ended;

      expect(files).to.have.length(5);
      expect(files).to.include.members(added.map((name) => path.join(folder, name.slice(0, -'.d'.length))));
      expect(ended).to.include({ code: 0, stdout: '', stderr: '' });
    });

  /** Units, and files with lines that one instance adds. */
  async function filesOfUnits(): Promise<readonly string[]> {
    const entries = await readdir(units, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.join(parentPath, name));
  }

  it('the units name settings that exist', async () => {
    for (const file of await filesOfUnits()) {
      const text = await readFile(file, 'utf8');
      const lines = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' '));
      const names = lines.map((variable) => variable.split('=', 1)[0]);

      expect(settingNames(), file).to.include.members(names);
    }
    expect(readSettings({ PORT: '8081' })).to.include({ port: 8_081 });
  });

  if (caddy)
    it('Caddy takes its file', async () => {
      const line = ['validate', '--config', 'deploy/caddy/Caddyfile', '--adapter', 'caddyfile'];
      const { code, stderr } = await new Running(caddy, line, { env: { XDG_DATA_HOME: folder } }).ended;

      expect(code, stderr).to.equal(0);
    });

  if (logrotate)
    it('logrotate takes its file', async () => {
      const file = path.join(folder, 'counterfoil');
      await cp('deploy/logrotate/counterfoil', file);
      const line = ['--debug', '--state', path.join(folder, 'state'), file];
      const { code, stderr } = await new Running(logrotate, line).ended;

      expect(code, stderr).to.equal(0);
      expect(stderr).not.to.include('error');
    });
});
