import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, symlink, utimes } from 'node:fs/promises';
import path from 'node:path';
import { layOutRelease } from '../containers/checkout.ts';
import { finish, run, succeeds } from '../containers/shell.ts';

/** Names what the tests upgrade from: a commit, until a release is published. */
export const { version, commit, lastMigration } = JSON.parse(
  readFileSync(new URL('previousRelease.json', import.meta.url), 'utf8'),
) as { readonly version: string; readonly commit: string; readonly lastMigration: string };

/** A release that is laid out and compiled. */
interface Release {
  readonly folder: string;
}

/** Why there is no release to test with; continues "lacks". */
interface Missing {
  readonly lacks: string;
}

/** Where releases are kept between runs. */
const cacheFolder = path.resolve('.counterfoil/releases');

/** Lays the release before this one out and compiles it, once. */
export async function previousRelease(): Promise<Release | Missing> {
  if (!(await hasCommit(process.cwd())))
    return { lacks: `commit ${commit} (version ${version}): this is no clone, or nothing to fetch it from` };
  const its = await run('git', ['show', `${commit}:package-lock.json`]);
  const isOwn = packagesIn(its) !== packagesIn(readFileSync('package-lock.json', 'utf8'));
  const folder = path.join(cacheFolder, `${commit.slice(0, 12)}${isOwn ? '' : '-linked'}`);
  if (!existsSync(folder)) await build(folder, isOwn);
  return { folder };
}

/** Whether the commit is in the clone at a folder; a shallow clone fetches it. */
export async function hasCommit(cwd: string): Promise<boolean> {
  const isThere = () => succeeds('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd });
  const clone = await finish('git', ['rev-parse', '--show-prefix', '--is-shallow-repository'], { cwd }).catch(
    () => undefined,
  );
  const [prefix, isShallow] = clone?.stdout.split('\n') ?? [];
  // A source archive may lie within a clone of something else.
  if (clone?.code !== 0 || prefix !== '') return false;
  if (isShallow === 'true' && !(await isThere()))
    await finish('git', ['fetch', '--quiet', '--depth=1', 'origin', commit], { cwd, env: neverAsk });
  return isThere();
}

const neverAsk = { GIT_TERMINAL_PROMPT: '0', GIT_SSH_COMMAND: 'ssh -o BatchMode=yes -o ConnectTimeout=10' };

/** What a lock file installs, whatever it is for. */
function packagesIn(lock: string): string {
  const { '': _, ...packages } = (
    JSON.parse(lock) as { readonly packages: Readonly<Record<string, unknown>> }
  ).packages;
  return JSON.stringify(packages, (name, value) => (name === 'dev' ? undefined : value));
}

/** In a folder beside it, which takes its name when all is done: other test runs use the cache, too. */
async function build(folder: string, hasOwnPackages: boolean): Promise<void> {
  const building = `${folder}.${process.pid}`;
  await mkdir(cacheFolder, { recursive: true });
  await layOutRelease(commit, building);
  if (hasOwnPackages)
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: building });
  else await symlink(path.resolve('node_modules'), path.join(building, 'node_modules'));
  // The release's build installs packages where they are older than the lock file.
  await utimes(path.join(building, 'package-lock.json'), 0, 0);
  await run(process.execPath, ['cli/setup.js'], { cwd: building });
  await rename(building, folder).catch(() => rm(building, { recursive: true }));
}
