import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, symlinkSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { fastFolder } from '../../test/runner/fastFolder.ts';

/** Folders that a copy shares with the checkout: packages, and the programs of servers. */
const shared = ['node_modules', '.counterfoil'];

/** Copies the checkout as it is now, with what is not committed, into a new folder; returns that. */
export function copyCheckout(): string {
  const folder = mkdtempSync(path.join(fastFolder(), 'counterfoil-mutants-'));
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', listed, { encoding: 'utf8' }).split('\0');
  for (const file of files.filter((name) => name !== '' && existsSync(name))) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    copyFileSync(file, path.join(folder, file));
  }
  for (const name of shared) if (existsSync(name)) symlinkSync(path.resolve(name), path.join(folder, name));
  // Never newer than the packages: cli/setup.js would install them, into those of the checkout.
  utimesSync(path.join(folder, 'package-lock.json'), 0, 0);
  return folder;
}
