import { appendFile, mkdir, open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { type Logging, Logs } from '../../up/roles/logs.ts';
import { cleanUp, emptyFolder } from '../support/dataFolders.ts';
import { until } from '../support/until.ts';

const limits = { maxBytes: 1_000, olderFiles: 3, pollMs: 3_600_000 };

describe('rotation of logs', () => {
  let folder: string;
  let logs: Logs;
  beforeEach(async () => {
    folder = await emptyFolder();
    logs = await Logs.start([folder], limits);
  });
  afterEach(() => logs.stop());
  after(cleanUp);

  const file = () => path.join(folder, 'one.log');
  const filled = (text: string) => text.repeat(limits.maxBytes);
  const contents = async () => {
    const names = (await readdir(folder)).toSorted();
    const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
    return Object.fromEntries(names.map((name, index) => [name, (texts[index] ?? '').slice(0, 1)]));
  };

  it('leaves a log alone that is not too large, and other files', async () => {
    await writeFile(file(), filled('a').slice(1));
    await writeFile(path.join(folder, 'one.txt'), filled('b'));

    await logs.rotate();

    expect(await contents()).to.deep.equal({ 'one.log': 'a', 'one.txt': 'b' });
  });

  it('moves the log of a role, which goes on in a new file, and keeps a bounded number of older ones', async () => {
    let reopened = 0;
    const role: Logging = { file: file(), reopen: () => (reopened += 1) };
    logs.belongTo(() => [role]);

    for (const text of ['a', 'b', 'c', 'd', 'e']) {
      await writeFile(file(), filled(text));
      await logs.rotate();
      expect((await readdir(folder)).length).to.be.at.most(limits.olderFiles);
    }

    expect(reopened).to.equal(5);
    expect(await contents()).to.deep.equal({ 'one.log.1': 'e', 'one.log.2': 'd', 'one.log.3': 'c' });
  });

  it('asks a role again to use its new file, when a full disk had no room for one', async () => {
    let reopened = 0;
    logs.belongTo(() => [{ file: file(), reopen: () => (reopened += 1) }]);
    await writeFile(file(), filled('a'));
    await logs.rotate();

    await logs.rotate();
    expect(reopened).to.equal(2);

    await writeFile(file(), 'b');
    await logs.rotate();
    expect(reopened).to.equal(2);
  });

  it('empties the log of a server, which goes on in the same file', async () => {
    const server = await open(file(), 'a');
    await server.write(filled('a'));

    await logs.rotate();
    await server.write('b');
    await server.close();

    expect(await contents()).to.deep.equal({ 'one.log': 'b', 'one.log.1': 'a' });
    expect((await stat(file())).size).to.equal(1);
  });

  it('empties it also if there can be no copy', async () => {
    await writeFile(file(), filled('a'));
    // A folder is where the copy would be; a full disk has no room for it either.
    await mkdir(`${file()}.1`);
    const one = await Logs.start([folder], { ...limits, olderFiles: 1 });

    await one.rotate();

    expect((await stat(file())).size).to.equal(0);
    expect((await stat(`${file()}.1`)).isDirectory()).to.equal(true);
    one.stop();
  });

  it('happens by itself', async () => {
    const soon = await Logs.start([folder], { ...limits, pollMs: 5 });
    await appendFile(file(), filled('a'));

    await until(async () => (await readdir(folder)).includes('one.log.1'));

    soon.stop();
  });
});
