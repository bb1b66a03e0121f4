import { readFileSync } from 'node:fs';
import path from 'node:path';

export const binariesFolder = path.resolve('.counterfoil/binaries');

export function installedVersion(name: string): string {
  return JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;
}
