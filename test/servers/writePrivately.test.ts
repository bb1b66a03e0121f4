import { chown, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { writePrivately } from '../../servers/system/writePrivately.ts';
import { cleanUp, emptyFolder } from '../support/dataFolders.ts';

const user = 65_534;

describe('a file that is written privately', () => {
  let file: string;
  beforeEach(async () => {
    file = path.join(await emptyFolder(), 'servers.env');
  });
  after(cleanUp);

  const state = async () => {
    const { uid, gid, mode } = await stat(file);
    return { uid, gid, mode: mode & 0o777 };
  };

  it('is whole, and only its owner can read it', async () => {
    await writePrivately(file, ['A=1']);
    await writePrivately(file, ['A=2', 'B=3']);

    expect(await readFile(file, 'utf8')).to.equal('A=2\nB=3\n');
    expect((await state()).mode).to.equal(0o600);
    expect(await readdir(path.dirname(file))).to.deep.equal(['servers.env']);
  });

  it('stays with the user of the folder when root writes it, and with its owner when root replaces it', async function () {
    if (process.getuid?.() !== 0) this.skip();
    await chown(path.dirname(file), user, user);
    await writePrivately(file, ['A=1']);
    const created = await state();
    await chown(path.dirname(file), 0, 0);

    await writePrivately(file, ['A=2']);

    const expected = { uid: user, gid: user, mode: 0o600 };
    expect([created, await state()]).to.deep.equal([expected, expected]);
  });
});
