import { cp } from 'node:fs/promises';
import path from 'node:path';

/** Files that commands need of a project, beside its packages. */
const needed = [
  'admin',
  'cli',
  'client',
  'examples',
  'gateway',
  'importer',
  'migrations',
  'observe',
  'servers',
  'shared',
  'up',
  'workers',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'docs/openapi.json',
  'docs/openapi-3.0.json',
  'dist',
];

/** Copies the compiled project without its packages. Files keep their times, so nothing needs to be compiled. */
export async function copyProject(folder: string): Promise<void> {
  for (const name of needed)
    await cp(name, path.join(folder, name), { recursive: true, preserveTimestamps: true });
}
