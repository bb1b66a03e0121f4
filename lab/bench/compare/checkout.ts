import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { printLine } from '../../../shared/runtime/process/commandOutput.ts';
import { OperatorError } from '../../../shared/runtime/process/explain.ts';

const execute = promisify(execFile);

const compile = `import('./cli/setup.js').then(({ setUp }) => setUp('build'))`;

/**
 * Resolves to a folder with a commit of this repository, installed and compiled. It stays for later runs. Throws when the
 * commit is unknown or does not compile.
 */
export async function checkoutOf(commit: string): Promise<string> {
  const sha = await shaOf(commit);
  const folder = path.resolve('.counterfoil/bases', sha.slice(0, 12));
  if (existsSync(path.join(folder, 'dist/cli/main.js'))) return folder;
  printLine(`Installing and compiling ${commit}`);
  const begun = `${folder}.begun`;
  await rm(begun, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
  await mkdir(begun, { recursive: true });
  const archive = `${begun}.tar`;
  await execute('git', ['archive', '--output', archive, sha]);
  await execute('tar', ['-xf', archive, '-C', begun]);
  await rm(archive);
  // Compiled in its last place: a bundle may hold paths.
  await rename(begun, folder);
  await execute('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
  });
  await execute(process.execPath, ['--eval', compile], { cwd: folder });
  if (!existsSync(path.join(folder, 'dist/cli/main.js')))
    throw new OperatorError(`${commit} does not compile: see node cli/counterfoil.js build in ${folder}`);
  return folder;
}

async function shaOf(commit: string): Promise<string> {
  try {
    const { stdout } = await execute('git', ['rev-parse', '--verify', `${commit}^{commit}`]);
    return stdout.trim();
  } catch {
    throw new OperatorError(`there is no commit ${commit} in this repository`);
  }
}
