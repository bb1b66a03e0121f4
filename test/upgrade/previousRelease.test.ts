import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { run, succeeds } from '../containers/shell.ts';
import { commit, hasCommit, version } from './previousRelease.ts';

describe('the previous release', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-clone-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const isClone = () => hasCommit(process.cwd());

  it('is an earlier one than this, and the changelog has a section for both', async () => {
    const changelog = await readFile('CHANGELOG.md', 'utf8');
    const sections = [...changelog.matchAll(/^## (\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\)$/gm)];
    const present = JSON.parse(await readFile('package.json', 'utf8')).version as string;

    expect(sections.map(([, section]) => section).slice(0, 2)).to.deep.equal([present, version]);
  });

  it('is the commit that its tag names, where there is the tag', async () => {
    const tag = `refs/tags/v${version}^{commit}`;
    if (!(await succeeds('git', ['rev-parse', '--verify', '--quiet', tag]))) return;

    expect((await run('git', ['rev-parse', tag])).trim()).to.equal(commit);
  });

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
