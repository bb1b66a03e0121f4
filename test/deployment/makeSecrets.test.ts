import { copyFile, cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { cleanUp, emptyFolder } from '../support/dataFolders.ts';
import { type Ended, Running } from '../support/running.ts';

describe('deploy/make-secrets', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await emptyFolder();
    for (const name of ['make-secrets', 'database', 'redis'])
      await cp(path.join('deploy', name), path.join(folder, 'deploy', name), { recursive: true });
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

  it('gives each user of the database a password of its own, in its URL and in users.sql', async () => {
    await make();
    const made = await readFile(secret('users.sql'), 'utf8');
    const passwords = new Set<string>();
    let expected = await readFile('deploy/database/users.sql', 'utf8');
    for (const user of ['migrate', 'admin', 'worker']) {
      const url = new URL(await readFile(secret(`${user}_url`), 'utf8'));
      expect(url).to.include({
        username: `counterfoil_${user}`,
        host: 'mysql:3306',
        pathname: '/counterfoil',
      });
      passwords.add(url.password);
      const created = `CREATE USER IF NOT EXISTS 'counterfoil_${user}'@'%' IDENTIFIED BY`;
      expected = expected.replace(`${created} 'PASSWORD'`, `${created} '${url.password}'`);
    }
    passwords.add(await readFile(secret('database_root_password'), 'utf8'));

    expect(made).to.equal(expected.trimEnd());
    expect(passwords).to.have.lengthOf(4);
    for (const password of passwords) expect(password).to.match(/^[0-9a-f]{48}$/);
  });

  it('gives the user of Redis a password of its own, in its URL and in users.acl', async () => {
    await make();
    const { username, password, host } = new URL(await readFile(secret('redis_url'), 'utf8'));
    const rule = await readFile('deploy/redis/users.acl', 'utf8');

    expect({ username, host }).to.deep.equal({ username: 'counterfoil', host: 'redis:6379' });
    expect(password).to.match(/^[0-9a-f]{48}$/);
    expect(password).not.to.equal(await readFile(secret('redis_password'), 'utf8'));
    expect(await readFile(secret('users.acl'), 'utf8')).to.equal(
      rule.trimEnd().replace('PASSWORD', password),
    );
  });

  it('gives users the rights of a new version, and keeps their passwords', async () => {
    await make();
    const former = await readFile(secret('users.sql'), 'utf8');
    const file = path.join(folder, 'deploy/database/users.sql');
    await writeFile(file, (await readFile(file, 'utf8')).replace('GRANT SELECT, CREATE', 'GRANT CREATE'));

    await make();

    const present = await readFile(secret('users.sql'), 'utf8');
    expect(present).to.equal(former.replace('GRANT SELECT, CREATE', 'GRANT CREATE'));
  });

  it("makes files that other users of the machine can't reach", async () => {
    await make();

    expect((await stat(path.join(folder, 'secrets'))).mode & 0o777).to.equal(0o700);
    expect(
      (await readdir(path.join(folder, 'secrets'))).filter((name) => name.endsWith('.new')),
    ).to.deep.equal([]);
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
