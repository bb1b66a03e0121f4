import { copyFile, mkdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { cleanUp, emptyFolder } from '../support/dataFolders.ts';
import { type Ended, Running } from '../support/running.ts';

describe('deploy/make-secrets', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await emptyFolder();
    await mkdir(path.join(folder, 'deploy'));
    await copyFile('deploy/make-secrets', path.join(folder, 'deploy/make-secrets'));
  });
  afterEach(cleanUp);

  const make = (...options: string[]): Promise<Ended> =>
    new Running('bash', [path.join(folder, 'deploy/make-secrets'), ...options]).ended;
  const secret = (name: string) => path.join(folder, 'secrets', name);
  const keys = async () => ({
    key: await readFile(secret('counterfoil_secret_key'), 'utf8'),
    former: await readFile(secret('counterfoil_former_secret_key'), 'utf8'),
  });

  it('makes a key once, without a former one', async () => {
    await make();
    const first = await keys();

    expect(await make()).to.include({ code: 0, stdout: '', stderr: '' });

    expect(await keys()).to.deep.equal(first);
    expect(Buffer.from(first.key, 'base64')).to.have.length(32);
    expect(first.former).to.equal('');
    expect((await stat(secret('counterfoil_secret_key'))).mode & 0o777).to.equal(0o444);
  });

  it('makes a new key, keeps the one before it, and forgets that when told to', async () => {
    await make();
    const { key: first } = await keys();

    expect(await make('--new-key')).to.include({ code: 0 });
    const { key, former } = await keys();
    expect(await make('--drop-former-key')).to.include({ code: 0 });

    expect(former).to.equal(first);
    expect(key).not.to.equal(first);
    expect(await keys()).to.deep.equal({ key, former: '' });
  });

  it('makes no third key while the first one may be needed', async () => {
    await make('--new-key');
    const before = await keys();

    const { code, stderr } = await make('--new-key');

    expect(code).to.equal(1);
    expect(stderr).to.match(
      /^secrets\/counterfoil_former_secret_key is still there: finish that rotation first/,
    );
    expect(await keys()).to.deep.equal(before);
  });

  it('goes on when it was killed between both keys', async () => {
    await make();
    const { key: first } = await keys();
    await rm(secret('counterfoil_former_secret_key'));
    await copyFile(secret('counterfoil_secret_key'), secret('counterfoil_former_secret_key'));

    expect(await make('--new-key')).to.include({ code: 0 });

    expect((await keys()).former).to.equal(first);
    expect((await keys()).key).not.to.equal(first);
  });
});
