import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { run, succeeds } from '../containers/shell.ts';
import { commit, hasCommit } from './previousRelease.ts';

describe('the previous release', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-clone-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const isClone = () => hasCommit(process.cwd());

  it('is fetched into a shallow clone', async () => {
    if (!(await isClone())) return;
    await run('git', ['clone', '--quiet', '--depth=1', '--no-tags', `file://${process.cwd()}`, folder]);
    const isThere = () => succeeds('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: folder });
    expect(await isThere()).to.equal(false);

    expect(await hasCommit(folder)).to.equal(true);
    expect(await isThere()).to.equal(true);
  });

  it('is missing in a shallow clone of what is gone', async () => {
    if (!(await isClone())) return;
    await run('git', ['clone', '--quiet', '--depth=1', '--no-tags', `file://${process.cwd()}`, folder]);
    await run('git', ['remote', 'set-url', 'origin', `file://${folder}/gone`], { cwd: folder });

    expect(await hasCommit(folder)).to.equal(false);
  });

  it('is missing in a folder that is no clone', async () => {
    expect(await hasCommit(folder)).to.equal(false);
  });
});
