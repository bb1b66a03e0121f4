import { readdir, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { safeName, Uploads } from '../../../importer/page/uploads.ts';
import { temporaryFiles } from '../temporary.ts';

describe('uploads of the import page', () => {
  const files = temporaryFiles();
  const names: readonly (readonly [given: string, safe: string])[] = [
    ['Preise 2026.xlsx', 'Preise 2026.xlsx'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\a.csv', 'a.csv'],
    ['..', '_'],
    ['', 'file'],
    ['-', '_'],
    ['.counterfoil.csv', '_counterfoil.csv'],
    ['a\u0000\u001b[2J\u202eb.csv', 'a__[2J_b.csv'],
  ];
  for (const [given, safe] of names)
    it(`call ${JSON.stringify(given)} ${safe}`, () => expect(safeName(given)).to.equal(safe));

  it('cut a long name, and keep its end', () => {
    expect(safeName(`${'ä'.repeat(500)}.csv`)).to.equal(`${'ä'.repeat(58)}.csv`);
    expect(safeName(`a.${'💶'.repeat(500)}`)).to.equal(`a.${'💶'.repeat(14)}`);
  });

  it('keep a name of characters with several bytes, with room for the names of results', async () => {
    const uploads = new Uploads(files.path());
    const stored = await uploads.take(Readable.from([Buffer.from('long')]), `${'価格💶'.repeat(60)}.csv`);

    expect(Buffer.byteLength(stored.name)).to.be.within(110, 120);
    await rm(path.dirname(stored.path), { recursive: true });
  });

  it('keep a file longer that is sent again, or in use', async () => {
    const folder = path.join(files.path(), 'kept');
    const uploads = new Uploads(folder);
    const takeOld = async (text: string) => {
      const upload = await uploads.take(Readable.from([Buffer.from(text)]), 'a.csv');
      await utimes(path.dirname(upload.path), 1e9, 1e9);
      return upload;
    };
    const again = await takeOld('again');
    const inUse = await takeOld('in use');
    await takeOld('old');
    await uploads.take(Readable.from([Buffer.from('again')]), 'a.csv');

    await uploads.removeOld(inUse);

    const kept = [again, inUse].map((upload) => path.basename(path.dirname(upload.path)));
    expect(await readdir(path.join(folder, 'uploads'))).to.have.members(kept);
  });

  it('keep one copy of the same content, for seven days', async () => {
    const folder = files.path();
    const uploads = new Uploads(folder);
    const first = await uploads.take(Readable.from([Buffer.from('a;b')]), 'a.csv');
    const again = await uploads.take(Readable.from([Buffer.from('a;'), Buffer.from('b')]), 'a.csv');
    const other = await uploads.take(Readable.from([Buffer.from('c')]), 'a.csv');
    const old = new Date(Date.now() - 8 * 86_400_000);
    await utimes(path.dirname(other.path), old, old);

    await uploads.removeOld();

    expect(again).to.deep.equal(first);
    expect(other.path).not.to.equal(first.path);
    expect(await readdir(path.join(folder, 'uploads'))).to.deep.equal([
      path.basename(path.dirname(first.path)),
    ]);
  });
});
