import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { blocksOf } from '../docs/documents.ts';
import { cleanUp, emptyFolder } from '../support/dataFolders.ts';
import { commandsBelow } from '../support/documentCommands.ts';
import { Running } from '../support/running.ts';

/** Runs what the documents say about a new secret key in a folder, without the programs that act on running roles. */
describe('commands of the documents for a new secret key (waits for the disk)', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await emptyFolder();
    await mkdir(path.join(folder, 'programs'));
    for (const name of ['systemctl', 'npx', 'kubectl'])
      await writeFile(path.join(folder, 'programs', name), '#!/bin/sh\n', { mode: 0o755 });
  });
  afterEach(cleanUp);

  const write = (file: string, text: string) => writeFile(path.join(folder, file), text);
  const read = (file: string) => readFile(path.join(folder, file), 'utf8').catch(() => undefined);
  const bash = (script: string) =>
    new Running('bash', ['-c', script], {
      cwd: folder,
      env: { PATH: `${folder}/programs:${process.env.PATH}` },
    }).ended;

  type Keys = () => Promise<readonly (string | undefined)[]>;

  /** Runs the commands for the new key twice. */
  async function makeTwice(commands: string, keys: Keys): Promise<string | undefined> {
    await bash(commands);
    const [made, former] = await keys();
    await bash(commands);

    expect(Buffer.from(made ?? '', 'base64')).to.have.length(32);
    expect(former).to.equal('present');
    expect(await keys()).to.deep.equal([made, former]);
    return made;
  }

  it('systemd: keep the former key until the last step, also if the first one is repeated, and the drop-in of the keys', async () => {
    const units = path.join(folder, 'etc/systemd/system');
    await cp('deploy/systemd', units, { recursive: true });
    await mkdir(path.join(folder, 'etc/counterfoil'));
    await mkdir(path.join(folder, 'opt/counterfoil'), { recursive: true });
    await write('etc/counterfoil/secret_key', 'present');
    const lines = blocksOf('docs/deploying.md').find(({ language }) => language === 'ini')?.text ?? '';
    await write('etc/counterfoil/former.conf', lines);
    const dropIns = ['counterfoil-gateway@', 'counterfoil-worker@webhook'].map(
      (unit) => `etc/systemd/system/${unit}.service.d/former.conf`,
    );
    const commands = commandsBelow('docs/deploying.md', 'The secret key').replaceAll(
      /(?<![\w.])\/(?=etc|opt)/g,
      `${folder}/`,
    );
    const last = commands.indexOf('rm ');
    const keys: Keys = () =>
      Promise.all(['secret_key', 'former_secret_key'].map((name) => read(`etc/counterfoil/${name}`)));

    const made = await makeTwice(commands.slice(0, last), keys);
    const during = await Promise.all(dropIns.map(read));
    const { code, stderr } = await bash(commands.slice(last));

    expect(during).to.deep.equal([lines, lines]);
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    expect(await keys()).to.deep.equal([made, undefined]);
    expect(await Promise.all(dropIns.map(read))).to.deep.equal([undefined, undefined]);
    expect(await read('etc/systemd/system/counterfoil-worker@webhook.service.d/keys.conf')).to.include(
      'COUNTERFOIL_SECRET_KEY_FILE',
    );
  });

  it('Kubernetes: keep the former key until the last step, also if the first one is repeated', async () => {
    const example = 'deploy/kubernetes/example';
    await mkdir(path.join(folder, example, 'secrets'), { recursive: true });
    await write('deploy/kubernetes/upgrade', '#!/bin/sh\n');
    await chmod(path.join(folder, 'deploy/kubernetes/upgrade'), 0o755);
    await write(`${example}/secrets/secret_key`, 'present');
    await write(`${example}/secrets/former_secret_key`, '');
    const commands =
      blocksOf('docs/containers.md').find(({ text }) => text.includes('secrets/former_secret_key &&'))
        ?.text ?? '';
    const last = commands.indexOf('truncate ');
    const keys: Keys = () =>
      Promise.all(['secret_key', 'former_secret_key'].map((name) => read(`${example}/secrets/${name}`)));

    const made = await makeTwice(commands.slice(0, last), keys);
    const { code } = await bash(`cd ${example}\n${commands.slice(last)}`);

    expect(code).to.equal(0);
    expect(await keys()).to.deep.equal([made, '']);
  });
});
